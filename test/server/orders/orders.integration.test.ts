import { type Address, encodeDeployData, encodeFunctionData, maxUint256, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../../shared/chain/deployments.ts';
import { encodeCancel } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import { withdrawalTypedData } from '../../../shared/orders/withdrawal.ts';
import { contracts, unixSeconds } from '../../../shared/units.ts';
import { optionBookAbi } from '../../devnet/abi/full.ts';
import { compileContracts } from '../../devnet/compile.ts';
import { contractQuote, setOperator } from '../../devnet/contract-maker.ts';
import { fillOrder, sendFrom, signOrder } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { realOrders } from '../../shared/orders/real-orders.ts';
import { type RunningOrders, startOrders, temporaryDirectory, wire } from './harness.ts';

const QUICK = 50;

let market: Market;
let postgres: TestPostgres;
const directory = temporaryDirectory();
const running: RunningOrders[] = [];
let databases = 0;

beforeAll(async () => {
  [market, postgres] = await Promise.all([startMarket(), startPostgres()]);
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});
afterAll(async () => {
  await market?.stop();
  await postgres?.stop();
  directory.remove();
});

const sqlite = async () =>
  ({ engine: 'sqlite', file: `${directory.path}/${databases++}.db` }) as const;
const postgresql = async () =>
  ({ engine: 'postgres', url: await postgres.createDatabase(`orders${databases++}`) }) as const;

async function start(target: Awaited<ReturnType<typeof sqlite | typeof postgresql>>) {
  const chain = { rpcUrls: [market.devnet.rpcUrl], pollMs: QUICK };
  const service = await startOrders(target, { chain });
  running.push(service);
  return service;
}

const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);
const digestsOf = async (service: RunningOrders) => (await service.feed()).orders.map(digestOf);

async function startKnowing(target: Awaited<ReturnType<typeof sqlite>>) {
  const service = await start(target);
  await eventually(async () => expect((await service.feed()).marketData.ETH).toBeDefined());
  return service;
}

describe('the feed', () => {
  it('publishes a valid posted order immediately, with its ticker and its greeks', async () => {
    const service = await startKnowing(await sqlite());
    const quote = await market.quote();
    const answer = await service.post(wire(quote));
    const digest = digestOf(quote);
    expect(answer).toEqual({
      status: 200,
      body: { accepted: 1, digests: [digest], results: [{ digest, status: 'accepted' }] },
    });
    const [entry] = (await service.feed()).orders;
    expect(entry).toMatchObject({
      ...quote,
      ticker: expect.stringMatching(/^ETH-\d+[A-Z]{3}\d\d-2500-P$/),
    });
    expect(entry?.greeks?.delta).toBeLessThan(0);
    expect(entry?.greeks?.iv).toBeGreaterThan(0);
    const now = unixSeconds(await market.devnet.now());
    expect(entry && verifyOrder(entry, { now }).status).toBe('passed');
  });

  it('uses the format and the headers of deployed feeds', async () => {
    const service = await startKnowing(await sqlite());
    await service.post(wire(await market.quote()));
    const answer = await service.app.inject('/orders/');
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=1',
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.json()).toEqual({
      data: {
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        orders: [
          {
            order: expect.objectContaining({
              strikes: [250_000_000_000],
              price: '4000000000',
              numContracts: '0',
              expiry: expect.any(Number),
            }),
            nonce: expect.stringMatching(/^\d+$/),
            signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
            optionBookAddress: BOOK_R12,
            greeks: expect.any(Object),
          },
        ],
        market_data: expect.objectContaining({ ETH: 2590, BTC: 80300 }),
      },
      metadata: { last_updated: expect.any(Number), current_time: expect.any(Number) },
    });
  });

  it('accepts a list, publishes each entry once, and keeps the signed sequence of the strikes', async () => {
    const service = await start(await sqlite());
    const strikes = [2_600n, 2_500n].map((dollars) => dollars * 100_000_000n);
    const quotes = [await market.quote(), await market.quote({ product: 'PUT_SPREAD', strikes })];
    await service.post(quotes.map((quote) => wire(quote)));
    await service.post(quotes.map((quote) => wire(quote)));
    const { orders } = await service.feed();
    expect(orders.map(digestOf)).toEqual(quotes.map(digestOf));
    expect(orders[1]?.order.strikes).toEqual(strikes);
    expect(orders[1] && describeOrder(orders[1].order).product?.label).toBe('Put spread');
  });

  it('accepts real orders of a real maker while their quotes are live', async () => {
    const real = realOrders().filter(({ label }) => label.startsWith('r12'));
    const at = (real[0]?.entry.order.orderExpiryTimestamp ?? 0) - 60;
    const service = await startOrders(await sqlite(), {
      chain: { rpcUrls: [market.devnet.rpcUrl], pollMs: QUICK },
      clock: { now: () => (at * 1000) as never },
    });
    running.push(service);
    const answer = await service.post(real.map(({ entry }) => wire(entry)));
    expect(answer.body).toMatchObject({
      accepted: 7,
      digests: real.map(({ expect: e }) => e.digest),
    });
  });

  it('answers a preflight request, and allows DELETE', async () => {
    const service = await start(await sqlite());
    const answer = await service.app.inject({ method: 'OPTIONS', url: '/orders/' });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE');
  });
});

