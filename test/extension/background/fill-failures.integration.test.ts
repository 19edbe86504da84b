import { type Address, encodeFunctionData, maxUint256, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspectFill } from '../../../entrypoints/background/approvals/explain/inspect-fill.ts';
import { createOrderChecks } from '../../../entrypoints/background/market/checks.ts';
import { validSize } from '../../../entrypoints/background/orders/valid-size.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../../shared/chain/deployments.ts';
import { encodeCancel, encodeFill } from '../../../shared/orders/calldata.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { contracts, price8, unixSeconds } from '../../../shared/units.ts';
import { contractQuote, setOperator } from '../../devnet/contract-maker.ts';
import { approve, sendFrom, signOrder } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { wire } from '../../server/orders/harness.ts';
import { fairValue } from '../helpers/fair-value.ts';
import { createTaker } from '../helpers/taker.ts';
import { wordedFill } from '../helpers/worded.ts';

const ONE = contracts(1_000_000n);
const UNSIGNED = { check: 'signature', status: 'failed', reason: 'not-the-maker' };

let market: Market;
let untouched: `0x${string}`;

beforeAll(async () => {
  market = await startMarket();
});
afterAll(async () => market?.stop());
beforeEach(async () => {
  untouched = await market.devnet.client.snapshot();
});
afterEach(async () => market.devnet.client.revert({ id: untouched }));

const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);

/** A taker whose feed has `quotes`, at the devnet's own time. */
async function start(
  quotes: readonly SignedOrder[],
  options: Omit<Parameters<typeof createTaker>[0], 'devnet' | 'fetch'> & {
    isFeedDown?: () => boolean;
  } = {},
) {
  const { isFeedDown, ...rest } = options;
  const offset = (await market.devnet.now()) * 1000 - Date.now();
  return createTaker({
    devnet: market.devnet,
    now: () => Date.now() + offset,
    async fetch() {
      if (isFeedDown?.() === true) throw new TypeError('no route');
      const orders = quotes.map((quote) => wire(quote));
      return Response.json({ data: { orders, market_data: { ETH: 2590 } } });
    },
    ...rest,
  });
}

/**
 * Returns the `onAsk` setting of a taker, which changes the market while the user looks at the
 * fill's approval.
 */
const meanwhile = (work: () => Promise<unknown>) => ({
  onAsk: async (kind: string) => {
    if (kind === 'fill') await work();
  },
});

const send = (from: Address, to: Address, data: `0x${string}`) =>
  market.devnet.send({ from, to, data });
const allow = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BOOK_R12, amount] });
const give = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });

describe('a fill that the chain refuses after the user has agreed', () => {
  it('reports an expired quote when it expired during the preparation', async () => {
    const quote = await market.quote();
    const { fill } = await start(
      [quote],
      meanwhile(() => market.devnet.advanceTo(quote.order.orderExpiryTimestamp + 1)),
    );
    expect(await fill(digestOf(quote), ONE)).toMatchObject({
      stage: 'failed',
      failure: { code: 'expired', reason: { kind: 'contract', text: 'Order expired' } },
    });
  });

  it('reports an exhausted budget when a sibling order used it during the preparation', async () => {
    const { devnet, maker } = market;
    const orderExpiry = (await devnet.now()) + 500;
    const budget = 2_500_000000n;
    const quote = await market.quote({ orderExpiry, budget });
    const sibling = await market.quote({ orderExpiry, budget, price: 45_00000000n });
    expect(sibling.nonce).toBe(quote.nonce);
    const { fill } = await start(
      [quote],
      meanwhile(() => takeElsewhere(sibling)),
    );
    expect(await fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'exhausted', reason: { kind: 'contract', text: 'Exceeds max collateral' } },
    });

    async function takeElsewhere({ order, signature }: SignedOrder) {
      const [, other] = devnet.accounts.takers;
      if (other === undefined) throw new Error('The devnet has one taker only.');
      await devnet.fund(other.address, { usdc: 10n ** 12n });
      await approve(devnet, other, { token: USDC.address, amount: maxUint256 });
      const data = encodeFill({ order, signature, referrer: zeroAddress, numContracts: ONE });
      await sendFrom(devnet, other, { to: BOOK_R12, data });
      expect(maker.address).toBe(order.maker);
    }
  });

  it('reports that the signer isn’t authorized any more when the maker’s contract withdrew the signer’s role', async () => {
    const quote = await contractQuote(market.devnet, market.quote);
    const { fill } = await start(
      [quote],
      meanwhile(() => setOperator(market.devnet, market.devnet.accounts.deployer.address)),
    );
    expect(await fill(digestOf(quote), ONE)).toMatchObject({
      failure: {
        code: 'signer',
        reason: { kind: 'contract', text: 'Contract owner not authorized' },
      },
    });
  });

  it('reports a cancellation when the maker cancelled during the preparation', async () => {
    const quote = await market.quote();
    const { fill } = await start(
      [quote],
      meanwhile(() =>
        sendFrom(market.devnet, market.maker, { to: BOOK_R12, data: encodeCancel(quote.order) }),
      ),
    );
    expect(await fill(digestOf(quote), ONE)).toMatchObject({ failure: { code: 'cancelled' } });
  });

  it('reports whether the taker’s or the maker’s allowance is missing', async () => {
    const quote = await market.quote();
    const { maker, taker } = market;
    for (const [from, code] of [
      [taker.address, 'allowance'],
      [maker.address, 'makerAllowance'],
    ] as const) {
      const wallet = await start(
        [quote],
        meanwhile(() => send(from, USDC.address, allow(0n))),
      );
      expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({ failure: { code } });
      await send(from, USDC.address, allow(maxUint256));
    }
  });

  it('reports whether the taker’s or the maker’s balance is too low', async () => {
    const quote = await market.quote();
    const { maker, taker, devnet } = market;
    const elsewhere = devnet.accounts.deployer.address;
    for (const [from, code] of [
      [taker.address, 'balance'],
      [maker.address, 'makerBalance'],
    ] as const) {
      const all = await market.balance(from);
      const wallet = await start(
        [quote],
        meanwhile(() => send(from, USDC.address, give(elsewhere, all))),
      );
      expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({ failure: { code } });
      await send(elsewhere, USDC.address, give(from, all));
    }
  });

  it('reports a price-feed failure when the oracle’s price is zero', async () => {
    const quote = await market.quote();
    const { fill } = await start(
      [quote],
      meanwhile(() => market.devnet.setPrice('ETH', 0n)),
    );
    expect(await fill(digestOf(quote), ONE)).toMatchObject({ failure: { code: 'priceFeed' } });
  });
});

