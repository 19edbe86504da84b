import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { BOOKS } from '../../../shared/chain/deployments.ts';
import { KNOWN_EMITTERS, type TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { epochMs } from '../../../shared/units.ts';
import { createSparseChain, type SyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillFor, settlementEvents, syntheticOption } from '../../helpers/synthetic-fills.ts';
import { askedLogs, header } from '../../helpers/synthetic-node.ts';
import { createVirtualTime, type VirtualTime } from '../../helpers/virtual-time.ts';
import { encodeLog, FACTORY } from '../../shared/positions/event-logs.ts';
import { chainPositions } from '../helpers/chain-positions.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { nodeError, sparseNodes, type Twist } from '../helpers/sparse-nodes.ts';

const HEAD = 54_280_000;
const DAY = 43_200;
const USER = `0x${'ab'.repeat(20)}`;
const NOW = 1_795_000_000;
/** Seconds by which the searched period ends before the newest block. */
const TAIL_SECONDS = 120;
const since = (days: number) => (NOW - TAIL_SECONDS - days * 86_400) * 1000;
const NODES = ['https://one.example', 'https://two.example', 'https://three.example'];

const fresh = (): SyntheticChain => createSparseChain(HEAD, NOW);

/** A wallet without an indexer, with nodes of this chain and a clock that the test sets. */
async function walletOn(
  chain: SyntheticChain,
  options: {
    twist?: Twist;
    urls?: readonly string[];
    areas?: ReturnType<typeof memoryAreas>;
    time?: VirtualTime;
    emitters?: () => TrustedEmitters;
    account?: () => string;
  } = {},
) {
  const { areas = memoryAreas(), urls = NODES, time = createVirtualTime(NOW * 1000) } = options;
  const { account = () => USER } = options;
  const nodes = sparseNodes(chain, options.twist);
  const wallet = await chainPositions({
    areas,
    urls,
    account,
    fetch: nodes.fetch,
    clock: time.clock,
    wait: time.wait,
    pauseMs: 1_000,
    ...(options.emitters === undefined ? {} : { emitters: options.emitters }),
  });
  const list = (of?: string) => time.run(wallet.positions.list(of));
  return {
    ...wallet,
    ...nodes,
    areas,
    time,
    list,
    /** Lists the fills, waits for the work in the background, and lists the fills again. */
    async finished(of?: string) {
      await list(of);
      await time.run(wallet.history.idle());
      return list(of);
    },
    later: (milliseconds: number) => time.run(time.wait(milliseconds)),
  };
}

const limited =
  (limit: number): Twist =>
  ({ method, params }) => {
    const { fromBlock, toBlock } = Object(params[0]);
    return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= limit
      ? nodeError(-32600, `You can make eth_getLogs requests with up to a ${limit} block range.`)
      : undefined;
  };

describe('the history of fills', () => {
  it('finds and verifies the fills of the last 35 days, and reports the first day', async () => {
    const chain = fresh();
    chain.mine(HEAD - 10, fillFor(USER, 1));
    chain.mine(HEAD - 20 * DAY, fillFor(USER, 2));
    chain.mine(HEAD - 36 * DAY, fillFor(USER, 3));
    const { finished, ranges, read } = await walletOn(chain, { twist: limited(2_000) });
    const { rows, chain: reading, trouble } = await finished();
    // Reminders are created from these rows even without an indexer.
    expect(read[0]?.isComplete).toBe(false);
    expect(read.at(-1)).toEqual({ rows: 2, isComplete: true });
    expect(trouble).toBe('none');
    expect(rows.map(({ address }) => address).sort()).toEqual(
      [syntheticOption(1), syntheticOption(2)].sort(),
    );
    for (const row of rows)
      expect(row).toMatchObject({ verification: 'verified', isMoneyProven: true, isFresh: false });
    expect(reading).toMatchObject({ since: since(35), canLookFurther: true });
    expect(reading?.progress).toBeUndefined();
    const padded = `0x${USER.slice(2).padStart(64, '0')}`;
    for (const { topics } of ranges) expect([topics[2], topics[3]]).toContain(padded);
    // 756 ranges of 2,000 blocks, each requested for two sides from two nodes, plus the requests
    // that determine the limit.
    expect(ranges.length).toBeLessThan(4 * 756 * 1.1);
  });

  it('shares the block ranges among all nodes, and reads each range of each side from two nodes', async () => {
    const { finished, ranges } = await walletOn(fresh());
    await finished();
    for (const url of NODES) {
      const own = ranges.filter(({ host }) => host === new URL(url).host);
      expect(own.length).toBeGreaterThan(ranges.length / 5);
    }
    const asked = ranges.map(({ host, from, to, topics }) =>
      JSON.stringify([host, from, to, topics]),
    );
    expect(new Set(asked).size).toBe(asked.length);
    const past = ranges.filter(({ to }) => to < HEAD - 60);
    const blocks = past.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    // Each of the two sides is read from two nodes.
    expect(blocks / (35 * DAY)).toBeCloseTo(4, 1);
    for (const side of [2, 3]) {
      const ofSide = past.filter(({ topics }) => (topics[2] == null ? 3 : 2) === side);
      for (const at of Array.from({ length: 35 }, (_, day) => HEAD - (day + 0.5) * DAY))
        expect(
          new Set(ofSide.flatMap(({ host, from, to }) => (from <= at && at <= to ? [host] : []))),
        ).toHaveProperty('size', 2);
    }
  });

  it('continues where a stopped worker left off, and reads only the newest blocks again', async () => {
    const chain = fresh();
    chain.mine(HEAD - 30 * DAY, fillFor(USER, 1));
    const first = await walletOn(chain);
    await first.list();
    await first.later(40_000);
    const [record] = Object(await first.areas.local.get(STORED_KEYS.fillHistory.name)).value;
    expect(record.from).toBeLessThan(HEAD - 1_000);
    expect(record.from).toBeGreaterThan(record.target);
    const second = await walletOn(chain, { areas: first.areas });
    const { rows } = await second.finished();
    expect(rows).toHaveLength(1);
    expect(
      second.ranges.filter(({ from }) => from < HEAD - 60).every(({ to }) => to < record.from),
    ).toBe(true);
  });

  it('continues where a stopped worker left off, even before the history has caught up with the chain', async () => {
    const chain = fresh();
    const base = HEAD - 5_000;
    const before = await walletOn(chain, {
      twist: ({ id, method, params }) => {
        const block = chain.block(base);
        return method === 'eth_getBlockByNumber' && params[0] === 'latest' && block !== undefined
          ? Response.json({ jsonrpc: '2.0', id, result: header(block) })
          : undefined;
      },
    });
    await before.finished();
    const { areas } = before;
    const stopped = await walletOn(chain, { areas, twist: limited(10) });
    await stopped.list();
    await stopped.later(60_000);
    const [record] = Object(await areas.local.get(STORED_KEYS.fillHistory.name)).value;
    expect(record.to).toBeGreaterThan(base);
    expect(record.to).toBeLessThan(HEAD - 1_000);
    const { finished, ranges } = await walletOn(chain, { areas });
    await finished();
    expect(Math.min(...ranges.map(({ from }) => from))).toBe(record.to + 1);
  });

  it('searches 35 days further back when the user asks for it', async () => {
    const chain = fresh();
    chain.mine(HEAD - 60 * DAY, fillFor(USER, 1));
    const { finished, positions, time } = await walletOn(chain);
    expect((await finished()).rows).toEqual([]);
    await time.run(positions.lookFurther());
    const { rows, chain: reading } = await finished();
    expect(rows).toHaveLength(1);
    expect(reading?.since).toBe(since(70));
  });

  it('estimates the remaining time of a later search by the pace of that search alone', async () => {
    const { finished, later, list, positions, time } = await walletOn(fresh());
    await finished();
    await later(86_400_000);
    const search = time.run(positions.lookFurther());
    await later(20_000);
    const { chain: reading } = await list();
    expect(reading?.progress).toBeDefined();
    expect(reading?.secondsLeft).toBeLessThan(3_600);
    await search;
  });

  it('finds an option’s settlement by the option’s address, and then stops searching', async () => {
    const chain = fresh();
    const expiry = NOW - 5 * 86_400;
    const settled = HEAD - 5 * DAY + 1_800;
    chain.mine(HEAD - 10 * DAY, fillFor(USER, 3, expiry));
    chain.mine(
      settled,
      settlementEvents(3, 1).map((event) => ({
        ...event,
        topics: event.topics.map((topic, i) =>
          i === 2 ? `0x${USER.slice(2).padStart(64, '0')}` : topic,
        ),
      })),
    );
    const { finished, ranges, later } = await walletOn(chain);
    await finished();
    await later(60_000);
    const { rows } = await finished();
    expect(rows).toMatchObject([
      {
        state: 'settled',
        settlementPrice: 195_000_000_000n,
        end: { at: NOW - (HEAD - settled) * 2 },
      },
    ]);
    const searches = () => ranges.filter(({ topics }) => topics.length === 1).length;
    // Waits for requests that were still running when the option’s end was found.
    await later(5_000);
    const before = searches();
    expect(before).toBeGreaterThan(0);
    await later(60_000);
    await finished();
    expect(searches()).toBe(before);
  });

  it('shows the account’s option as settled while its payout is being read', async () => {
    const chain = fresh();
    chain.mine(HEAD - 100, fillFor(USER, 3, NOW - 60));
    // The newest blocks aren't searched for settlements yet.
    chain.mine(HEAD - 20, settlementEvents(3, 1));
    const { finished } = await walletOn(chain);
    expect((await finished()).rows).toMatchObject([
      { state: 'settled', isPayoutUnread: true, verification: 'verified', isUnproven: false },
    ]);
  });

  it('shows the new holder of a transferred option, even before the transfer itself is found', async () => {
    const chain = fresh();
    const receiver = `0x${'cd'.repeat(20)}`;
    chain.mine(HEAD - 50, fillFor(USER, 3));
    chain.mine(HEAD - 5 * DAY, fillFor(USER, 4));
    for (const [block, n] of [
      [HEAD - 40, 3],
      [HEAD - 4 * DAY, 4],
    ] as const) {
      const option = getAddress(syntheticOption(n));
      const values = { optionAddress: option, from: USER, to: receiver, isBuyer: true };
      chain.mine(block, [encodeLog(option, 'RoleTransferred', values)]);
    }
    const { finished } = await walletOn(chain);
    await finished();
    const { rows } = await finished();
    const given = { state: 'closed', givenTo: receiver, verification: 'verified' };
    expect(rows).toMatchObject([given, given]);
    const ends = new Map(rows.map(({ address, end }) => [address, end?.at]));
    expect(ends.get(syntheticOption(4))).toBe(NOW - 4 * DAY * 2);
    expect(ends.get(syntheticOption(3))).toBeUndefined();
  });

  it('finds the option of a settled request for the requester and for the winner', async () => {
    const chain = fresh();
    const settled = (n: number, requester: string, winner: string) => {
      const option = getAddress(syntheticOption(n));
      const [initialized = expect.unreachable()] = fillFor(USER, n);
      const [topic = '', , seller = '', creator = ''] = initialized.topics;
      const [to, by] = [requester, winner].map((one) => `0x${one.slice(2).padStart(64, '0')}`);
      const values = { quotationId: BigInt(n), requester, winner, optionAddress: option };
      const amount = { quotationId: BigInt(n), recipient: winner, amount: 5_000_000n };
      return [
        { ...initialized, topics: [topic, to ?? seller, by ?? seller, creator] },
        encodeLog(FACTORY, 'PremiumPaid', amount),
        encodeLog(FACTORY, 'QuotationSettled', values),
      ];
    };
    const other = `0x${'cd'.repeat(20)}`;
    chain.mine(HEAD - 20, settled(5, USER, other));
    chain.mine(HEAD - 2 * DAY, settled(6, other, USER));
    const { finished } = await walletOn(chain);
    const { rows } = await finished();
    const byAddress = new Map(rows.map((row) => [row.address, row]));
    expect(rows).toHaveLength(2);
    expect(byAddress.get(syntheticOption(5))).toMatchObject({
      side: 'buyer',
      premium: 5_000_000n,
      isUnproven: false,
    });
    expect(byAddress.get(syntheticOption(6))).toMatchObject({ side: 'seller', isUnproven: false });
  });

  it('drops a fill that a reorganization removed', async () => {
    const chain = fresh();
    chain.mine(HEAD - 30, fillFor(USER, 1));
    const { finished, later } = await walletOn(chain);
    expect((await finished()).rows).toHaveLength(1);
    chain.grow(100);
    await later(60_000);
    expect((await finished()).rows).toHaveLength(1);
    chain.reorganize(200, () => []);
    await later(60_000);
    expect((await finished()).rows).toEqual([]);
  });

  /** A node that returns no logs while `isLying` returns true. */
  const hiding =
    (host: string, isLying = () => true): Twist =>
    ({ method, id }, asked) =>
      method === 'eth_getLogs' && asked === host && isLying()
        ? Response.json({ jsonrpc: '2.0', id, result: [] })
        : undefined;
  function monthOfFills(): SyntheticChain {
    const chain = fresh();
    for (let day = 1; day <= 30; day++) chain.mine(HEAD - day * DAY, fillFor(USER, day));
    return chain;
  }

  it('finds every fill, even if one of several nodes hides all fills', async () => {
    const { finished } = await walletOn(monthOfFills(), { twist: hiding('two.example') });
    expect((await finished()).rows).toHaveLength(30);
  });

  it('a second node that the user adds reveals the fills that the first node hid', async () => {
    const chain = monthOfFills();
    const twist = hiding('two.example');
    const first = await walletOn(chain, { twist, urls: NODES.slice(1, 2) });
    expect((await first.finished()).rows).toEqual([]);
    const { areas, time } = first;
    const second = await walletOn(chain, { twist, urls: NODES.slice(0, 2), areas, time });
    expect((await second.finished()).rows).toHaveLength(30);
    const asked = second.ranges.length;
    await second.later(60_000);
    await second.finished();
    expect(second.ranges.length - asked).toBeLessThan(20);
  });

  it('asks a second node again when it failed to confirm the first node’s answer', async () => {
    const chain = monthOfFills();
    const first = await walletOn(chain, { twist: hiding('two.example'), urls: NODES.slice(1, 2) });
    await first.finished();
    let isAway = true;
    const { areas, time } = first;
    const second = await walletOn(chain, {
      twist: (request, host) =>
        host === 'one.example' && isAway && request.method === 'eth_getLogs'
          ? nodeError(-32603, 'internal error')
          : hiding('two.example')(request, host),
      urls: NODES.slice(0, 2),
      areas,
      time,
    });
    expect((await second.finished()).rows).toEqual([]);
    isAway = false;
    await second.later(700_000);
    expect((await second.finished()).rows).toHaveLength(30);
  });

  it('reads the last 35 days again when the user asks for it', async () => {
    let isLying = true;
    const { finished, positions, time } = await walletOn(monthOfFills(), {
      twist: hiding('one.example', () => isLying),
      urls: NODES.slice(0, 1),
    });
    expect((await finished()).rows).toEqual([]);
    isLying = false;
    await time.run(positions.readAgain());
    const { rows, chain: reading } = await finished();
    expect(rows).toHaveLength(30);
    expect(reading?.since).toBe(since(35));
  });

  it('starts to read the last 35 days again while a read is still running', async () => {
    let isLying = true;
    const { finished, list, later, positions, time } = await walletOn(monthOfFills(), {
      twist: hiding('one.example', () => isLying),
      urls: NODES.slice(0, 1),
    });
    await list();
    await later(60_000);
    isLying = false;
    await time.run(positions.readAgain());
    expect((await finished()).rows).toHaveLength(30);
  });

  it('reads the past again for a book that a later release adds', async () => {
    const older = BOOKS.find(({ revision }) => revision === 'r10');
    const book = older?.address.toLowerCase() ?? '';
    const chain = fresh();
    const other = fillFor(USER, 1).map((event) =>
      KNOWN_EMITTERS.books.has(event.address) ? { ...event, address: book } : event,
    );
    chain.mine(HEAD - 3 * DAY, other);
    chain.mine(HEAD - 2 * DAY, fillFor(USER, 2));
    const earlier = new Set([...KNOWN_EMITTERS.books].filter((known) => known !== book));
    let emitters: TrustedEmitters = { ...KNOWN_EMITTERS, books: earlier };
    const { finished, later } = await walletOn(chain, { emitters: () => emitters });
    expect((await finished()).rows).toHaveLength(1);
    emitters = KNOWN_EMITTERS;
    await later(1_000);
    expect((await finished()).rows).toHaveLength(2);
  });

  it('keeps the blocks that it has read while the node’s head moves back and forth', async () => {
    const chain = fresh();
    let lag = 0;
    const twist: Twist = ({ id, method, params }) => {
      const block = chain.block(HEAD - lag);
      return method === 'eth_getBlockByNumber' && params[0] === 'latest' && block !== undefined
        ? Response.json({ jsonrpc: '2.0', id, result: header(block) })
        : undefined;
    };
    const { finished, later, positions, ranges, time } = await walletOn(chain, {
      twist,
      urls: NODES.slice(0, 1),
    });
    await finished();
    await time.run(positions.lookFurther());
    expect((await finished()).chain?.since).toBe(since(70));
    const asked = ranges.length;
    for (lag of [5, 0, 900, 3, 5_000, 40]) {
      await later(60_000);
      expect((await finished()).chain).toMatchObject({ since: since(70) });
    }
    expect(ranges.length - asked).toBeLessThan(40);
  });

  it.each(['0x1', '0x1fffffffffffff'])(
    'ignores the time in a log when the time is %s',
    async (blockTimestamp) => {
      const chain = fresh();
      const filled = HEAD - 10 * DAY;
      const ended = HEAD - 5 * DAY + 1_800;
      chain.mine(filled, fillFor(USER, 1, NOW - 5 * 86_400));
      chain.mine(ended, settlementEvents(1, 1));
      const twist: Twist = ({ id, method, params }) =>
        method === 'eth_getLogs'
          ? Response.json({
              jsonrpc: '2.0',
              id,
              result: askedLogs(params, chain).map((log) => ({ ...log, blockTimestamp })),
            })
          : undefined;
      const { finished, later } = await walletOn(chain, { twist });
      await finished();
      await later(60_000);
      expect((await finished()).rows).toMatchObject([
        {
          state: 'settled',
          verification: 'verified',
          entry: { at: NOW - (HEAD - filled) * 2 },
          end: { at: NOW - (HEAD - ended) * 2 },
        },
      ]);
    },
  );

  it('drops invented logs after a few attempts, and looks up the receipts of only some of the logs', async () => {
    const chain = fresh();
    chain.mine(HEAD - 100, fillFor(USER, 1));
    const invented = fresh();
    for (let n = 1; n <= 100; n++) invented.mine(HEAD - n * 1_000, fillFor(USER, n + 1));
    let isLying = true;
    let receipts = 0;
    const twist: Twist = ({ id, method, params }, host) => {
      if (method === 'eth_getTransactionReceipt') receipts += 1;
      return isLying && method === 'eth_getLogs' && host === 'two.example'
        ? Response.json({ jsonrpc: '2.0', id, result: askedLogs(params, invented) })
        : undefined;
    };
    const first = await walletOn(chain, { twist });
    await first.finished();
    expect(receipts).toBeLessThan(40);
    isLying = false;
    for (let look = 0; look < 14; look++) {
      receipts = 0;
      await first.later(60_000);
      await first.finished();
      // The history asks the other nodes too before it drops a transaction.
      expect(receipts).toBeLessThan(3 * 40);
    }
    const { rows, chain: reading } = await first.finished();
    expect(rows).toHaveLength(1);
    expect(reading).toMatchObject({ unread: 0, isUnsure: true });
    expect(first.read.at(-1)).toEqual({ rows: 1, isComplete: false });
    receipts = 0;
    const second = await walletOn(chain, { twist, areas: first.areas, time: first.time });
    expect((await second.finished()).rows).toHaveLength(1);
    expect(receipts).toBeLessThan(5);
  });

  it('shows a fill that one node returned, even if the other node invents hundreds of newer logs', async () => {
    const chain = fresh();
    chain.mine(HEAD - 20 * DAY, fillFor(USER, 1));
    const invented = fresh();
    for (let n = 1; n <= 300; n++) invented.mine(HEAD - n * 1_000, fillFor(USER, n + 1));
    const twist: Twist = ({ id, method, params }, host) =>
      method === 'eth_getLogs' && host === 'two.example'
        ? Response.json({ jsonrpc: '2.0', id, result: askedLogs(params, invented) })
        : undefined;
    const { finished } = await walletOn(chain, { twist, urls: NODES.slice(0, 2) });
    expect((await finished()).rows).toHaveLength(1);
  });

  it('asks a different node for a missing receipt before it drops a fill', async () => {
    const chain = fresh();
    chain.mine(HEAD - 20 * DAY, fillFor(USER, 1));
    const twist: Twist = ({ id, method }, host) => {
      if (method === 'eth_getTransactionReceipt' && host === 'one.example')
        return Response.json({ jsonrpc: '2.0', id, result: null });
      if (method !== 'eth_getLogs' || host === 'two.example') return undefined;
      return host === 'one.example'
        ? Response.json({ jsonrpc: '2.0', id, result: [] })
        : nodeError(-32601, 'no logs here');
    };
    const { finished, later } = await walletOn(chain, { twist });
    for (let look = 0; look < 4; look++) {
      await finished();
      await later(60_000);
    }
    expect((await finished()).rows).toMatchObject([{ verification: 'verified' }]);
  });

  it('marks a complete list as incomplete while the history is read again', async () => {
    const { finished, list, later, read } = await walletOn(monthOfFills());
    await finished();
    expect(read.at(-1)).toEqual({ rows: 30, isComplete: true });
    await later(60_000);
    await list();
    expect(read.at(-1)).toEqual({ rows: 30, isComplete: false });
  });

  it('searches for an option’s end after reading the newest blocks, and before reading older blocks', async () => {
    const { finished, list, history, ranges } = await walletOn(fresh());
    history.explain(USER, [{ option: getAddress(syntheticOption(1)), from: 0 }]);
    await list();
    history.explain(USER, [{ option: getAddress(syntheticOption(1)), from: 0 }]);
    await finished();
    const isSearch = ({ topics }: { topics: readonly unknown[] }) => topics.length === 1;
    const searches = ranges.filter(isSearch);
    expect(Math.min(...searches.map(({ from }) => from))).toBe(HEAD - 60 - 35 * DAY);
    const isPast = (range: (typeof ranges)[number]) => !isSearch(range) && range.to < HEAD - 60;
    expect(ranges.findLastIndex(isSearch)).toBeLessThan(ranges.findIndex(isPast));
  });

  it('starts from the beginning on a chain that was restarted', async () => {
    const first = await walletOn(monthOfFills());
    expect((await first.finished()).rows).toHaveLength(30);
    const restarted = createSparseChain(HEAD - 10_000, NOW);
    restarted.mine(HEAD - 10_100, fillFor(USER, 99));
    const second = await walletOn(restarted, { areas: first.areas, time: first.time });
    const { rows } = await second.finished();
    expect(rows.map(({ address }) => address)).toEqual([syntheticOption(99)]);
  });

  it.each([
    ['older', HEAD - 100],
    ['newer', HEAD - 20 * DAY],
  ])(
    'after a restart, still shows a fill that two nodes report, even if another node invents hundreds of %s logs',
    async (_, at) => {
      const chain = fresh();
      chain.mine(at, fillFor(USER, 1));
      const invented = fresh();
      for (let n = 1; n <= 300; n++) invented.mine(HEAD - n * 1_000, fillFor(USER, n + 1));
      const twist: Twist = ({ id, method, params }, host) =>
        method === 'eth_getLogs' && host === 'two.example'
          ? Response.json({ jsonrpc: '2.0', id, result: askedLogs(params, invented) })
          : undefined;
      const first = await walletOn(chain, { twist });
      await first.finished();
      const { areas, time } = first;
      const second = await walletOn(chain, { twist, areas, time });
      expect((await second.finished()).rows).toHaveLength(1);
    },
  );

  it('keeps a fill that two nodes returned until its missing receipt is available', async () => {
    const chain = fresh();
    chain.mine(HEAD - 20 * DAY, fillFor(USER, 1));
    let isPruned = true;
    const twist: Twist = ({ id, method }) =>
      isPruned && method === 'eth_getTransactionReceipt'
        ? Response.json({ jsonrpc: '2.0', id, result: null })
        : undefined;
    const wallet = await walletOn(chain, { twist });
    for (let look = 0; look < 6; look++) {
      const { rows, chain: reading } = await wallet.finished();
      expect([rows.length, reading?.unread]).toEqual([0, 1]);
      await wallet.later(60_000);
    }
    isPruned = false;
    await wallet.later(60_000);
    await wallet.finished();
    await wallet.later(60_000);
    expect((await wallet.finished()).rows).toHaveLength(1);
  });

  it('ends a run and retries later when a header can’t be read', async () => {
    const chain = fresh();
    const at = HEAD - 20 * DAY;
    chain.mine(at, fillFor(USER, 1));
    let isBroken = true;
    let questions = 0;
    const twist: Twist = ({ id, method, params }) => {
      if (method === 'eth_getLogs') questions += 1;
      return isBroken && method === 'eth_getBlockByNumber' && Number(params[0]) === at
        ? Response.json({ jsonrpc: '2.0', id, result: null })
        : undefined;
    };
    const wallet = await walletOn(chain, { twist });
    expect((await wallet.finished()).rows).toHaveLength(0);
    const before = questions;
    for (let look = 0; look < 5; look++) {
      await wallet.later(1_000);
      await wallet.finished();
    }
    expect(questions - before).toBeLessThan(before);
    isBroken = false;
    await wallet.later(3_600_000);
    expect((await wallet.finished()).rows).toHaveLength(1);
  });

  /** A node with different blocks, which returns no logs. */
  const forking =
    (host: string, chain: SyntheticChain): Twist =>
    ({ id, method, params }, asked) => {
      if (asked !== host) return undefined;
      if (method === 'eth_getLogs') return Response.json({ jsonrpc: '2.0', id, result: [] });
      const block = params[0] === 'latest' ? chain.head : chain.block(Number(params[0]));
      if (method !== 'eth_getBlockByNumber' || block === undefined) return undefined;
      const { hash, ...rest } = header(block);
      const result = { ...rest, hash: `0x${'ee'.repeat(28)}${hash.slice(-8)}` };
      return Response.json({ jsonrpc: '2.0', id, result });
    };

  it('doesn’t read logs while the first node has different blocks from the other nodes, and names the other nodes', async () => {
    const chain = monthOfFills();
    const { finished, read, ranges } = await walletOn(chain, {
      twist: forking('one.example', chain),
    });
    const { rows, chain: reading } = await finished();
    expect(rows).toEqual([]);
    expect(read.at(-1)).toEqual({ rows: 0, isComplete: false });
    expect(ranges).toEqual([]);
    expect(reading?.problems).toEqual([
      { host: 'two.example', reason: 'disagrees', blocks: 0 },
      { host: 'three.example', reason: 'disagrees', blocks: 0 },
    ]);
  });

  it('keeps the blocks that it has read while the first node has different blocks from the other nodes', async () => {
    const chain = fresh();
    const fork = forking('one.example', chain);
    let isForking = false;
    const { finished, later, ranges } = await walletOn(chain, {
      twist: (request, host) => (isForking ? fork(request, host) : undefined),
    });
    await finished();
    isForking = true;
    await later(60_000);
    expect((await finished()).chain?.problems).toHaveLength(2);
    isForking = false;
    const asked = ranges.length;
    await later(60_000);
    expect((await finished()).chain?.problems).toBeUndefined();
    expect(ranges.length).toBeGreaterThan(asked);
    expect(ranges.slice(asked).every(({ from }) => from > HEAD - 60)).toBe(true);
  });

  it('continues the search without the one node that has different blocks', async () => {
    const chain = monthOfFills();
    const { finished } = await walletOn(chain, { twist: forking('two.example', chain) });
    expect((await finished()).rows).toHaveLength(30);
  });

  it('reports a list as incomplete when only one of several nodes returned its fills', async () => {
    const twist: Twist = ({ method }, host) =>
      method === 'eth_getLogs' && host !== 'one.example'
        ? nodeError(-32601, 'no logs here')
        : undefined;
    const { finished, read } = await walletOn(monthOfFills(), { twist });
    await finished();
    expect(read.at(-1)).toEqual({ rows: 30, isComplete: false });
  });

  it('doesn’t request logs from a node that returns no blocks', async () => {
    const twist: Twist = ({ method }, host) =>
      host === 'two.example' && method === 'eth_getBlockByNumber'
        ? Response.json({ jsonrpc: '2.0', id: null, error: undefined, result: null })
        : undefined;
    const { finished, ranges } = await walletOn(fresh(), { twist });
    await finished();
    expect(ranges.some(({ host }) => host === 'two.example')).toBe(false);
  });

  it('rejects a forged log of a different contract outside the requested range', async () => {
    const chain = fresh();
    chain.mine(HEAD - 1_000, fillFor(USER, 1));
    const forged = fillFor(USER, 2).map((event) => ({ ...event, address: `0x${'66'.repeat(20)}` }));
    chain.mine(HEAD - 1_001, forged);
    const twist: Twist = ({ id, method, params }, host) =>
      host === 'one.example' && method === 'eth_getLogs' && Object(params[0]).topics.length > 1
        ? Response.json({
            jsonrpc: '2.0',
            id,
            result: chain.logs(HEAD - 1_001, HEAD - 1_001),
          })
        : undefined;
    const { finished } = await walletOn(chain, { twist });
    expect((await finished()).rows.map(({ address }) => address)).toEqual([syntheticOption(1)]);
  });

  it('names every node that the browser can’t reach', async () => {
    const blocked: Twist = () => {
      throw new TypeError('Failed to fetch');
    };
    const { finished } = await walletOn(fresh(), { twist: blocked });
    const { chain } = await finished();
    expect(chain?.problems).toEqual(
      NODES.map((url) => ({ host: new URL(url).host, reason: 'down', blocks: 0 })),
    );
  });

  it('gives up on a range that keeps failing, and names the nodes and the reason', async () => {
    const asked = new Map<string, number>();
    const twist: Twist = ({ method, params }, host) => {
      if (method !== 'eth_getLogs') return undefined;
      const { fromBlock, toBlock } = Object(params[0]);
      const range = `${host} ${fromBlock} ${toBlock}`;
      asked.set(range, (asked.get(range) ?? 0) + 1);
      return nodeError(-32602, 'block range is too wide');
    };
    const { finished } = await walletOn(fresh(), { twist });
    const { chain } = await finished();
    expect(chain).toMatchObject({ isReading: false });
    expect(chain?.problems).toHaveLength(NODES.length);
    for (const problem of chain?.problems ?? []) expect(problem).toMatchObject({ reason: 'range' });
    expect(Math.max(...asked.values())).toBeLessThan(15);
  });
});

describe('the account’s fill without an indexer', () => {
  it('immediately shows the account’s fill from its receipt, even after a restart or if the indexer omits the fill', async () => {
    const chain = fresh();
    chain.mine(HEAD - 1, fillFor(USER, 1));
    const silent: Twist = ({ method }) =>
      method === 'eth_getLogs' ? nodeError(-32601, 'no logs here') : undefined;
    const first = await walletOn(chain, { twist: silent });
    const [log] = chain.logs(HEAD - 1, HEAD - 1);
    await first.time.run(first.positions.onConfirmed(log?.transactionHash ?? ''));
    const shown = [{ address: syntheticOption(1), verification: 'verified', state: 'open' }];
    expect((await first.list()).rows).toMatchObject(shown);
    const second = await walletOn(chain, { twist: silent, areas: first.areas });
    expect((await second.list()).rows).toMatchObject(shown);
    const time = createVirtualTime(NOW * 1000);
    const third = await chainPositions({
      areas: first.areas,
      urls: NODES,
      account: () => USER,
      fetch: sparseNodes(chain, silent).fetch,
      clock: time.clock,
      wait: time.wait,
      indexer: { url: 'https://indexer.example', fetch: async () => Response.json([]) },
    });
    const view = await time.run(third.positions.list());
    expect(view).not.toHaveProperty('trouble');
    expect(view.rows).toMatchObject(shown);
  });
});

describe('several accounts without an indexer', () => {
  const OTHER = `0x${'cd'.repeat(20)}`;
  const addresses = ({ rows }: { rows: readonly { address: string }[] }) =>
    rows.map(({ address }) => address);

  it('reads the selected account first, then the other accounts, and keeps the results of each account', async () => {
    const chain = fresh();
    chain.mine(HEAD - 20 * DAY, fillFor(USER, 1));
    chain.mine(HEAD - 10, fillFor(OTHER, 2));
    chain.mine(HEAD - 10 * DAY, fillFor(OTHER, 3));
    const { finished, list } = await walletOn(chain);
    expect((await finished(OTHER)).rows).toEqual([]);
    expect(addresses(await finished(USER))).toEqual([syntheticOption(1)]);
    expect(addresses(await finished(OTHER)).sort()).toEqual(
      [syntheticOption(2), syntheticOption(3)].sort(),
    );
    // A read of the other account's newest blocks doesn't drop this account's newest blocks.
    expect(addresses(await list(USER))).toEqual([syntheticOption(1)]);
    expect(addresses(await finished(USER))).toEqual([syntheticOption(1)]);
    expect(await list(OTHER)).toMatchObject({ rows: { length: 2 }, chain: { since: since(35) } });
  });

  it('interrupts the search for one account when the user selects a different account', async () => {
    const chain = fresh();
    chain.mine(HEAD - 5 * DAY, fillFor(OTHER, 1));
    let selected = USER;
    const { finished, list, later } = await walletOn(chain, {
      account: () => selected,
      twist: limited(2_000),
    });
    await finished(USER);
    await list(OTHER);
    await later(60_000);
    selected = `0x${'ef'.repeat(20)}`;
    await finished(selected);
    expect((await finished(selected)).chain).toMatchObject({ since: since(35) });
    expect((await list(OTHER)).chain?.progress).toBeDefined();
    expect(addresses(await finished(OTHER))).toEqual([syntheticOption(1)]);
  });

  it('stops reading an account that has not been shown for five minutes', async () => {
    const { finished } = await walletOn(fresh(), { twist: limited(2_000) });
    await finished(USER);
    // The search of the account that isn't shown has stopped before its end.
    expect((await finished(OTHER)).chain?.progress).toBeDefined();
  });
});

describe('an indexer that may be behind the chain', () => {
  /** Lists with an indexer that has no positions and this last read block. */
  async function listWith(stats: Record<string, number>) {
    const chain = fresh();
    chain.mine(HEAD - 1_000, fillFor(USER, 1));
    const time = createVirtualTime(NOW * 1000);
    const { positions, history } = await chainPositions({
      areas: memoryAreas(),
      urls: NODES,
      account: () => USER,
      fetch: sparseNodes(chain).fetch,
      clock: { now: () => epochMs(time.clock.now()) },
      wait: time.wait,
      indexer: {
        url: 'https://indexer.example',
        fetch: async (url) => (url.endsWith('/stats') ? Response.json(stats) : Response.json([])),
      },
    });
    await time.run(positions.list());
    await time.run(history.idle());
    return time.run(positions.list());
  }

  it.each([
    ['its last block is more than an hour old', { lastProcessedBlock: HEAD - 1_801 }],
    ['its last update is more than an hour ago', { lastUpdateTimestamp: NOW - 3_601 }],
    [
      'its last update in milliseconds is more than an hour ago',
      { lastUpdateTimestamp: (NOW - 3_601) * 1000 },
    ],
  ])('reads the history from the chain instead of the indexer when %s', async (_, stats) => {
    const { rows, trouble, chain } = await listWith(stats);
    expect(trouble).toBe('old');
    expect(chain).toBeDefined();
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['its last block is new', { lastProcessedBlock: HEAD - 100, lastUpdateTimestamp: 1 }],
    ['it does not say how far it has read', {}],
  ])('relies on the indexer alone when %s', async (_, stats) => {
    const view = await listWith(stats);
    expect(view).not.toHaveProperty('trouble');
    expect(view).not.toHaveProperty('chain');
    expect(view.rows).toEqual([]);
  });
});
