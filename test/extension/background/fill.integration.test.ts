import { encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ticketOf, ticketPage } from '../../../components/screens/trade/ticket/ticket-model.ts';
import { readReferrerFees } from '../../../entrypoints/background/maker/referrer-fees.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../../shared/chain/deployments.ts';
import { tokenAt } from '../../../shared/chain/tokens.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import {
  encodeCancelMany,
  encodeClaimFees,
  encodeCutoff,
} from '../../../shared/orders/maker-calls.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { Size } from '../../../shared/orders/ticket.ts';
import { withdrawalTypedData } from '../../../shared/orders/withdrawal.ts';
import { fillDifferences } from '../../../shared/positions/filled-as-signed.ts';
import { contracts, epochMs, price8, unixSeconds } from '../../../shared/units.ts';
import { optionBookAbi } from '../../devnet/abi/full.ts';
import { type Devnet, startDevnet } from '../../devnet/devnet.ts';
import { sendFrom } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { equipMaker, REAL_ORDERS_TIME, readRealOrders } from '../../devnet/real-orders.ts';
import { injectFetch } from '../../helpers/inject-fetch.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import {
  type RunningOrders,
  startOrders,
  temporaryDirectory,
  wire,
} from '../../server/orders/harness.ts';
import { createTaker } from '../helpers/taker.ts';

const directory = temporaryDirectory();
afterAll(() => directory.remove());

const ONE = contracts(1_000_000n);
let databases = 0;

/** A taker's wallet with the real orders service. The devnet's clock follows `now`. */
async function startTaker(devnet: Devnet, now: () => number) {
  const clock = { now: () => epochMs(now()) };
  const file = `${directory.path}/${databases++}.db`;
  const chain = { rpcUrls: [devnet.rpcUrl], pollMs: 50 };
  const service = await startOrders({ engine: 'sqlite', file }, { chain, clock });
  return { service, ...createTaker({ devnet, fetch: injectFetch(service.app), now }) };
}

const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);

function hashOf({ hash }: FillView): `0x${string}` {
  if (hash === undefined) throw new Error('Nothing was sent.');
  return `0x${hash.slice(2)}`;
}

/** Returns the only position that a mined transaction created. */
async function made(devnet: Devnet, hash: `0x${string}`) {
  const { logs, blockNumber } = await devnet.client.getTransactionReceipt({ hash });
  const block = Number(blockNumber);
  const [position] = positionsFromLogs(logs, { hash, block, timestamp: unixSeconds(0) });
  if (position === undefined) throw new Error('The transaction made no position.');
  return position;
}