describe('a fill that fails before it is sent', () => {
  const refusals = async (quote: SignedOrder, count = ONE) => {
    const wallet = await start([quote]);
    const filled = await wallet.fill(digestOf(quote), count);
    expect(wallet.asked).toEqual([]);
    expect(filled.stage).toBe('failed');
    return filled.failure;
  };

  it('doesn’t ask the user when the budget is too small', async () => {
    const quote = await market.quote({ budget: 1_000_000000n });
    expect(await refusals(quote)).toEqual({ code: 'exhausted' });
  });

  it('doesn’t ask the user when the taker’s balance is too low', async () => {
    const quote = await market.quote();
    const all = await market.balance(market.taker.address);
    await send(market.taker.address, USDC.address, give(market.maker.address, all - 39_999_999n));
    expect(await refusals(quote)).toEqual({ code: 'balance' });
  });

  it('doesn’t ask the user when the maker’s balance or allowance is too low', async () => {
    const quote = await market.quote();
    await send(market.maker.address, USDC.address, allow(2_499_999_999n));
    expect(await refusals(quote)).toEqual({ code: 'makerAllowance' });
    await send(market.maker.address, USDC.address, allow(maxUint256));
    const all = await market.balance(market.maker.address);
    await send(market.maker.address, USDC.address, give(market.taker.address, all - 1n));
    expect(await refusals(quote)).toEqual({ code: 'makerBalance' });
  });

  it('doesn’t ask the user when a field was altered or the implementation is unknown', async () => {
    const quote = await market.quote();
    const altered = { ...quote, order: { ...quote.order, price: price8(1n) } };
    expect(await refusals(altered)).toEqual({ code: 'refused', check: UNSIGNED });
    const { order } = await market.quote();
    const unknown = await signOrder(market.maker, { ...order, implementation: BOOK_R12 });
    const wallet = await start([unknown]);
    await expect(wallet.ticket(digestOf(unknown))).rejects.toMatchObject({
      code: 'unknownProduct',
    });
    await expect(wallet.fill(digestOf(unknown), ONE)).rejects.toMatchObject({
      code: 'unknownProduct',
    });
    expect(wallet.asked).toEqual([]);
    const { checks, refusal } = await inspect(wallet, unknown);
    expect(refusal).toBeDefined();
    expect(checks.filter(({ status }) => status === 'failed').map(({ label }) => label)).toEqual([
      'Option contract',
    ]);
  });

  it('doesn’t ask the user when the quote has expired', async () => {
    const quote = await market.quote();
    const wallet = await start([quote], {
      now: () => (quote.order.orderExpiryTimestamp + 1) * 1000,
    });
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'expired' },
    });
    expect(wallet.asked).toEqual([]);
  });

  it('reports that the feed failed after the ticket was opened, or that the chain doesn’t respond', async () => {
    const quote = await market.quote();
    let isDown = false;
    const noFeed = await start([quote], { isFeedDown: () => isDown });
    await noFeed.ticket(digestOf(quote));
    isDown = true;
    expect(await noFeed.fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'feedDown' },
    });
    const noChain = await start([quote], {
      nodeFetch: async () => Promise.reject(new TypeError('no route')),
    });
    expect(await noChain.ticket(digestOf(quote))).toMatchObject({
      isBudgetRead: false,
      payoff: 'unknown',
    });
    expect(await noChain.fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'chainDown' },
    });
  });

  it('reports that the node doesn’t respond, not that the book refuses the fill', async () => {
    const quote = await market.quote();
    const silent = { request: () => Promise.reject(new RpcError('chainUnreachable')) };
    const size = { wanted: ONE, decimals: 6 };
    await expect(validSize(silent, quote, size)).rejects.toThrow('cannot be reached');
  });

  it('reports a fill as rejected or as locked, according to how its last prompt ended', async () => {
    const quote = await market.quote();
    const onAsk = () => Promise.reject(new RpcError('rejected'));
    const said = await start([quote], { onAsk });
    expect(await said.fill(digestOf(quote), ONE)).toMatchObject({ failure: { code: 'rejected' } });
    const onLock = () => Promise.reject(new RpcError('lockedMeanwhile'));
    const locked = await start([quote], { onAsk: onLock, isUnlocked: () => false });
    expect(await locked.fill(digestOf(quote), ONE)).toMatchObject({ failure: { code: 'locked' } });
  });

  it('stops a fill after the approval when the maker has withdrawn the allowance', async () => {
    const quote = await market.quote();
    const { taker, maker } = market;
    await send(taker.address, USDC.address, allow(0n));
    const wallet = await start([quote], {
      onAsk: async () => send(maker.address, USDC.address, allow(0n)).then(() => undefined),
    });
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'makerAllowance' },
    });
    expect(wallet.asked.map(({ kind }) => kind)).toEqual(['approve']);
  });
});