describe('a bad post', () => {
  it.each<[string, (quote: ReturnType<typeof wire>) => unknown, Record<string, unknown>]>([
    [
      'a missing field',
      (q) => ({ ...q, order: { ...q.order, price: undefined } }),
      { code: 'bad-entry', index: 1, field: 'order.price' },
    ],
    [
      'a changed price',
      (q) => ({ ...q, order: { ...q.order, price: '1' } }),
      { code: 'failed-check', index: 1, check: 'signature', reason: 'not-the-maker' },
    ],
    [
      'an unknown implementation',
      (q) => ({ ...q, order: { ...q.order, implementation: BOOK_R12 } }),
      { code: 'failed-check', index: 1, check: 'implementation', reason: 'unknown' },
    ],
    [
      'an unknown book',
      (q) => ({ ...q, optionBookAddress: q.order.maker }),
      { code: 'failed-check', index: 1, check: 'book' },
    ],
    [
      'a wrong nonce',
      (q) => ({ ...q, nonce: '1' }),
      { code: 'failed-check', index: 1, check: 'nonce' },
    ],
    [
      'an expired quote',
      (q) => ({ ...q, order: { ...q.order, orderExpiryTimestamp: 1 } }),
      { code: 'failed-check', index: 1, check: 'quote expiry', reason: 'past' },
    ],
    [
      'strikes that JSON cannot carry',
      (q) => ({ ...q, order: { ...q.order, strikes: ['9007199254740993'] } }),
      { code: 'bad-entry', index: 1, field: 'order.strikes' },
    ],
  ])(
    'when one entry has %s, rejects the post, names the reason, and stores no entry',
    async (_, damage, expected) => {
      const service = await start(await sqlite());
      const [good, bad] = [await market.quote(), await market.quote()];
      const answer = await service.post([wire(good), damage(wire(bad))]);
      expect(answer).toMatchObject({
        status: 400,
        body: { ...expected, error: expect.stringContaining('Entry 1') },
      });
      expect((await service.feed()).orders).toEqual([]);
    },
  );

  it.each([['[]'], ['"text"'], ['null'], ['{'], ['[1]']])(
    'rejects a post with an invalid body: %s',
    async (payload) => {
      const service = await start(await sqlite());
      const headers = { 'content-type': 'application/json' };
      const answer = await service.app.inject({
        method: 'POST',
        url: '/orders/',
        headers,
        payload,
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: expect.any(String) });
    },
  );

  it('rejects a post with too many entries', async () => {
    const service = await start(await sqlite());
    const quote = wire(await market.quote());
    expect(await service.post(Array.from({ length: 1001 }, () => quote))).toMatchObject({
      status: 400,
    });
  });
});

describe('a maker that is a contract', () => {
  it('accepts orders and withdrawals of a maker contract only with a signature of the contract’s signers', async () => {
    const { devnet, maker, taker } = market;
    const contract: Address = '0x00000000000000000000000000000000000d00ab';
    const { data: bytecode = '0x' } = await devnet.client.call({
      data: encodeDeployData({
        abi: parseAbi(['constructor(address operator)']),
        bytecode: (await compileContracts()).ContractMaker ?? '0x',
        args: [maker.address],
      }),
    });
    await devnet.client.setCode({ address: contract, bytecode });
    await devnet.fund(contract, { usdc: 10n ** 12n, eth: 10n ** 18n });
    await devnet.impersonate(contract);
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [BOOK_R12, maxUint256],
    });
    await devnet.send({ from: contract, to: USDC.address, data });
    const service = await start(await sqlite());
    const { order } = await market.quote({ maker: contract });
    expect(await service.post(wire(await signOrder(taker, order)))).toMatchObject({
      status: 400,
      body: { check: 'signature', reason: 'not-the-maker' },
    });
    const quote = await signOrder(maker, order);
    expect(await service.post(wire(quote))).toMatchObject({ status: 200 });
    expect(await digestsOf(service)).toEqual([digestOf(quote)]);
    const typed = withdrawalTypedData(digestOf(quote));
    expect(await service.remove(digestOf(quote), await taker.signTypedData(typed))).toBe(403);
    expect(await service.remove(digestOf(quote), await maker.signTypedData(typed))).toBe(204);
    expect(await digestsOf(service)).toEqual([]);
  });
});