describe('orders of a real maker, at the time of their signatures', () => {
  let devnet: Devnet;
  let taker: Awaited<ReturnType<typeof startTaker>>;
  let started: number;

  beforeAll(async () => {
    devnet = await startDevnet({ timestamp: REAL_ORDERS_TIME });
    started = Date.now();
    taker = await startTaker(devnet, () => REAL_ORDERS_TIME * 1000 + Date.now() - started);
    for (const { signed } of await readRealOrders()) {
      // Funds the maker, because the list leaves out orders of makers who can't pay.
      await equipMaker(devnet, signed);
      expect(await taker.service.post(wire(signed))).toMatchObject({ status: 200 });
    }
  });
  afterAll(async () => {
    await taker?.service.stop();
    await devnet?.stop();
  });

  it('lists seven verified rows of real orders: five to buy and two physical options to sell', async () => {
    const { rows, refused } = await taker.rows();
    expect(refused).toEqual([]);
    expect(rows.map(({ structure, side }) => `${side} ${structure}`).sort()).toEqual([
      'buy Call butterfly',
      'buy Call spread',
      'buy Capped call',
      'buy Put',
      'buy Ranger',
      'sell Physical call',
      'sell Physical put',
    ]);
    expect(rows.flatMap(({ delivery }) => delivery ?? [])).toEqual([
      {
        given: { amount: 1000000000000000000n, symbol: 'aBasWETH', decimals: 18 },
        received: { amount: 2650000000n, symbol: 'aBasUSDC', decimals: 6 },
      },
      {
        given: { amount: 79000000000n, symbol: 'aBasUSDC', decimals: 6 },
        received: { amount: 100000000n, symbol: 'cbBTC', decimals: 8 },
      },
    ]);
  });

  // As in the figures computed by hand, a buyer spends ten and a seller sells a tenth.
  it.each<[string, Size, bigint]>([
    ['r12 LINEAR_CALL', { by: 'spend', amount: 10_000000n }, 2520317n],
    ['r12 PUT btc', { by: 'spend', amount: 10_000000n }, 123680n],
    ['r12 RANGER', { by: 'spend', amount: 10_000000n }, 33245n],
    ['r12 CALL_FLY', { by: 'spend', amount: 10_000000n }, 137167n],
    ['r12 CALL_SPREAD aBasUSDC', { by: 'spend', amount: 10_000000n }, 27433n],
    ['r12 PHYS_CALL bid', { by: 'contracts', amount: 10n ** 17n }, 10n ** 17n],
    ['r12 PHYS_PUT bid', { by: 'contracts', amount: 100_000n }, 100_000n],
  ])('fills %s exactly as signed', async (name, size, worked) => {
    const real = (await readRealOrders()).find(({ label }) => label === name);
    if (real === undefined) throw new Error(`There is no vector ${name}.`);
    const { signed, digest } = real;
    const { order } = signed;
    const token = tokenAt(order.collateral);
    if (token === undefined) throw new Error('The collateral is unknown.');
    const funds = order.isLong ? 10n ** 18n : 10_000000n;
    await devnet.fund(taker.account, { [token.symbol.toLowerCase()]: funds });
    const { referrer } = devnet.accounts;
    const ticket = ticketOf(await taker.ticket(digest, referrer.address));
    if (ticket === undefined) throw new Error('The ticket cannot be computed.');
    const { figures, obstacle } = ticketPage(ticket, size);
    expect(obstacle).toBeUndefined();
    expect(figures.contracts).toBe(worked);

    const first = taker.asked.length;
    const filled = await taker.fill(digest, figures.contracts, referrer.address);
    expect(filled).toMatchObject({ stage: 'indexed', proof: { differing: [] } });
    expect(filled.proof?.compared).toHaveLength(12);
    const hash = hashOf(filled);
    const [approve, fill] = taker.asked.slice(first);
    expect(approve).toMatchObject({ kind: 'approve', spender: BOOK_R12 });
    expect(fill).toMatchObject({ kind: 'fill', isPinnedBook: true, book: BOOK_R12 });

    const position = await made(devnet, hash);
    const numContracts = figures.contracts;
    expect(
      fillDifferences(position, {
        entry: signed,
        numContracts,
        referrer: referrer.address,
        account: taker.account,
      }),
    ).toEqual([]);
    // No unit of a buyer's allowance is left. A seller's allowance keeps the additional unit of the
    // estimate, and an allowance of receipts up to four units for rounding.
    const spare =
      (order.isLong ? 1n : 0n) + (tokenAt(order.collateral)?.symbol.startsWith('aBas') ? 4n : 0n);
    expect(await taker.allowance(order.collateral, BOOK_R12)).toBe(spare);
    const holder = order.isLong ? position.seller : position.buyer;
    expect(holder).toBe(taker.account.toLowerCase());
  });
});

