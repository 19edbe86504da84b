import { type Address, encodeFunctionData, parseAbi, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrderChecks } from '../../../entrypoints/background/market/checks.ts';
import { baseOf, fillView } from '../../../entrypoints/background/orders/fill-record.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../../shared/chain/deployments.ts';
import { encodeCancel } from '../../../shared/orders/calldata.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { encodeCutoff } from '../../../shared/orders/maker-calls.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { contracts, price8, unixSeconds } from '../../../shared/units.ts';
import { contractQuote, setOperator } from '../../devnet/contract-maker.ts';
import { sendFrom } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { wire } from '../../server/orders/harness.ts';
import { createTaker } from '../helpers/taker.ts';

const ONE = contracts(1_000_000n);

let market: Market;
let untouched: `0x${string}`;

beforeAll(async () => {
  market = await startMarket();
});
afterAll(async () => market?.stop());
beforeEach(async () => {
  untouched = await market.devnet.client.snapshot();
  await allow(market.taker.address, 0n);
});
afterEach(async () => market.devnet.client.revert({ id: untouched }));

const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);

async function allow(from: Address, amount: bigint): Promise<void> {
  const args = [BOOK_R12, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  await market.devnet.send({ from, to: USDC.address, data });
}

/** A taker without any allowance, whose feed has `quotes`. */
async function start(
  quotes: readonly SignedOrder[],
  options: Omit<Parameters<typeof createTaker>[0], 'devnet' | 'fetch'> = {},
) {
  const offset = (await market.devnet.now()) * 1000 - Date.now();
  return createTaker({
    devnet: market.devnet,
    now: () => Date.now() + offset,
    fetch: async () =>
      Response.json({
        data: { orders: quotes.map((quote) => wire(quote)), market_data: { ETH: 2590 } },
      }),
    ...options,
  });
}

type Wallet = Awaited<ReturnType<typeof start>>;

async function unfillable(wallet: Wallet) {
  const checks = createOrderChecks({ client: wallet.client, wait: systemWait });
  const snapshot = await wallet.feed.refresh();
  await checks.run(snapshot);
  return [...snapshot.byDigest].map(([digest, entry]) => checks.unfillableOf(digest, entry));
}

describe('an order that the book may reject', () => {
  it.each([
    [
      'cancelled',
      'exhausted',
      (quote: SignedOrder) =>
        sendFrom(market.devnet, market.maker, { to: BOOK_R12, data: encodeCancel(quote.order) }),
    ],
    [
      'cutOff',
      'cutOff',
      ({ order }: SignedOrder) =>
        sendFrom(market.devnet, market.maker, {
          to: BOOK_R12,
          data: encodeCutoff(unixSeconds(order.orderExpiryTimestamp + 1)),
        }),
    ],
    ['makerAllowance', 'makerAllowance', () => allow(market.maker.address, 0n)],
    ['makerBalance', 'makerBalance', () => emptyMaker()],
  ] as const)(
    'marks an order as unfillable (%s) in the list and the ticket, and doesn’t ask for an allowance',
    async (code, failure, make) => {
      const quote = await market.quote();
      await make(quote);
      const wallet = await start([quote]);
      expect(await unfillable(wallet)).toEqual([code]);
      expect(await wallet.ticket(digestOf(quote))).toMatchObject({ unfillable: code });
      expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
        stage: 'failed',
        failure: { code: failure },
        preparations: [],
        left: [],
      });
      expect(wallet.asked).toEqual([]);
    },
  );

  it('allows a fill in the very second of the cutoff', async () => {
    const quote = await market.quote();
    const cutoff = encodeCutoff(quote.order.orderExpiryTimestamp);
    await sendFrom(market.devnet, market.maker, { to: BOOK_R12, data: cutoff });
    const wallet = await start([quote]);
    expect(await unfillable(wallet)).toEqual([undefined]);
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({ stage: 'indexed' });
  });

  it('refuses an order whose contract maker accepts the signature but grants the signer no role', async () => {
    const quote = await contractQuote(market.devnet, market.quote);
    await setOperator(market.devnet, market.devnet.accounts.deployer.address);
    const wallet = await start([quote], { nodeFetch: acceptingSignatures(quote) });
    expect(await unfillable(wallet)).toEqual(['makerRole']);
    const view = await wallet.ticket(digestOf(quote));
    expect(view).toMatchObject({ unfillable: 'makerRole' });
    expect(view).not.toHaveProperty('refusedBy');
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'makerRole' },
    });
    expect(wallet.asked).toEqual([]);
  });

  it('still shows a missing role in the list while other entries are checked', async () => {
    const quote = await contractQuote(market.devnet, market.quote);
    const other = await market.quote();
    await setOperator(market.devnet, market.devnet.accounts.deployer.address);
    const wallet = await start([quote, other], { nodeFetch: acceptingSignatures(quote) });
    const checks = createOrderChecks({ client: wallet.client, wait: systemWait });
    const snapshot = await wallet.feed.refresh();
    await checks.run(snapshot);
    const [digest, otherDigest] = [digestOf(quote), digestOf(other)];
    const entry = snapshot.byDigest.get(digest) ?? expect.unreachable();
    const second = snapshot.byDigest.get(otherDigest) ?? expect.unreachable();
    expect(checks.unfillableOf(digest, entry)).toBe('makerRole');
    await checks.only(new Map([[otherDigest, second]]));
    expect(checks.unfillableOf(digest, entry)).toBe('makerRole');
  });

  it('refuses an order that fails only when allowance and fill are simulated together', async () => {
    const quote = await market.quote();
    await market.devnet.setPrice('ETH', 0n);
    const wallet = await start([quote]);
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'priceFeed', reason: { text: expect.stringContaining('Price') } },
    });
    expect(wallet.asked).toEqual([]);
  });

  async function emptyMaker() {
    const { maker, taker, balance, devnet } = market;
    const args = [taker.address, await balance(maker.address)] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
    await devnet.send({ from: maker.address, to: USDC.address, data });
  }

  /** A node that reports that the maker's contract accepts every signature (EIP-1271). */
  function acceptingSignatures({ order }: SignedOrder): Fetch {
    const selector = '1626ba7e';
    const multicall = parseAbi([
      'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[])',
    ]);
    const magic = `0x${selector}${'0'.repeat(56)}` as const;
    return async (url, init) => {
      const request = JSON.parse(String(init?.body)) as { id: number; params: { data: string }[] };
      const data = request.params[0]?.data ?? '';
      const isAsked = data.includes(selector) && data.includes(order.maker.slice(2).toLowerCase());
      if (!isAsked || data.includes('a4761ec1')) return fetch(url, init);
      const { decodeFunctionData, encodeFunctionResult } = await import('viem');
      const { args } = decodeFunctionData({ abi: multicall, data: `0x${data.slice(2)}` });
      const result = encodeFunctionResult({
        abi: multicall,
        functionName: 'aggregate3',
        result: args[0].map(({ callData }) =>
          callData.startsWith(`0x${selector}`)
            ? { success: true, returnData: magic }
            : { success: true, returnData: `0x${'0'.repeat(64)}` as const },
        ),
      });
      return Response.json({ jsonrpc: '2.0', id: request.id, result });
    };
  }
});