describe('a fill whose transaction is sent', () => {
  it('completes a fill by its receipt when there is no indexer', async () => {
    const quote = await market.quote();
    const wallet = await start([quote], { isIndexed: () => false });
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      stage: 'not indexed',
      proof: { differing: [], premium: '40000000', collateral: '2500000000' },
    });
  });

  it('continues a fill in a new worker without asking the user again', async () => {
    const quote = await market.quote();
    await send(market.taker.address, USDC.address, allow(0n));
    const dead = Promise.withResolvers<void>();
    let asked = 0;
    const wallet = await start([quote], {
      async onAsk(kind) {
        asked += 1;
        if (kind !== 'fill' || asked !== 2) return;
        dead.resolve();
        await new Promise(() => undefined);
      },
    });
    const id = await wallet.fills.start({
      digest: digestOf(quote),
      account: wallet.account,
      wanted: ONE,
      referrer: zeroAddress,
    });
    await dead.promise;
    const next = wallet.another();
    await next.load();
    next.resume();
    expect(await wallet.rest(id, next)).toMatchObject({
      stage: 'indexed',
      preparations: [{ kind: 'allow book' }],
    });
    expect(wallet.asked.map(({ kind }) => kind)).toEqual(['approve', 'fill']);
  });

  it('returns the running fill for a repeated start, and refuses a start with a different size', async () => {
    const quote = await market.quote();
    const gate = Promise.withResolvers<void>();
    const wallet = await start([quote], { onAsk: () => gate.promise });
    const options = {
      digest: digestOf(quote),
      account: wallet.account,
      wanted: ONE,
      referrer: zeroAddress,
    };
    const [first, second] = [await wallet.fills.start(options), await wallet.fills.start(options)];
    expect(second).toBe(first);
    await expect(
      wallet.fills.start({ ...options, wanted: contracts(2n * ONE) }),
    ).rejects.toMatchObject({
      code: 'alreadyFilled',
    });
    gate.resolve();
    await wallet.rest(first);
    expect(wallet.asked).toHaveLength(1);
  });
});

describe('a maker that is a contract', () => {
  it('fills an order of a contract maker that allows its signer, and warns about the contract', async () => {
    const quote = await contractQuote(market.devnet, market.quote);
    const wallet = await start([quote]);
    const { checks, refusal } = await inspect(wallet, quote);
    expect(refusal).toBeUndefined();
    expect(checks).toContainEqual({
      label: 'Maker’s signature',
      status: 'warned',
      detail: 'The maker is a contract. It confirms that it accepts this signature.',
    });
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      stage: 'indexed',
      proof: { differing: [] },
    });
  });

  it('lists a contract maker’s quotes only while the contract allows its signer', async () => {
    const quote = await contractQuote(market.devnet, market.quote);
    const forged = await market.quote({ maker: market.devnet.accounts.deployer.address });
    const wallet = await start([quote, forged]);
    const listed = async () => {
      const checks = createOrderChecks({ client: wallet.client, wait: systemWait });
      const snapshot = await wallet.feed.refresh();
      await checks.run(snapshot);
      return [...snapshot.byDigest].map(([digest, entry]) => checks.isGenuine(digest, entry));
    };
    expect(await listed()).toEqual([true, false]);
    await setOperator(market.devnet, market.devnet.accounts.deployer.address);
    expect(await listed()).toEqual([false, false]);
  });

  it('refuses an order whose contract maker doesn’t allow the signer, or whose signer isn’t the maker', async () => {
    const quote = await contractQuote(market.devnet, market.quote);
    await setOperator(market.devnet, market.devnet.accounts.deployer.address);
    const wallet = await start([quote]);
    expect(await wallet.fill(digestOf(quote), ONE)).toMatchObject({
      failure: { code: 'refused', check: UNSIGNED },
    });
    expect((await inspect(wallet, quote)).refusal).toBeDefined();
    const { order } = await market.quote({ maker: market.devnet.accounts.deployer.address });
    const forged = await signOrder(market.maker, order);
    const other = await start([forged]);
    expect(await other.fill(digestOf(forged), ONE)).toMatchObject({
      failure: { code: 'refused', check: UNSIGNED },
    });
  });
});