describe('a fill', () => {
  let market: Market;
  let taker: Awaited<ReturnType<typeof startTaker>>;

  beforeAll(async () => {
    market = await startMarket();
  });
  afterAll(async () => market?.stop());
  afterEach(async () => taker?.service.stop());

  async function start(...quotes: SignedOrder[]) {
    taker = await startTaker(market.devnet, Date.now);
    if (quotes.length > 0) await taker.service.post(quotes.map((quote) => wire(quote)));
    return taker;
  }

  it('doesn’t ask for an approval when the account’s allowance already covers the fill', async () => {
    const quote = await market.quote();
    const { fill, asked } = await start(quote);
    await fill(digestOf(quote), ONE);
    expect(asked.map(({ kind }) => kind)).toEqual(['fill']);
  });

  it('reports the newer quote that replaced the selected quote, and doesn’t prompt the user', async () => {
    const option = { expiry: (await market.devnet.now()) + 86_400 };
    const old = await market.quote({ ...option, price: 40_00000000n });
    const { service, ticket, fill, fills, rest, asked } = await start(old);
    await ticket(digestOf(old));
    const dear = await market.quote({ ...option, price: 42_00000000n });
    const cheap = await market.quote({ ...option, price: 41_00000000n });
    const other = await market.quote({ ...option, price: 1_00000000n, strikes: [2_400_00000000n] });
    await service.post([dear, cheap, other].map((quote) => wire(quote)));
    await withdraw(service, old);
    const replaced = await fill(digestOf(old), ONE);
    expect(replaced).toMatchObject({
      stage: 'replaced',
      price: '4000000000',
      newer: { digest: digestOf(cheap), price: '4100000000' },
    });
    expect(asked).toEqual([]);
    expect((await ticket(digestOf(old))).newer).toMatchObject({ digest: digestOf(cheap) });
    // The wallet fills only after the user agrees, and only at the shown price.
    const stale = fills.accept(replaced.id, digestOf(dear));
    await expect(stale).rejects.toMatchObject({ code: 'requestChanged' });
    expect(fills.find(replaced.id)).toMatchObject({ stage: 'replaced' });
    await fills.accept(replaced.id, digestOf(cheap));
    await expect(fills.accept(replaced.id, digestOf(cheap))).resolves.toBeUndefined();
    expect(await rest(replaced.id)).toMatchObject({
      stage: 'indexed',
      digest: digestOf(cheap),
      price: '4100000000',
      proof: { premium: '41000000' },
    });
  });

  it.each([
    ['better', 39_00000000n, '39000000'],
    ['half a per cent worse', 40_20000000n, '40200000'],
  ])(
    'continues with a newer quote of the same maker at a price that is %s',
    async (_, price, premium) => {
      const option = { expiry: (await market.devnet.now()) + 86_400 };
      const old = await market.quote({ ...option, price: 40_00000000n });
      const { service, ticket, fill } = await start(old);
      await ticket(digestOf(old));
      const next = await market.quote({ ...option, price });
      await service.post([wire(next)]);
      await withdraw(service, old);
      expect(await fill(digestOf(old), ONE)).toMatchObject({
        stage: 'indexed',
        digest: digestOf(next),
        price: price.toString(),
        proof: { premium },
      });
    },
  );

  it('stops without a prompt when a newer quote is one unit beyond the tolerance', async () => {
    const option = { expiry: (await market.devnet.now()) + 86_400 };
    const old = await market.quote({ ...option, price: 40_00000000n });
    const { service, ticket, fill, asked } = await start(old);
    await ticket(digestOf(old));
    await service.post([wire(await market.quote({ ...option, price: 40_20000001n }))]);
    await withdraw(service, old);
    expect(await fill(digestOf(old), ONE)).toMatchObject({ stage: 'replaced' });
    expect(asked).toEqual([]);
  });

  it('reports that a quote is gone', async () => {
    const quote = await market.quote();
    const { service, ticket, fill } = await start(quote);
    await ticket(digestOf(quote));
    await withdraw(service, quote);
    expect(await fill(digestOf(quote), ONE)).toMatchObject({ failure: { code: 'gone' } });
  });

  it('stops after the approval when the quote disappeared in the meantime', async () => {
    const quote = await market.quote();
    const wallet = await start(quote);
    await market.devnet.send({
      from: wallet.account,
      to: USDC.address,
      data: approveCall(0n),
    });
    const filling = wallet.fill(digestOf(quote), ONE);
    await expect.poll(() => wallet.asked.length, { interval: 1 }).toBe(1);
    await withdraw(wallet.service, quote);
    expect(await filling).toMatchObject({ stage: 'failed', failure: { code: 'gone' } });
    expect(wallet.asked.map(({ kind }) => kind)).toEqual(['approve']);
    await market.devnet.send({
      from: wallet.account,
      to: USDC.address,
      data: approveCall(2n ** 255n),
    });
  });

  it('refuses an order that the feed misrepresents, before any allowance', async () => {
    const quote = await market.quote();
    const foreign = { ...quote, optionBookAddress: market.maker.address };
    const altered = { ...quote, order: { ...quote.order, price: price8(1n) } };
    const orders = [foreign, altered].map((entry) => wire(entry));
    const lied = createTaker({
      devnet: market.devnet,
      fetch: async () => Response.json({ data: { orders, market_data: { ETH: 2590 } } }),
    });
    const { rows, refused, newer } = await lied.rows();
    expect([rows, refused.map(({ count }) => count), newer]).toEqual([[], [1], 1]);
    for (const [entry, check] of [
      [foreign, 'book'],
      [altered, 'signature'],
    ] as const) {
      expect(await lied.fill(digestOf(entry), ONE)).toMatchObject({
        failure: { code: 'refused', check: { check, status: 'failed' } },
      });
    }
    expect(lied.asked).toEqual([]);
  });

  it('refuses a size below the book’s minimum without a prompt', async () => {
    const quote = await market.quote();
    const { fill, asked } = await start(quote);
    const least = await market.devnet.client.readContract({
      address: BOOK_R12,
      abi: optionBookAbi,
      functionName: 'minNumContracts',
    });
    expect(await fill(digestOf(quote), least - 1n)).toMatchObject({
      failure: { code: 'tooSmall' },
    });
    expect(asked).toEqual([]);
  });

  it('rounds a size with 18-decimal collateral down to a millionth of a contract', async () => {
    const quote = await market.quote({
      product: 'INVERSE_CALL',
      price: 2_000000n,
      budget: 10n ** 20n,
    });
    const { fill, asked } = await start(quote);
    await fill(digestOf(quote), 10n ** 18n + 1_999_999_999_999n);
    expect(asked.at(-1)).toMatchObject({ order: { numContracts: 10n ** 18n + 10n ** 12n } });
  });

  it('credits the fee to the fill’s referrer, who can see and claim it', async () => {
    const { devnet } = market;
    const { referrer, deployer } = devnet.accounts;
    const quote = await market.quote();
    const { fill, client } = await start(quote);
    expect(await readReferrerFees(client, referrer.address)).toEqual({
      splitBps: 0n,
      claimable: [],
    });
    await sendFrom(devnet, deployer, {
      to: BOOK_R12,
      data: encodeFunctionData({
        abi: optionBookAbi,
        functionName: 'setReferrerFeeSplit',
        args: [referrer.address, 2_500n],
      }),
    });
    const position = await made(devnet, hashOf(await fill(digestOf(quote), ONE, referrer.address)));
    expect(position.referralFeePaid).toBeGreaterThan(0n);
    expect(await readReferrerFees(client, referrer.address)).toMatchObject({
      splitBps: 2_500n,
      claimable: [{ token: { symbol: 'USDC' }, amount: position.referralFeePaid }],
    });
    await sendFrom(devnet, referrer, { to: BOOK_R12, data: encodeClaimFees(USDC.address) });
    expect((await readReferrerFees(client, referrer.address)).claimable).toEqual([]);
    expect(await market.balance(referrer.address)).toBe(position.referralFeePaid);
  });

  it('removes orders from the list and from the service when the maker cancels a batch of orders or sets a cutoff', async () => {
    const { devnet, maker } = market;
    const now = await devnet.now();
    const [first, second] = [await market.quote(), await market.quote()];
    const early = await market.quote({ orderExpiry: now + 400 });
    const late = await market.quote({ orderExpiry: now + 401 });
    const { service, rows } = await start(first, second, early, late);
    expect((await rows()).rows).toHaveLength(4);
    await sendFrom(devnet, maker, {
      to: BOOK_R12,
      data: encodeCancelMany([first.order, second.order]),
    });
    await sendFrom(devnet, maker, { to: BOOK_R12, data: encodeCutoff(unixSeconds(now + 401)) });
    await expect
      .poll(async () => (await rows()).rows.map(({ digest }) => digest))
      .toEqual([digestOf(late)]);
    expect((await service.feed()).orders).toHaveLength(1);
  });

  async function withdraw(service: RunningOrders, quote: SignedOrder) {
    const digest = digestOf(quote);
    const signature = await market.maker.signTypedData(withdrawalTypedData(digest));
    expect(await service.remove(digest, signature)).toBe(204);
  }
});

function approveCall(amount: bigint) {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BOOK_R12, amount] });
}