describe('the simulation of a fill before its allowance', () => {
  /**
   * A node that lacks some methods. If `overrides` is false, the node also rejects state overrides.
   */
  const lacking =
    (methods: RegExp, overrides = true): Fetch =>
    async (url, init) => {
      const request = JSON.parse(String(init?.body)) as {
        id: number;
        method: string;
        params: unknown[];
      };
      const isUnknown = methods.test(request.method);
      const isOverride = request.method === 'eth_call' && request.params.length > 2;
      if (!isUnknown && (overrides || !isOverride)) return fetch(url, init);
      const error = isUnknown
        ? { code: -32601, message: 'the method does not exist/is not available' }
        : { code: -32602, message: 'too many arguments, want at most 2' };
      return Response.json({ jsonrpc: '2.0', id: request.id, error });
    };

  it('uses a state override on a node without eth_simulateV1', async () => {
    const quote = await market.quote();
    const nodeFetch = lacking(/eth_simulateV1/);
    const good = await (await start([quote], { nodeFetch })).fill(digestOf(quote), ONE);
    expect(good).toMatchObject({ stage: 'indexed', preparations: [{ kind: 'allow book' }] });
    expect(good).not.toHaveProperty('isUntried');
    await allow(market.taker.address, 0n);
    await market.devnet.setPrice('ETH', 0n);
    const wallet = await start([quote], { nodeFetch });
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'priceFeed' },
      preparations: [],
    });
    expect(wallet.asked).toEqual([]);
  });

  it('reports that a node without eth_simulateV1 and state overrides couldn’t simulate the fill', async () => {
    const quote = await market.quote();
    const wallet = await start([quote], { nodeFetch: lacking(/eth_simulateV1/, false) });
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      stage: 'indexed',
      isUntried: true,
    });
  });
});

