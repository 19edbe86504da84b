import { encodeFunctionData, maxUint256, parseEther } from 'viem';
import { LENDING_POOL, reserveOf } from '../../shared/chain/lending.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { devnetPoolAbi } from './abi.ts';
import { buildOrder, collateralOf, tokenNamed } from './build-order.ts';
import type { Devnet } from './devnet.ts';
import { approve, signOrder } from './fill.ts';
import { type Quote, type QuotedAsset, quoteSheet } from './quotes.ts';
import { nextPrice, seededRandom } from './random-walk.ts';

/** Seconds for which a quote is valid. The maker never withdraws quotes. */
export const QUOTE_SECONDS = 120;
/**
 * Milliseconds between rounds. Shorter than the life of a quote, so that the list is never empty.
 */
const QUOTE_EVERY_MS = (QUOTE_SECONDS - 10) * 1000;
const YEAR_SECONDS = 365 * 86_400;
const WALK_VOLATILITY = 0.6;
const ASSETS: readonly QuotedAsset[] = ['ETH', 'BTC'];
/** Maximum that the maker can pay for one product and asset per round, in base units. */
const BUDGETS: Readonly<Record<string, bigint>> = {
  USDC: 50_000_000000n,
  WETH: parseEther('20'),
  cbBTC: 60_000000n,
};

/** The pool's indexes and yearly rates, 27 decimals. */
const INTEREST = [
  { symbol: 'USDC', index: 1_098_700_000_000_000_000_000_000_000n, rate: 31n * 10n ** 24n },
  { symbol: 'WETH', index: 1_041_300_000_000_000_000_000_000_000n, rate: 18n * 10n ** 24n },
];

export interface MakerOptions {
  readonly devnet: Devnet;
  /** Base address of the orders service, such as `http://127.0.0.1:8787/orders`. */
  readonly ordersUrl: string;
  /** Seed that makes the price walk repeatable. */
  readonly seed?: number;
  /**
   * Milliseconds between rounds. 0: quotes are posted only by `quoteNow`. Default:
   * `QUOTE_EVERY_MS`.
   */
  readonly quoteEvery?: number;
  /** Milliseconds between price steps; 0 disables them. Default: 15 s. */
  readonly walkEvery?: number;
  /** Called when a round couldn't be posted. The maker continues with the next round. */
  readonly onProblem?: (sentence: string) => void;
}

export interface Maker {
  /**
   * Signs quotes for the whole sheet at the oracle's prices and posts them. Returns the posted
   * orders. Earlier quotes stay until they expire.
   */
  quoteNow(): Promise<readonly SignedOrder[]>;
  /** Moves both prices once, by the random change of a walk that lasts this number of seconds. */
  walk(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Returns an entry in the feed's format: strikes and times as numbers, amounts as texts. */
function feedEntry(signed: SignedOrder, quote: Pick<Quote, 'ticker' | 'greeks'>) {
  const { order } = signed;
  return {
    order: {
      ...order,
      ticker: quote.ticker,
      maxCollateralUsable: order.maxCollateralUsable.toString(),
      strikes: order.strikes.map(Number),
      price: order.price.toString(),
      numContracts: order.numContracts.toString(),
    },
    nonce: signed.nonce.toString(),
    signature: signed.signature,
    optionBookAddress: signed.optionBookAddress,
    ...(quote.greeks === undefined ? {} : { greeks: quote.greeks }),
  };
}

async function equip(devnet: Devnet): Promise<void> {
  const { maker } = devnet.accounts;
  await devnet.fund(maker.address, {
    usdc: 100_000_000_000000n,
    weth: parseEther('50000'),
    cbbtc: 1_000_00000000n,
    abasusdc: 100_000_000_000000n,
    abasweth: parseEther('50000'),
  });
  for (const { symbol, index, rate } of INTEREST) {
    const args = [reserveOf(symbol).asset.address, index, rate] as const;
    const data = encodeFunctionData({ abi: devnetPoolAbi, functionName: 'setInterest', args });
    await devnet.send({ from: maker.address, to: LENDING_POOL, data });
  }
  for (const symbol of ['USDC', 'WETH', 'cbBTC', 'aBasUSDC', 'aBasWETH'])
    await approve(devnet, maker, { token: tokenNamed(symbol).address, amount: maxUint256 });
}

/**
 * Starts a market maker on the devnet. The maker quotes every cash product on bitcoin and ether,
 * renews each quote before it ends after two minutes, moves the oracle's prices, and posts to the
 * orders service. Resolves after the first round.
 */
export async function startMaker(options: MakerOptions): Promise<Maker> {
  const { devnet, ordersUrl, quoteEvery = QUOTE_EVERY_MS, walkEvery = 15_000 } = options;
  const onProblem = options.onProblem ?? ((sentence: string) => console.error(sentence));
  const { maker } = devnet.accounts;
  const random = seededRandom(options.seed ?? 1);

  async function walk(seconds: number): Promise<void> {
    for (const asset of ASSETS) {
      const price = await devnet.price(asset);
      const years = seconds / YEAR_SECONDS;
      await devnet.setPrice(
        asset,
        nextPrice({ price, volatility: WALK_VOLATILITY, years, random }),
      );
    }
  }

  async function signSheet(): Promise<{ signed: SignedOrder; quote: Quote }[]> {
    const spot = { ETH: await devnet.price('ETH'), BTC: await devnet.price('BTC') };
    // The newest block may be old, but a fill uses the time of the next block.
    const { timestamp } = await devnet.client.getBlock({ blockTag: 'pending' });
    const now = Number(timestamp);
    const sheet: { signed: SignedOrder; quote: Quote }[] = [];
    for (const quote of quoteSheet({ spot, now })) {
      const token = collateralOf(quote.product, quote.asset);
      const order = buildOrder({
        ...quote,
        maker: maker.address,
        budget: BUDGETS[token.symbol] ?? 0n,
        orderExpiry: now + QUOTE_SECONDS,
      });
      sheet.push({ signed: await signOrder(maker, order), quote });
    }
    return sheet;
  }

  async function quoteNow(): Promise<readonly SignedOrder[]> {
    const sheet = await signSheet();
    const answer = await fetch(`${ordersUrl}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sheet.map(({ signed, quote }) => feedEntry(signed, quote))),
      signal: AbortSignal.timeout(20_000),
    });
    if (!answer.ok)
      throw new Error(
        `The orders service answered ${answer.status} to the maker's quotes: ${await answer.text()}`,
      );
    return sheet.map(({ signed }) => signed);
  }

  /** Tries twice, because on a busy machine the feed can take longer than a request may. */
  const quoteSurely = () => quoteNow().catch(quoteNow);

  let lastRound: Promise<unknown> = Promise.resolve();
  /** Runs rounds and price steps one after another, because they share an account. */
  function inTurn(work: () => Promise<unknown>): void {
    lastRound = lastRound.then(work).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      onProblem(`maker: ${reason} Quoting goes on.`);
    });
  }

  await equip(devnet);
  inTurn(quoteSurely);
  await lastRound;
  const timers = [
    ...(quoteEvery > 0 ? [setInterval(() => inTurn(quoteSurely), quoteEvery)] : []),
    ...(walkEvery > 0 ? [setInterval(() => inTurn(() => walk(walkEvery / 1000)), walkEvery)] : []),
  ];
  return {
    quoteNow,
    walk,
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await lastRound;
    },
  };
}