describe('a maker contract that revokes the role of its signer', () => {
  it('hides the orders of a signer until the contract accepts that signer again, and keeps other orders visible', async () => {
    const { devnet, maker, taker, quote } = market;
    const signed = await contractQuote(devnet, quote);
    const service = await start(await sqlite());
    const own = await quote();
    await service.post([wire(signed), wire(own)]);
    expect(await digestsOf(service)).toEqual([signed, own].map(digestOf));
    await setOperator(devnet, taker.address);
    await eventually(async () => expect(await digestsOf(service)).toEqual([digestOf(own)]));
    await setOperator(devnet, maker.address);
    await eventually(async () =>
      expect((await digestsOf(service)).sort()).toEqual([signed, own].map(digestOf).sort()),
    );
  });

  it('hides a stored order after a restart when the order’s signer has lost the role', async () => {
    const { devnet, taker, quote } = market;
    const target = await sqlite();
    const first = await start(target);
    const signed = await contractQuote(devnet, quote);
    await first.post(wire(signed));
    await first.stop();
    running.pop();
    await setOperator(devnet, taker.address);
    const second = await start(target);
    await eventually(async () => expect(await digestsOf(second)).toEqual([]));
  });
});

describe('withdrawal', () => {
  const stranger = privateKeyToAccount(`0x${'77'.repeat(32)}`);

  it('a withdrawal requires the maker’s signature, and a withdrawn order isn’t shown again', async () => {
    const service = await start(await sqlite());
    const quote = await market.quote();
    const digest = digestOf(quote);
    await service.post(wire(quote));
    const typed = withdrawalTypedData(digest);
    expect(await service.remove(digest, await stranger.signTypedData(typed))).toBe(403);
    expect(await digestsOf(service)).toEqual([digest]);
    expect(await service.remove(digest, await market.maker.signTypedData(typed))).toBe(204);
    expect(await digestsOf(service)).toEqual([]);
    await service.post(wire(quote));
    expect(await digestsOf(service)).toEqual([]);
    expect(await service.remove(digest, await market.maker.signTypedData(typed))).toBe(404);
  });

  it('rejects a withdrawal that names an unknown order, has an empty signature or has an invalid digest', async () => {
    const service = await start(await sqlite());
    const digest = digestOf(await market.quote());
    const signature = await market.maker.signTypedData(withdrawalTypedData(digest));
    expect(await service.remove(digest, signature)).toBe(404);
    expect(await service.remove(digest, '0x')).toBe(400);
    expect(await service.remove('0x12', signature)).toBe(400);
  });
});