describe('a fill that fails after its allowance', () => {
  /** Removes the maker's tokens while the user looks at a request of this kind. */
  const vanishing = (kind: 'approve' | 'fill') => ({
    async onAsk(asked: string) {
      if (asked === kind) await allow(market.maker.address, 0n);
    },
  });

  it.each(['approve', 'fill'] as const)(
    'shows the spent gas and revokes the remaining allowance when the maker disappears at the %s step',
    async (kind) => {
      const quote = await market.quote();
      const wallet = await start([quote], vanishing(kind));
      const failed = await wallet.fill(digestOf(quote), ONE);
      expect(failed).toMatchObject({
        stage: 'failed',
        failure: { code: 'makerAllowance' },
        left: [{ of: 'book', amount: '40000000' }],
      });
      expect(BigInt(failed.gasSpent ?? 0)).toBe(await costOf(wallet));
      await wallet.fills.revoke(failed.id);
      await expect
        .poll(() => wallet.fills.view()[0], { interval: 5 })
        .toMatchObject({ revocation: 'done', left: [] });
      expect(await wallet.allowance(USDC.address, BOOK_R12)).toBe(0n);
      expect(wallet.asked.at(-1)).toMatchObject({ kind: 'approve', amount: 0n });
    },
  );

  it('offers no revocation any more once a second fill has used the remaining allowance', async () => {
    const quote = await market.quote();
    let isGone = true;
    const wallet = await start([quote], {
      onAsk: async (kind) => (isGone ? vanishing('approve').onAsk(kind) : undefined),
    });
    const failed = await wallet.fill(digestOf(quote), ONE);
    expect(failed.left).toEqual([{ of: 'book', amount: '40000000' }]);
    isGone = false;
    await allow(market.maker.address, 2n ** 200n);
    const second = await wallet.fill(digestOf(quote), ONE);
    expect(second).toMatchObject({ stage: 'indexed', left: [] });
    await wallet.fills.onSettled(second.hash);
    expect(wallet.fills.view()).toMatchObject([{ id: second.id }, { id: failed.id, left: [] }]);
  });

  it('offers the revocation again when the user rejects it', async () => {
    const quote = await market.quote();
    let isRejecting = false;
    const wallet = await start([quote], {
      async onAsk(kind) {
        await vanishing('approve').onAsk(kind);
        if (isRejecting) throw new Error('rejected');
      },
    });
    const { id } = await wallet.fill(digestOf(quote), ONE);
    isRejecting = true;
    await wallet.fills.revoke(id);
    await expect
      .poll(() => wallet.fills.view()[0], { interval: 5 })
      .toMatchObject({ revocation: 'failed', left: [{}] });
  });

  it('offers the revocation again after the worker died during the revocation’s request', async () => {
    const quote = await market.quote();
    let isDead = false;
    const wallet = await start([quote], {
      async onAsk(kind) {
        await vanishing('approve').onAsk(kind);
        if (isDead) await new Promise(() => undefined);
      },
    });
    const { id } = await wallet.fill(digestOf(quote), ONE);
    isDead = true;
    await wallet.fills.revoke(id);
    const next = wallet.another();
    await next.load();
    next.resume();
    await expect
      .poll(() => next.view()[0], { interval: 5 })
      .toMatchObject({ revocation: 'failed', left: [{}] });
  });

  it('blocks a revocation while a fill uses the allowance, and blocks fills while their allowance is being revoked', async () => {
    const first = await market.quote();
    const second = await market.quote({ strikes: [2_400_00000000n] });
    let isWaiting = false;
    const wallet = await start([first, second], {
      async onAsk(kind) {
        if (isWaiting) await new Promise(() => undefined);
        await vanishing('approve').onAsk(kind);
      },
    });
    const { id } = await wallet.fill(digestOf(first), ONE);
    await allow(market.maker.address, 10n ** 12n);
    isWaiting = true;
    const begin = () =>
      wallet.fills.start({
        digest: digestOf(second),
        account: wallet.account,
        wanted: ONE,
        referrer: zeroAddress,
      });
    const running = await begin();
    await expect(wallet.fills.revoke(id)).rejects.toMatchObject({ code: 'fillRunning' });
    await expect
      .poll(() => wallet.fills.view().find((one) => one.id === running)?.stage, { interval: 5 })
      .toMatch(/asked$/);
    const [open, failed] = wallet.stored();
    if (open === undefined || failed === undefined) return expect.unreachable();
    const newer = { digest: '0x', price: '1', isOtherMaker: false };
    wallet.store([{ ...baseOf(open), stage: 'replaced', newer }, failed]);
    const next = wallet.another();
    await next.load();
    await next.revoke(id);
    await expect(next.accept(running, newer.digest)).rejects.toMatchObject({
      code: 'revocationRunning',
    });
    expect(next.view()[0]?.stage).toBe('replaced');
  });

  it('doesn’t start a second fill of a token while the token’s allowance is being revoked', async () => {
    const first = await market.quote();
    const second = await market.quote({ strikes: [2_400_00000000n] });
    let isWaiting = false;
    const wallet = await start([first, second], {
      async onAsk(kind) {
        if (isWaiting) await new Promise(() => undefined);
        await vanishing('approve').onAsk(kind);
      },
    });
    const { id } = await wallet.fill(digestOf(first), ONE);
    isWaiting = true;
    await wallet.fills.revoke(id);
    await expect(wallet.fill(digestOf(second), ONE)).rejects.toMatchObject({
      code: 'revocationRunning',
    });
  });

  /** Returns the wei that all transactions of the wallet's fills have cost so far. */
  async function costOf(wallet: Wallet): Promise<bigint> {
    let cost = 0n;
    for (const { hash: filled, preparations } of wallet.stored().map(fillView)) {
      for (const hash of [filled, ...preparations.map((one) => one.hash)]) {
        if (hash === undefined) continue;
        const receipt = await market.devnet.client.getTransactionReceipt({
          hash: `0x${hash.slice(2)}`,
        });
        cost += receipt.gasUsed * receipt.effectiveGasPrice;
      }
    }
    return cost;
  }
});

describe('the price tolerance of a fill', () => {
  it('checks the price tolerance again when the fill starts', async () => {
    const quote = await market.quote();
    const wallet = await start([quote]);
    const { price } = quote.order;
    const begin = (agreed: bigint) =>
      wallet.fills.start({
        digest: digestOf(quote),
        account: wallet.account,
        wanted: ONE,
        referrer: zeroAddress,
        agreed: price8(agreed),
      });
    await expect(begin((price * 10_000n) / 10_051n)).rejects.toMatchObject({ code: 'worsePrice' });
    expect(wallet.stored()).toEqual([]);
    const id = await begin((price * 10_000n) / 10_049n);
    expect(wallet.stored()).toHaveLength(1);
    await wallet.rest(id);
  });
});
