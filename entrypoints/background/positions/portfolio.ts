import { type Address, getAddress } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { lendingPoolAbi } from '../../../shared/chain/abi/lending.ts';
import { multicall3StateAbi } from '../../../shared/chain/abi/multicall3.ts';
import { priceFeedAbi } from '../../../shared/chain/abi/price-feed.ts';
import { CHAIN_ID, PRICE_FEEDS, TOKENS } from '../../../shared/chain/deployments.ts';
import { LENDING_POOL, RESERVES, type Reserve, rateBps } from '../../../shared/chain/lending.ts';
import { HOME_TOKENS, tokenAt, worthOf } from '../../../shared/chain/tokens.ts';
import { shortAddress } from '../../../shared/format.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { BalanceView, PortfolioView } from '../../../shared/messages/portfolio.ts';
import type { WatchedTokenView } from '../../../shared/messages/snapshot.ts';
import type { Clock } from '../../../shared/ports.ts';
import { cents, tokenAmount } from '../../../shared/units.ts';
import { MULTICALL3, multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

const NAMES: Readonly<Record<string, string>> = {
  USDC: 'USD Coin',
  WETH: 'Wrapped Ether',
  cbBTC: 'Coinbase Wrapped BTC',
};

interface Shown {
  readonly address: Address;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Asset at whose price the token is valued; undefined for most watched tokens. */
  readonly worth: string | undefined;
  /** Present for receipts of the lending pool. */
  readonly reserve?: Reserve;
  /** True to show the token even without a balance. */
  readonly isWatched?: boolean;
}

/** Built-in tokens, then receipts of the lending pool, then watched tokens, each once. */
function shownTokens(watched: readonly WatchedTokenView[]): Shown[] {
  const receipts = RESERVES.map((reserve) => ({
    ...reserve.receipt,
    name: reserve.asset.symbol,
    worth: worthOf(reserve.asset),
    reserve,
    isWatched: watched.some(({ address }) => isSameAddress(address, reserve.receipt.address)),
  }));
  const builtIn = TOKENS.filter(({ symbol }) => HOME_TOKENS.includes(symbol));
  const isBuiltIn = (address: string) =>
    [...builtIn, ...receipts].some(
      (token) => token.address.toLowerCase() === address.toLowerCase(),
    );
  return [
    ...builtIn.map((token) => ({
      ...token,
      name: NAMES[token.symbol] ?? token.symbol,
      worth: worthOf(token),
    })),
    ...receipts,
    ...watched
      .filter(({ chainId, address }) => chainId === CHAIN_ID && !isBuiltIn(address))
      .map(({ address, symbol, decimals }) => {
        const known = tokenAt(address as Address);
        return {
          // A site can send wrong capital letters, which viem would reject.
          address: getAddress(address.toLowerCase()),
          symbol,
          // A contract can choose any name, so an unknown token shows its address.
          name: shortAddress(address),
          decimals,
          worth: known === undefined ? undefined : worthOf(known),
        };
      }),
  ];
}

const READS = [...multicall3StateAbi, ...erc20Abi, ...priceFeedAbi, ...lendingPoolAbi] as const;
type ReadName =
  | 'getEthBalance'
  | 'getBlockNumber'
  | 'balanceOf'
  | 'latestRoundData'
  | 'getReserveData';

/**
 * Returns one read of the request. All reads have the same type, so that they fit into one list.
 */
function readOf(address: Address, functionName: ReadName, args: readonly [] | readonly [Address]) {
  return { address, abi: READS, functionName, args };
}

/**
 * Reads an account's balances on Base and their value in dollars, in one request. Leaves out a
 * watched token whose contract doesn't respond. The total includes all balances with a price. The
 * total is undefined while a held built-in token has no price.
 */
export async function readPortfolio(options: {
  client: Rpc;
  clock: Clock;
  account: Address;
  watched: readonly WatchedTokenView[];
}): Promise<Omit<PortfolioView, 'delegatedTo'>> {
  const { client, account } = options;
  const tokens = shownTokens(options.watched);
  const feeds = PRICE_FEEDS.filter((feed) => feed.asset === 'ETH' || feed.asset === 'BTC');
  const answers = await multicall(client, {
    contracts: [
      readOf(MULTICALL3, 'getEthBalance', [account]),
      readOf(MULTICALL3, 'getBlockNumber', []),
      ...tokens.map(({ address }) => readOf(address, 'balanceOf', [account])),
      ...feeds.map(({ address }) => readOf(address, 'latestRoundData', [])),
      ...RESERVES.map(({ asset }) => readOf(LENDING_POOL, 'getReserveData', [asset.address])),
    ],
  });
  const [ether, block, ...amounts] = answers.map(({ result, error }) =>
    typeof result === 'bigint' ? result : (error ?? new TypeError('not an amount')),
  );
  if (typeof ether !== 'bigint') throw ether ?? new TypeError('no balance');
  if (typeof block !== 'bigint') throw block ?? new TypeError('no block');
  const prices = answers.slice(2 + tokens.length).map(({ result }) => result);
  const priceOf = new Map<string, bigint>([['USD', 10n ** 8n]]);
  feeds.forEach((feed, i) => {
    const round = prices[i];
    const answer = Array.isArray(round) ? round[1] : undefined;
    if (typeof answer === 'bigint' && answer > 0n) priceOf.set(feed.asset, answer);
  });
  const usd = (amount: bigint, decimals: number, worth: string | undefined) => {
    const price = worth === undefined ? undefined : priceOf.get(worth);
    return price === undefined
      ? {}
      : { usdCents: cents((amount * price) / 10n ** BigInt(decimals + 6)) };
  };
  const onBase = { chainId: CHAIN_ID, network: 'Base' };
  const rows: BalanceView[] = [
    {
      ...onBase,
      symbol: 'ETH',
      name: 'Ether',
      decimals: 18,
      amount: tokenAmount(ether),
      ...usd(ether, 18, 'ETH'),
    },
  ];
  const rates = answers.slice(2 + tokens.length + feeds.length).map(({ result }) => rateIn(result));
  tokens.forEach(({ address, symbol, name, decimals, worth, reserve, isWatched }, i) => {
    const amount = amounts[i];
    if (reserve !== undefined && amount === 0n && isWatched !== true) return;
    const rate = reserve && rates[RESERVES.indexOf(reserve)];
    if (typeof amount !== 'bigint') {
      if (HOME_TOKENS.includes(symbol) && i < HOME_TOKENS.length)
        throw amount ?? new TypeError(symbol);
      return;
    }
    rows.push({
      ...onBase,
      token: address,
      symbol,
      name,
      decimals,
      amount: tokenAmount(amount),
      ...usd(amount, decimals, worth),
      ...(reserve === undefined
        ? {}
        : {
            lent: { asset: reserve.asset.symbol, ...(rate === undefined ? {} : { rateBps: rate }) },
          }),
    });
  });
  const own = rows.slice(0, 1 + HOME_TOKENS.length);
  const isKnown = own.every(({ amount, usdCents }) => amount === 0n || usdCents !== undefined);
  const total = rows.reduce((sum, row) => sum + (row.usdCents ?? 0n), 0n);
  return {
    account,
    balances: rows,
    ...(isKnown ? { totalUsdCents: cents(total) } : {}),
    at: options.clock.now(),
    block: block.toString(),
  };
}

/** Returns the yearly interest in a reserve's data in basis points. */
function rateIn(data: unknown): number | undefined {
  if (!isRecord(data) || typeof data.currentLiquidityRate !== 'bigint') return undefined;
  return rateBps(data.currentLiquidityRate);
}