describe('the chain’s state', () => {
  const gone = (service: RunningOrders, quote: SignedOrder) =>
    eventually(async () => expect(await digestsOf(service)).not.toContain(digestOf(quote)));

  it('hides both orders that share a budget when a fill uses up this budget', async () => {
    const service = await start(await sqlite());
    const orderExpiry = (await market.devnet.now()) + 5_000;
    const budget = 2_500_000_000n;
    const quote = await market.quote({ budget, orderExpiry });
    const sibling = await market.quote({ budget, orderExpiry, strikes: [250_100_000_000n] });
    expect(sibling.nonce).toBe(quote.nonce);
    await service.post([wire(quote), wire(sibling)]);
    await fillOrder(market.devnet, {
      signed: quote,
      taker: market.taker,
      numContracts: contracts(1_000_000n),
    });
    await gone(service, quote);
    await gone(service, sibling);
  });

  it('keeps a partly filled order', async () => {
    const service = await start(await sqlite());
    const quote = await market.quote();
    await service.post(wire(quote));
    await fillOrder(market.devnet, {
      signed: quote,
      taker: market.taker,
      numContracts: contracts(1_000_000n),
    });
    const block = Number(await market.devnet.client.getBlockNumber({ cacheTime: 0 }));
    await eventually(async () =>
      expect(await service.health()).toMatchObject({ chain: { block, isReachable: true } }),
    );
    expect(await digestsOf(service)).toEqual([digestOf(quote)]);
  });

  it('answers a post with the status of each order: cancelled, cut off or accepted', async () => {
    const snapshot = await market.devnet.client.snapshot();
    const service = await startKnowing(await sqlite());
    const now = await market.devnet.now();
    const cancelled = await market.quote({ orderExpiry: now + 500_000, expiry: now + 2_000_000 });
    const early = await market.quote({ orderExpiry: now + 1_000 });
    const late = await market.quote({ orderExpiry: now + 600_000, expiry: now + 3_000_000 });
    await sendFrom(market.devnet, market.maker, {
      to: BOOK_R12,
      data: encodeCancel(cancelled.order),
    });
    const data = encodeFunctionData({
      abi: optionBookAbi,
      functionName: 'cancelOrdersExpiringBefore',
      args: [BigInt(now + 2_000)],
    });
    await sendFrom(market.devnet, market.maker, { to: BOOK_R12, data });
    const { body } = await service.post([cancelled, early, late].map((quote) => wire(quote)));
    expect(body).toMatchObject({
      results: [
        { digest: digestOf(cancelled), status: 'cancelled' },
        { digest: digestOf(early), status: 'cutOff' },
        { digest: digestOf(late), status: 'accepted' },
      ],
    });
    await market.devnet.client.revert({ id: snapshot });
  });

  it('hides a cancelled order', async () => {
    const service = await start(await sqlite());
    const quote = await market.quote();
    await service.post(wire(quote));
    await sendFrom(market.devnet, market.maker, { to: BOOK_R12, data: encodeCancel(quote.order) });
    await gone(service, quote);
  });

  it('shows an order again when a reorganization undoes its cancellation', async () => {
    const service = await start(await sqlite());
    const quote = await market.quote();
    await service.post(wire(quote));
    const snapshot = await market.devnet.client.snapshot();
    await sendFrom(market.devnet, market.maker, { to: BOOK_R12, data: encodeCancel(quote.order) });
    await gone(service, quote);
    await market.devnet.client.revert({ id: snapshot });
    await market.devnet.mine(2);
    await eventually(async () => expect(await digestsOf(service)).toContain(digestOf(quote)));
  });

  it('hides orders that a maker cancelled with a cutoff', async () => {
    const service = await start(await sqlite());
    const now = await market.devnet.now();
    const [early, late] = [
      await market.quote({ orderExpiry: now + 1_000 }),
      await market.quote({ orderExpiry: now + 500_000, expiry: now + 2_000_000 }),
    ];
    await service.post([wire(early), wire(late)]);
    const snapshot = await market.devnet.client.snapshot();
    const data = encodeFunctionData({
      abi: optionBookAbi,
      functionName: 'cancelOrdersExpiringBefore',
      args: [BigInt(now + 2_000)],
    });
    await sendFrom(market.devnet, market.maker, { to: BOOK_R12, data });
    await gone(service, early);
    expect(await digestsOf(service)).toEqual([digestOf(late)]);
    await market.devnet.client.revert({ id: snapshot });
  });

  it('drops an order when its quote expires', async () => {
    let now = Date.now();
    const service = await startOrders(await sqlite(), {
      chain: { rpcUrls: [market.devnet.rpcUrl], pollMs: QUICK },
      clock: { now: () => now as never },
    });
    running.push(service);
    const quote = await market.quote();
    await service.post(wire(quote));
    now = quote.order.orderExpiryTimestamp * 1000;
    expect(await digestsOf(service)).toHaveLength(1);
    now += 1000;
    await gone(service, quote);
  });
});

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgresql],
])('two instances on one database of %s', (_, target) => {
  it('both instances publish the same orders and withdrawals', async () => {
    const database = await target();
    const [first, second] = [await start(database), await start(database)];
    const quotes = [await market.quote(), await market.quote()];
    await first.post(wire(quotes[0] ?? expect.unreachable()));
    await second.post(wire(quotes[1] ?? expect.unreachable()));
    for (const service of [first, second])
      await eventually(async () =>
        expect((await digestsOf(service)).sort()).toEqual(quotes.map(digestOf).sort()),
      );
    const digest = digestOf(quotes[0] ?? expect.unreachable());
    await second.remove(digest, await market.maker.signTypedData(withdrawalTypedData(digest)));
    await eventually(async () => expect(await digestsOf(first)).toHaveLength(1));
  });

  it('both instances together store a post only once when they receive it in parallel', async () => {
    const database = await target();
    const services = [await start(database), await start(database)];
    const quotes = await Promise.all(Array.from({ length: 10 }, () => market.quote()));
    const body = quotes.map((quote) => wire(quote));
    const answers = await Promise.all(services.map((service) => service.post(body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const service of services) expect((await service.feed()).orders).toHaveLength(10);
  });

  it('restores the feed after a restart', async () => {
    const database = await target();
    const quote = await market.quote();
    const first = await start(database);
    await first.post(wire(quote));
    await first.stop();
    expect(await digestsOf(await start(database))).toEqual([digestOf(quote)]);
  });
});
