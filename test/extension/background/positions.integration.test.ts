import { encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import {
  createIndexerClient,
  type UpdateOutcome,
} from '../../../entrypoints/background/market/indexer-client.ts';
import { createCatchUp } from '../../../entrypoints/background/positions/catch-up.ts';
import { createRecentTrades } from '../../../entrypoints/background/positions/recent-trades.ts';
import { createPositions } from '../../../entrypoints/background/positions/refresh.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { proxyTarget } from '../../../shared/chain/minimal-proxy.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { totalsOf } from '../../../shared/positions/totals.ts';
import { contracts, epochMs, price8 } from '../../../shared/units.ts';
import { optionAbi } from '../../devnet/abi/full.ts';
import { fillOrder, sendFrom } from '../../devnet/fill.ts';
import { type Market, startMarket } from '../../devnet/market-fixture.ts';
import { injectFetch } from '../../helpers/inject-fetch.ts';
import { temporaryDirectory } from '../../server/orders/harness.ts';
import { type RunningIndexer, startIndexer } from '../../server/positions/harness.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { memoryLayouts } from '../helpers/memory-layouts.ts';
import { memoryNotes } from '../helpers/memory-notes.ts';

const BUYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SELLER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** A settled row with all peculiarities of deployed indexers. */
const RECORDED = {
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  status: 'settled',
  entryTimestamp: 1788508800,
  entryTxHash: 'AB'.repeat(32),
  entryBlock: 45700000,
  closeTimestamp: 1788599999,
  closeTxHash: 'cd'.repeat(32),
  closeBlock: 45745000,
  buyer: BUYER.toUpperCase().replace('0X', '0x'),
  seller: SELLER.toLowerCase(),
  referrer: '0x94D784e81A5c8cA6E19629C73217b61a256Ea1c7',
  createdBy: '0x1bDff855d6811728acaDC00989e79143a2bdfDed',
  entryPremium: '9999956',
  entryFeePaid: '5962',
  optionType: 257,
  optionTypeRaw: '257',
  collateralToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  collateralSymbol: 'USDC',
  collateralDecimals: 6,
  underlyingAsset: 'BTC',
  priceFeed: '0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F',
  strikes: ['7900000000000'],
  expiryTimestamp: 1788595200,
  numContracts: '123680',
  collateralAmount: '9770720000',
  settlement: { settlementPrice: null, payoutBuyer: null, collateralReturnedSeller: null },
  explicitClose: null,
};

const clientOf = (fetch: Fetch, layouts = memoryLayouts()) =>
  createIndexerClient({ fetch, url: () => 'https://indexer.example/indexer', layouts });

/** Returns the answer for each path; other paths return 404. */
function answering(answers: Record<string, () => Response>): Fetch {
  return async (url) => {
    const path = new URL(url).pathname.replace('/indexer/api/v1', '');
    return answers[path]?.() ?? new Response('{"error":"Not found"}', { status: 404 });
  };
}

const listing = (open: unknown, history: unknown = []) =>
  clientOf(
    answering({
      [`/user/${BUYER}/positions`]: () => Response.json(open),
      [`/user/${BUYER}/history`]: () => Response.json(history),
    }),
  );

describe('the indexer’s client', () => {
  it('reads a row with unprefixed hashes, addresses in mixed case, no side and a settlement of nulls', async () => {
    const [found] = await listing([], [RECORDED]).positions(BUYER);
    expect(found).toMatchObject({
      side: undefined,
      position: {
        address: RECORDED.address.toLowerCase(),
        status: 'settled',
        buyer: BUYER.toLowerCase(),
        seller: SELLER.toLowerCase(),
        entry: { txHash: `0x${'ab'.repeat(32)}` },
        close: { txHash: `0x${'cd'.repeat(32)}` },
        numContracts: 123680n,
      },
    });
    expect(found?.position.settlement).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ['null', { settlement: null }],
    ['absent', { settlement: undefined }],
    ['an object of nulls', {}],
  ])('leaves the settlement undefined when the indexer’s settlement is %s', async (_, change) => {
    const open = { ...RECORDED, status: 'open', closeTimestamp: null, ...change };
    const [found] = await listing([open]).positions(BUYER);
    expect(found?.position).toMatchObject({ status: 'open', settlement: undefined });
  });

  it('lists a position once, as settled, when it settled between the indexer’s two answers', async () => {
    const open = { ...RECORDED, status: 'open', settlement: null };
    const found = await listing([open], [RECORDED]).positions(BUYER);
    expect(found.map(({ position }) => position.status)).toEqual(['settled']);
  });

  it('reads lists that the indexer nests in a “data” field, and leaves out invalid rows', async () => {
    const found = await listing({ data: [null, {}, RECORDED] }, { data: [] }).positions(BUYER);
    expect(found).toHaveLength(1);
  });

  it.each<[string, () => Response, string]>([
    [
      'still reading the chain',
      () => Response.json({ error: 'soon' }, { status: 503 }),
      'indexerBehind',
    ],
    ['failing', () => new Response('', { status: 500 }), 'indexerUnreachable'],
    ['a different kind of server', () => Response.json({ hello: 'world' }), 'indexerUnreadable'],
    ['malformed', () => new Response('[{'), 'indexerUnreadable'],
    [
      'announcing a 300 MB answer',
      () => new Response('[', { headers: { 'content-length': '300000000' } }),
      'indexerUnreachable',
    ],
  ])('reports an indexer that is %s', async (_, answer, code) => {
    const client = clientOf(async () => answer());
    await expect(client.positions(BUYER)).rejects.toMatchObject({ code });
  });

  it.each<[string, () => Response, UpdateOutcome]>([
    ['success', () => Response.json({ status: 'success', errors: [] }), 'success'],
    [
      'skipped',
      () => Response.json({ status: 'skipped', message: 'Duplicate request' }),
      'skipped',
    ],
    ['500', () => Response.json({ status: 'error', message: 'rpc' }, { status: 500 }), 'error'],
    ['text that isn’t JSON', () => new Response('done'), 'error'],
  ])(
    'derives the outcome of an update request from this response of the indexer: %s',
    async (_, answer, outcome) => {
      expect(await clientOf(async () => answer()).update()).toBe(outcome);
    },
  );
});

describe('the layouts of deployed indexers', () => {
  const notFound = () => Response.json({ error: 'API endpoint not found' }, { status: 404 });

  /** Creates a host that answers these paths and records the requested paths in order. */
  function host(answers: Record<string, () => Response>) {
    const asked: string[] = [];
    const fetch: Fetch = async (url, init) => {
      const path = new URL(url).pathname.replace('/indexer/api/v1', '');
      asked.push(`${init?.method ?? 'GET'} ${path}`);
      return answers[path]?.() ?? notFound();
    };
    return { asked, fetch };
  }

  const CURRENT = {
    [`/book/user/${BUYER}/positions`]: () => Response.json({ data: [] }),
    [`/book/user/${BUYER}/history`]: () => Response.json({ data: [RECORDED] }),
  };

  it("detects an indexer's layout once per host and remembers it", async () => {
    const { asked, fetch } = host(CURRENT);
    const layouts = memoryLayouts();
    expect(await clientOf(fetch, layouts).positions(BUYER)).toHaveLength(1);
    asked.length = 0;
    // Another worker remembers the layout.
    expect(await clientOf(fetch, layouts).positions(BUYER)).toHaveLength(1);
    expect(asked).toEqual([`GET /book/user/${BUYER}/positions`, `GET /book/user/${BUYER}/history`]);
  });

  it('detects the layout again after the host’s layout changes', async () => {
    const layouts = memoryLayouts();
    await layouts.set('https://indexer.example/indexer', 'plain');
    expect(await clientOf(host(CURRENT).fetch, layouts).positions(BUYER)).toHaveLength(1);
    expect(await layouts.get('https://indexer.example/indexer')).toBe('book');
  });

  it('sends the update request to the host that positions are read from, in the layout of that host', async () => {
    const { asked, fetch } = host({
      ...CURRENT,
      '/book/update': () => Response.json({ status: 'success', errors: [] }),
    });
    const layouts = memoryLayouts();
    await layouts.set('https://positions.example', 'book');
    const client = createIndexerClient({
      fetch: (url, init) => fetch(url.replace('/api', '/indexer/api'), init),
      url: () => 'https://statistics.example',
      positionsUrl: () => 'https://positions.example',
      layouts,
    });
    expect(await client.update()).toBe('success');
    expect(asked).toEqual(['POST /book/update']);
  });

  it.each([
    ['a 404', notFound],
    ['a success without effect', () => Response.json({ ok: true })],
  ])('reports that no update is needed when the indexer’s answer is %s', async (_, answer) => {
    const client = clientOf(host({ ...CURRENT, '/book/update': answer }).fetch);
    await client.positions(BUYER);
    expect(await client.update()).toBe('unneeded');
  });

  it('doesn’t accept a layout from a host that serves a web page for every path', async () => {
    const client = clientOf(async () => new Response('<!doctype html>'));
    await expect(client.positions(BUYER)).rejects.toMatchObject({ code: 'indexerUnreadable' });
  });
});

describe('catching up after a trade', () => {
  /** Runs with these answers to `update`. Returns the events in order. */
  function started(outcomes: (UpdateOutcome | 'down')[]) {
    const steps: string[] = [];
    const catchUp = createCatchUp({
      indexer: {
        async update() {
          const outcome = outcomes.shift() ?? 'success';
          steps.push(outcome);
          if (outcome === 'down') throw new Error('down');
          return outcome;
        },
      },
      wait: async (milliseconds) => void steps.push(`wait ${milliseconds}`),
      read: async () => void steps.push('read'),
    });
    return { catchUp, steps };
  }

  it('waits 15 seconds after a successful update, and then reads the positions', async () => {
    const { catchUp, steps } = started(['success']);
    await catchUp();
    expect(steps).toEqual(['success', 'wait 15000', 'read']);
  });

  it('requests an update again 10 seconds after the indexer skipped it', async () => {
    const { catchUp, steps } = started(['skipped', 'skipped', 'success']);
    await catchUp();
    expect(steps).toEqual([
      'skipped',
      'wait 10000',
      'skipped',
      'wait 10000',
      'success',
      'wait 15000',
      'read',
    ]);
  });

  it('retries a failing update a few times, then reads the positions that the indexer has', async () => {
    const { catchUp, steps } = started(['down', 'error', 'down', 'error', 'down', 'skipped']);
    await catchUp();
    expect(steps.filter((step) => step === 'wait 10000')).toHaveLength(5);
    expect(steps.at(-1)).toBe('read');
    expect(steps).not.toContain('wait 15000');
  });

  it('requests only one more update for all trades that end during an update', async () => {
    const { catchUp, steps } = started([]);
    await Promise.all([catchUp(), catchUp(), catchUp()]);
    const once = ['success', 'wait 15000', 'read'];
    expect(steps).toEqual([...once, ...once]);
    await catchUp();
    expect(steps).toEqual([...once, ...once, ...once]);
  });
});

describe('positions in the wallet', () => {
  const directory = temporaryDirectory();
  let market: Market;
  let indexer: RunningIndexer;
  let later = 0;

  beforeAll(async () => {
    market = await startMarket();
    indexer = await startIndexer(
      { engine: 'sqlite', file: `${directory.path}/positions.db` },
      {
        // The indexer reads only on `update`, which it accepts once in ten seconds.
        chain: { rpcUrls: [market.devnet.rpcUrl], startBlock: 0, pollMs: 60_000 },
        clock: { now: () => epochMs(Date.now() + later) },
      },
    );
    await indexer.synced();
  });
  afterAll(async () => {
    await indexer?.stop();
    await market?.stop();
    directory.remove();
  });
  const waits: number[] = [];
  afterEach(() => void waits.splice(0));

  const toDevnet = () => createRpc({ fetch: globalThis.fetch, urls: () => [market.devnet.rpcUrl] });

  function start(
    fetch: Fetch = injectFetch(indexer.app),
    rpc: Pick<ReturnType<typeof createRpc>, 'request'> = toDevnet(),
  ) {
    const clock = { now: () => epochMs(Date.now()) };
    return createPositions({
      indexer: clientOf(fetch),
      client: rpc,
      trades: createRecentTrades({
        stored: stored(memoryAreas(), STORED_KEYS.recentTrades),
        rpc,
        clock,
      }),
      clock,
      ...memoryNotes(),
      wait: async (milliseconds) => void waits.push(milliseconds),
      account: () => market.taker.address,
      canSign: () => true,
      spots: {
        of: () => ({ price: price8(2_450_00000000n), source: 'chain' }),
        refresh: async () => undefined,
      },
      quotes: () => [],
      budgetOf: ({ order }) => order.maxCollateralUsable,
      offerOf: () => undefined,
      checkQuotes: async () => undefined,
      onRead: () => undefined,
    });
  }

  /** Returns a fetch that changes the texts in the indexer's answers. */
  const changed = (change: (text: string) => string): Fetch => {
    const honest = injectFetch(indexer.app);
    return async (url, init) => new Response(change(await (await honest(url, init)).text()));
  };

  const fill = async () =>
    fillOrder(market.devnet, {
      signed: await market.quote(),
      taker: market.taker,
      numContracts: contracts(1_000_000n),
    });

  it('lists a position as verified from its receipt while the indexer’s answer is unreadable', async () => {
    const positions = start(answering({}));
    const { receipt, optionAddress } = await fill();
    await positions.onConfirmed(receipt.transactionHash);
    const { rows, trouble } = await positions.list();
    expect(trouble).toBe('unreadable');
    expect(rows).toMatchObject([
      {
        address: optionAddress.toLowerCase(),
        isFresh: true,
        verification: 'verified',
        state: 'open',
        product: 'PUT',
        side: 'buyer',
        // The put is worth 2500 − 2450 = 50. The profit is 50 minus the premium of 40.
        worth: { value: 50000000n, profit: 10000000n },
      },
    ]);
  });

  it('uses the indexer’s record once the indexer has caught up', async () => {
    const positions = start();
    const { receipt, optionAddress } = await fill();
    await positions.onConfirmed(receipt.transactionHash);
    expect(waits).toEqual([15_000]);
    const address = optionAddress.toLowerCase();
    const { rows, trouble } = await positions.list();
    expect(trouble).toBeUndefined();
    expect(rows.find((row) => row.address === address)).toMatchObject({
      isFresh: false,
      verification: 'verified',
      product: 'PUT',
    });
  });

  it('names the fields in which the indexer’s record and the position’s contract differ', async () => {
    const honest = injectFetch(indexer.app);
    const lying = start(async (url, init) => {
      const text = await (await honest(url, init)).text();
      return new Response(text.replaceAll('"numContracts":"1000000"', '"numContracts":"2000000"'));
    });
    const { rows } = await lying.list();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({
        verification: 'disagrees',
        disagreements: expect.arrayContaining(['contracts']),
      });
  });

  it('uses the premium of the account’s own receipt instead of the indexer’s false premium', async () => {
    const { receipt, optionAddress } = await fill();
    later += 10_000;
    await clientOf(injectFetch(indexer.app)).update();
    const lying = start(
      changed((text) => text.replaceAll(/"entryPremium":"\d+"/g, '"entryPremium":"1"')),
    );
    const row = async () =>
      (await lying.list()).rows.find(({ address }) => address === optionAddress.toLowerCase());
    expect(await row()).toMatchObject({ premium: 1n, isMoneyProven: false });
    await lying.onConfirmed(receipt.transactionHash);
    const proven = { premium: 40_000_000n, isMoneyProven: true, verification: 'verified' };
    expect(await row()).toMatchObject(proven);
    // The indexer's false claim is ignored.
    expect(await row()).toMatchObject(proven);
  });

  it('verifies the premium with the receipt that the indexer names', async () => {
    const { rows } = await start().list();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({
        verification: 'verified',
        compared: expect.arrayContaining(['premium']),
        isMoneyProven: true,
      });
    expect(totalsOf(rows).unproven).toBe(0);
  });

  it('reports a premium that contradicts the fill’s receipt, and leaves the position out of totals', async () => {
    const lying = start(
      changed((text) => text.replaceAll(/"entryPremium":"\d+"/g, '"entryPremium":"1"')),
    );
    const { rows } = await lying.list();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({ verification: 'disagrees', disagreements: ['premium'] });
    expect(totalsOf(rows).count).toBe(0);
  });

  it('marks a position as unproven, without a value, when the node lacks the position’s receipt', async () => {
    const node = toDevnet();
    const forgetful: typeof node = {
      ...node,
      request: (method, params) =>
        method === 'eth_getTransactionReceipt'
          ? Promise.resolve(null)
          : node.request(method, params),
    };
    const { rows } = await start(undefined, forgetful).list();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ disagreements: ['origin'], isUnproven: true, actions: [] });
      expect(row).not.toHaveProperty('worth');
    }
  });

  it('marks a position as unchecked, without a value, while the node can’t return the position’s receipt', async () => {
    const node = toDevnet();
    const broken: typeof node = {
      ...node,
      request: (method, params) =>
        method === 'eth_getTransactionReceipt'
          ? Promise.reject(new Error('rate limited'))
          : node.request(method, params),
    };
    const { rows } = await start(undefined, broken).list();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ verification: 'notChecked', isUnproven: false });
      expect(row).not.toHaveProperty('worth');
    }
  });

  it.each([
    ['zero', '0'],
    // The put pays out at most 2500.
    ['more than the option can ever pay', '9000000000'],
  ])('reports a disagreement when the indexer claims a premium of %s', async (_, premium) => {
    const lying = start(
      changed((text) => text.replaceAll(/"entryPremium":"\d+"/g, `"entryPremium":"${premium}"`)),
    );
    const { rows } = await lying.list();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({ verification: 'disagrees', disagreements: ['premium'] });
  });

  it('reports that a position’s address has no code', async () => {
    const nowhere = '0x00000000000000000000000000000000000abcde';
    const lying = start(
      changed((text) => text.replaceAll(/"address":"0x\w+"/g, `"address":"${nowhere}"`)),
    );
    const { rows } = await lying.list();
    expect(rows[0]).toMatchObject({
      address: nowhere,
      verification: 'disagrees',
      disagreements: ['absent'],
    });
  });

  it('reports a disagreement when a position’s contract is a token instead of an option', async () => {
    const token = TOKENS[0]?.address.toLowerCase() ?? expect.unreachable();
    const lying = start(
      changed((text) => text.replaceAll(/"address":"0x\w+"/g, `"address":"${token}"`)),
    );
    const { rows } = await lying.list();
    expect(rows[0]).toMatchObject({ verification: 'disagrees', disagreements: ['code'] });
    expect(totalsOf(rows)).toMatchObject({ count: 0, valueUsd: undefined });
  });

  it('lists a position as open while its contract is open, even if the indexer reports a settlement', async () => {
    const lying = start(
      changed((text) => text.replaceAll('"status":"open"', '"status":"settled"')),
    );
    const { rows } = await lying.list();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({ state: 'open', disagreements: ['settled'] });
  });

  it('doesn’t verify unknown code, even if its getters return the option’s own values', async () => {
    const { optionAddress } = await fill();
    const target = proxyTarget(
      (await market.devnet.client.getCode({ address: optionAddress })) ?? '',
    );
    const code = await market.devnet.client.getCode({ address: target ?? optionAddress });
    // A contract with the same getters and storage as the proxy, but with other code.
    await market.devnet.client.request({
      method: 'anvil_setCode' as never,
      params: [optionAddress, code] as never,
    });
    later += 10_000;
    await clientOf(injectFetch(indexer.app)).update();
    const { rows } = await start().list();
    expect(rows.find((row) => row.address === optionAddress.toLowerCase())).toMatchObject({
      verification: 'disagrees',
      disagreements: ['code'],
    });
  });

  describe('a very long list', () => {
    const addressOf = (i: number) => `0x${(0xfeed_0000 + i).toString(16).padStart(40, '0')}`;
    /** Rows that an indexer could invent, because no code is at their addresses. */
    const many = (count: number, status: 'open' | 'settled') =>
      Array.from({ length: count }, (_, i) => ({
        ...RECORDED,
        status,
        address: addressOf(i),
        buyer: market.taker.address,
        seller: BUYER,
        entryTimestamp: 1_700_000_000 + i,
      }));
    const told = (open: unknown, history: unknown): Fetch =>
      answering({
        [`/user/${market.taker.address}/positions`]: () => Response.json(open),
        [`/user/${market.taker.address}/history`]: () => Response.json(history),
      });

    it('returns a long list without asking the node, and marks every position as being checked', async () => {
      const asked: string[] = [];
      const never = new Promise<never>(() => undefined);
      const request = (method: string) => {
        asked.push(method);
        return never;
      };
      const { rows } = await start(told([], many(150, 'settled')), { request }).list();
      expect(rows).toHaveLength(150);
      expect(rows.every(({ isChecking }) => isChecking)).toBe(true);
      expect(rows.every(({ verification }) => verification === 'notChecked')).toBe(true);
      expect(asked).toEqual([]);
    });

    it('checks a long list in slices, and keeps the results for the next list', async () => {
      const positions = start(told([], many(150, 'settled')));
      await positions.list();
      const slice = Array.from({ length: 100 }, (_, i) => addressOf(i));
      const found = await positions.verify(slice);
      expect(found).toHaveLength(100);
      expect(new Set(found.map(({ verification }) => verification))).toEqual(
        new Set(['disagrees']),
      );
      expect(found.some(({ isChecking }) => isChecking)).toBe(false);
      const { rows } = await positions.list();
      expect(rows.filter(({ isChecking }) => isChecking)).toHaveLength(50);
      const first = rows.find(({ address }) => address === addressOf(0));
      expect(first).toMatchObject({ disagreements: ['absent'], isChecking: false });
    });

    it('marks every position as being checked again when the indexer’s records change', async () => {
      let history = many(150, 'settled');
      const positions = start(
        answering({
          [`/user/${market.taker.address}/positions`]: () => Response.json([]),
          [`/user/${market.taker.address}/history`]: () => Response.json(history),
        }),
      );
      await positions.list();
      await positions.verify([addressOf(0)]);
      history = history.map((row) => ({ ...row, strikes: ['7800000000000'] }));
      const { rows } = await positions.list();
      expect(rows.filter(({ isChecking }) => isChecking)).toHaveLength(150);
    });

    it('lists the open positions and the newest settled positions, at most 2,000 in all, and counts the omitted positions', async () => {
      const ended = many(2_100, 'settled');
      const [oldest, ...rest] = ended;
      const running = { ...oldest, status: 'open', closeTimestamp: null };
      const view = await start(told([running], rest)).list();
      expect(view.omitted).toBe(100);
      expect(view.rows).toHaveLength(2_000);
      const shown = new Set(view.rows.map(({ address }) => address));
      expect(shown.has(addressOf(0))).toBe(true);
      expect(shown.has(addressOf(1))).toBe(false);
      expect(shown.has(addressOf(2_099))).toBe(true);
    });
  });

  it('lists a settled position with its receipt’s payout, and reports a disagreement when the indexer’s payout differs', async () => {
    const { devnet, taker } = market;
    const { optionAddress } = await fill();
    await devnet.setPrice('ETH', 2_400_00000000n);
    await devnet.advanceTo((await devnet.now()) + 90_000);
    const { transactionHash } = await sendFrom(devnet, taker, {
      to: optionAddress,
      data: encodeFunctionData({ abi: optionAbi, functionName: 'payout' }),
    });
    later += 10_000;
    const positions = start();
    await positions.onConfirmed(transactionHash);
    const { rows } = await positions.list();
    const address = optionAddress.toLowerCase();
    expect(rows.find((row) => row.address === address)).toMatchObject({
      state: 'settled',
      worth: { value: 100000000n, profit: 60000000n },
      settlementPrice: 240_000_000_000n,
      verification: 'verified',
    });
    const lie = changed((text) =>
      text.replaceAll('"payoutBuyer":"100000000"', '"payoutBuyer":"900000000"'),
    );
    const told = (await start(lie).list()).rows.find((row) => row.address === address);
    expect(told).toMatchObject({ state: 'settled', disagreements: ['payout'] });
    const backed = start(lie);
    await backed.onConfirmed(transactionHash);
    const own = (await backed.list()).rows.find((row) => row.address === address);
    expect(own).toMatchObject({ worth: { value: 100000000n }, verification: 'verified' });
  });
});