describe('the card of a fill', () => {
  it('lists every check of a fill with its result', async () => {
    const quote = await market.quote();
    const wallet = await start([quote]);
    await wallet.feed.refresh();
    const { checks } = await inspect(wallet, quote);
    expect(checks.map(({ status, label }) => `${status} ${label}`)).toEqual([
      'passed Order book',
      'passed Option contract',
      'passed Collateral token',
      'passed Price feed',
      'passed Strikes',
      'passed Extra data',
      'passed Option expires',
      'passed Call or put',
      'passed Price per contract',
      'passed Order ends',
      'passed Nonce',
      'passed Maker’s signature',
      'passed Live feed',
      'passed Maker’s budget',
      'passed Your allowance',
      'passed Your balance',
      'passed Maker’s tokens',
      'passed Payoff',
    ]);
    expect(checks.every(({ detail }) => detail !== undefined)).toBe(true);
  });

  it.each([
    ['costs more than it can ever pay', 2_600_00000000n, 'higher than the max payout'],
    ['can’t gain at any price', 2_500_00000000n, 'loses money at every'],
  ])('requires a separate acknowledgement when the fill %s', async (_, price, words) => {
    const quote = await market.quote({ price });
    const wallet = await start([quote]);
    expect((await inspect(wallet, quote)).danger).toContain(words);
  });

  it('needs no acknowledgement for a fill that can gain, and warns when the account itself signed the order', async () => {
    const quote = await market.quote();
    const wallet = await start([quote]);
    const { danger, checks } = await inspect(wallet, quote);
    expect(danger).toBeUndefined();
    expect(checks.map(({ label }) => label)).not.toContain('Your own order');
    const own = await inspect({ ...wallet, account: market.maker.address }, quote);
    expect(own.checks).toContainEqual(
      expect.objectContaining({ label: 'Your own order', status: 'warned' }),
    );
  });

  it('computes the fee with the order’s own oracle, whatever price the feed reports', async () => {
    const quote = await market.quote();
    const wallet = await start([quote]);
    await market.devnet.setPrice('ETH', 2_000_00000000n);
    expect(await wallet.ticket(digestOf(quote))).toMatchObject({
      spot: { price: 200_000_000_000n, source: 'chain' },
      oraclePrice: 200_000_000_000n,
    });
    const feeOf = async () =>
      (await inspect(wallet, quote)).rows.find(({ label }) => label.startsWith('Fee'));
    expect(await feeOf()).toMatchObject({
      label: 'Fee, included in the premium',
      value: '1.2 USDC',
    });
    // Without an oracle price, the fee is assumed to be at most an eighth of the premium.
    await market.devnet.setPrice('ETH', 0n);
    expect(await feeOf()).toMatchObject({ label: 'Fee (maximum)', value: '5 USDC' });
  });

  it('passes the allowance check only if the batch’s last approval of the paid token covers the premium', async () => {
    const quote = await market.quote();
    await send(market.taker.address, USDC.address, allow(0n));
    const wallet = await start([quote]);
    const step = (amount: bigint, to = USDC.address) =>
      understandTransaction({ to, value: '0x0', data: allow(amount) });
    const allowance = async (...earlier: ReturnType<typeof step>[]) =>
      (await inspect(wallet, quote, earlier)).checks.find(({ label }) => label === 'Your allowance')
        ?.status;
    expect(await allowance()).toBe('warned');
    expect(await allowance(step(40_000000n))).toBe('passed');
    expect(await allowance(step(39_999999n))).toBe('warned');
    expect(await allowance(step(40_000000n), step(1n))).toBe('warned');
    expect(await allowance(step(40_000000n, BOOK_R12))).toBe('warned');
  });
});

async function inspect(
  wallet: Awaited<ReturnType<typeof start>>,
  { order, signature }: SignedOrder,
  earlier: ReturnType<typeof understandTransaction>[] = [],
) {
  const data = encodeFill({ order, signature, referrer: zeroAddress, numContracts: ONE });
  const understanding = understandTransaction({ to: BOOK_R12, value: '0x0', data });
  if (understanding.kind !== 'fill') throw new Error('That is no fill.');
  const inspection = await inspectFill({
    understanding,
    account: wallet.account,
    client: wallet.client,
    now: unixSeconds(await market.devnet.now()),
    spotOf: wallet.feed.spotOf,
    isInFeed: wallet.feed.has,
    modelValue: fairValue,
    earlier,
  });
  return wordedFill(understanding, inspection);
}
