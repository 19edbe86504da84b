import { encodeFunctionResult, type Hex, numberToHex, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { approveCall } from '../../../entrypoints/background/approvals/sending/own-transactions.ts';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import { MinedAfterAll } from '../../../entrypoints/background/chain/made-again.ts';
import type { Settled } from '../../../entrypoints/background/chain/settlements.ts';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import { isAtRest } from '../../../entrypoints/background/orders/fill-record.ts';
import type { FillIn, FillRecord } from '../../../entrypoints/background/orders/fill-schemas.ts';
import { createFills } from '../../../entrypoints/background/orders/fills.ts';
import { type Claim, moneyOf } from '../../../entrypoints/background/procedures/claims.ts';
import {
  createProcedures,
  type Procedures,
} from '../../../entrypoints/background/procedures/runner.ts';
import { multicall3Abi } from '../../../shared/chain/abi/multicall3.ts';
import { codeOf, DELEGATOR } from '../../../shared/chain/delegation.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { contracts } from '../../../shared/units.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { wire } from '../../server/orders/harness.ts';
import { realOrder } from '../../shared/orders/real-orders.ts';
import { BUYER, filled, initialized, optionAddress } from '../../shared/positions/event-logs.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const { entry, expect: real } = realOrder('r12 PUT btc');

/** A node's receipt: with an option, or of another transaction that has used the nonce. */
function receipt(hasOption = true) {
  const option = optionAddress(1);
  const logs = hasOption ? [initialized(option), filled(option)] : [];
  return {
    status: '0x1',
    transactionHash: HASH,
    blockNumber: '0x10',
    logs: logs.map((log, at) => ({ ...log, logIndex: `0x${at.toString(16)}` })),
  };
}

function record(id: string): FillIn<'fill sent'> {
  const { order, signature } = entry;
  const data = encodeFill({
    order,
    signature,
    referrer: zeroAddress,
    numContracts: contracts(1_000_000n),
  });
  return {
    id,
    digest: real.digest,
    account: BUYER,
    at: 0,
    stage: 'fill sent',
    referrer: zeroAddress,
    side: 'buy',
    asset: 'BTC',
    product: 'PUT',
    strikes: order.strikes.map(String),
    expiry: order.expiry,
    token: { symbol: 'USDC', decimals: 6 },
    contracts: '1000000',
    price: '1',
    made: [],
    ahead: [],
    fill: { key: `own:${id}`, to: entry.optionBookAddress, data, hash: HASH },
  };
}

/** Begins a procedure that never ends. */
const hold = (procedures: Procedures, claim: Claim) =>
  procedures
    .add<{ id: string }>({
      stored: { read: async () => undefined, write: async () => undefined },
      kept: 1,
      claims: () => [claim],
      refusal: () => new Error('never'),
      endOf: () => undefined,
      waits: () => false,
      next: () => new Promise(() => undefined),
    })
    .begin({ id: 'held' });

/** Starts the fills feature with stored data and a node whose receipts come from `tell`. */
async function start(options: {
  stored?: FillRecord[];
  tell?: () => unknown;
  settled?: (hash: string) => Promise<Settled>;
  readFeed?: () => Promise<Response>;
  isUnlocked?: () => boolean;
  answerTo?: () => string | undefined;
  write?: (rows: FillRecord[]) => Promise<void>;
  ask?: (insteadOf?: readonly string[]) => Promise<Hex>;
  code?: string;
  /** The node's answer to each `eth_call`. */
  read?: Hex;
  /** Claims that a running procedure holds. */
  held?: readonly Claim[];
}) {
  const clock = createFakeClock();
  const feed = createOrdersFeed({
    fetch: options.readFeed ?? (() => Promise.reject(new TypeError('no route'))),
    clock,
    wait: () => new Promise(() => undefined),
    urls: () => ['https://feed.example/orders'],
  });
  const pauses: number[] = [];
  const indexed: string[] = [];
  const asked: string[] = [];
  let changed = Promise.withResolvers<void>();
  const onChange = () => {
    const before = changed;
    changed = Promise.withResolvers<void>();
    before.resolve();
  };
  const procedures = createProcedures({ onChange, failureOf });
  for (const claim of options.held ?? []) await hold(procedures, claim);
  const fills = createFills({
    reviewed: (_, check) => check(),
    joined: async () => undefined,
    stored: { read: async () => options.stored, write: options.write ?? (async () => undefined) },
    feed,
    client: {
      async request(method) {
        if (method === 'eth_getTransactionReceipt') return options.tell?.();
        if (method === 'eth_getCode' && options.code !== undefined) return options.code;
        if (method === 'eth_call' && options.read !== undefined) return options.read;
        throw new RpcError('chainUnreachable');
      },
    },
    transactions: {
      ask({ requestKey, insteadOf }) {
        asked.push(requestKey);
        return options.ask?.(insteadOf) ?? new Promise(() => undefined);
      },
    },
    random: createFakeRandom('settling'),
    clock,
    wait: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    isUnlocked: options.isUnlocked ?? (() => true),
    answerTo: options.answerTo ?? (() => undefined),
    settled: options.settled ?? (async (hash) => ({ hash, status: 'confirmed' })),
    index: async (hash) => indexed.push(hash),
    isIndexed: () => true,
    procedures,
    onChange,
  });
  await fills.load();
  return {
    fills,
    pauses,
    indexed,
    asked,
    async rest(id: string) {
      for (;;) {
        const fill = fills.view().find((one) => one.id === id);
        if (fill === undefined) throw new Error('The fill is not reported.');
        if (isAtRest(fill)) return fill;
        await changed.promise;
      }
    },
  };
}

describe('a fill that is mined', () => {
  it.each<[string, () => unknown]>([
    ['has no receipt yet', () => null],
    ['is away', () => Promise.reject(new RpcError('chainUnreachable'))],
    ['limits its rate', () => Promise.reject(new NodeError({ code: -32005, message: 'slow' }))],
    ['answers garbage', () => ({ ...receipt(), blockNumber: 'soon' })],
  ])('doesn’t report a mined fill as failed when the node %s', async (_, tell) => {
    let isWell = false;
    const wallet = await start({
      stored: [record('one')],
      tell: () => (isWell ? receipt() : tell()),
    });
    wallet.fills.resume();
    const unproved = await wallet.rest('one');
    expect(unproved).toMatchObject({ stage: 'unproved', hash: HASH });
    expect(unproved.failure).toBeUndefined();
    expect(wallet.indexed).toEqual([HASH]);
    isWell = true;
    await wallet.fills.prove('one');
    expect(await wallet.rest('one')).toMatchObject({
      stage: 'indexed',
      proof: { option: optionAddress(1) },
    });
  });

  it('tries a few more times to read a missing receipt, and proves the fill once a node has the receipt', async () => {
    let asked = 0;
    const wallet = await start({
      stored: [record('one')],
      tell: () => (++asked === 3 ? receipt() : null),
    });
    wallet.fills.resume();
    expect(await wallet.rest('one')).toMatchObject({ stage: 'indexed' });
    expect(asked).toBe(3);
    // The node never returns the option's code, so the wallet keeps asking.
    expect(wallet.pauses.slice(0, 2)).toEqual([1_000, 2_000]);
  });

  it('reports a mined fill as failed only if its receipt shows no option', async () => {
    for (const status of ['confirmed', 'dropped'] as const) {
      const wallet = await start({
        stored: [record('one')],
        tell: () => receipt(false),
        settled: async () => ({ hash: HASH, status }),
      });
      wallet.fills.resume();
      // The fill can't be mined any more, so no other fill replaces it.
      expect(await wallet.rest('one')).toMatchObject({
        ...{ stage: 'failed', failure: { code: 'other' } },
      });
    }
    const cleared = await start({
      stored: [record('one')],
      tell: () => receipt(),
      settled: async () => ({ hash: HASH, status: 'dropped' }),
    });
    cleared.fills.resume();
    expect(await cleared.rest('one')).toMatchObject({ stage: 'indexed' });
  });

  it('records the hash under which a fill failed, even while the node doesn’t respond', async () => {
    const wallet = await start({
      stored: [record('one')],
      tell: () => Promise.reject(new RpcError('chainUnreachable')),
      settled: async () => ({ hash: `${HASH}01`, status: 'failed' }),
    });
    wallet.fills.resume();
    expect(await wallet.rest('one')).toMatchObject({
      stage: 'failed',
      hash: `${HASH}01`,
      failure: { code: 'other' },
    });
  });
});

describe('the money that a failed fill has converted', () => {
  const step = (kind: FillRecord['made'][number]['kind'], amount: string, hash: string) => ({
    ...{ kind, amount, hash, key: 'own:1', to: BUYER, data: '0x', digest: '0x1' },
  });
  const failed = (...made: FillRecord['made']): FillRecord => {
    const { fill: _fill, ...base } = record('one');
    return { ...base, made, stage: 'failed', failure: { code: 'rejected' } };
  };

  it('sums up all supplies of a failed fill, and reports no conversion after the money was converted back', async () => {
    const { fills } = await start({
      stored: [
        failed(
          step('wrap', '5', '0x1'),
          step('supply', '5', '0x2'),
          step('allow book', '9', '0x3'),
          step('supply', '3', '0x4'),
        ),
      ],
    });
    expect(fills.view()[0]?.converted).toEqual({ kind: 'supply', amount: '8' });
    expect(fills.converted('one')).toEqual([
      { amount: 5n, hash: '0x2' },
      { amount: 3n, hash: '0x4' },
    ]);
    await fills.changedBack('one');
    expect(fills.view()[0]).not.toHaveProperty('converted');
    expect(fills.converted('one')).toEqual([]);
  });

  it('counts only the money that a failed fill wrapped since its last supply', async () => {
    const made = [step('wrap', '5', '0x1'), step('supply', '5', '0x2'), step('wrap', '2', '0x3')];
    const { fills } = await start({ stored: [failed(...made)] });
    expect(fills.converted('one')).toEqual([{ amount: 2n, hash: '0x3' }]);
  });
});

describe('a batch of the account that reverts', () => {
  const { fill, ...rest } = record('one');
  const codeChange = { account: BUYER, delegate: DELEGATOR };
  const first = { ...rest, fill: { ...fill, codeChange } };
  const failed = async (stored: FillRecord, code: string | undefined) => {
    const wallet = await start({
      stored: [stored],
      settled: async (hash) => ({ hash, status: 'failed' }),
      ...(code === undefined ? {} : { code }),
    });
    wallet.fills.resume();
    return wallet.rest('one');
  };

  it('reports that the account became a smart account even if its first batch was reverted', async () => {
    expect(await failed(first, codeOf(DELEGATOR))).toMatchObject({ becameSmart: true });
  });

  it.each([
    ['its authorization was void', first, '0x'],
    ['no node reports the code', first, undefined],
    ['it didn’t change the code', record('one'), codeOf(DELEGATOR)],
  ])('doesn’t report a smart account after a reverted batch when %s', async (_, stored, code) => {
    const ended = await failed(stored, code);
    expect(ended.stage).toBe('failed');
    expect(ended).not.toHaveProperty('becameSmart');
  });
});

it('reports a fill as expired, not as rejected, when its prompt times out', async () => {
  const { fill, ...base } = record('one');
  const wallet = await start({ ask: () => Promise.reject(new RpcError('unanswered')) });
  await wallet.fills.begin({ ...base, stage: 'fill asked', fill });
  expect(await wallet.rest('one')).toMatchObject({ failure: { code: 'unanswered' } });
});

describe('a fill that a full disk interrupts before its request', () => {
  const { fill, ...base } = record('one');
  const other = { ...base, id: 'other', stage: 'failed', failure: { code: 'rejected' } } as const;

  async function interrupted() {
    const disk = { isFull: false };
    const begun = Promise.withResolvers<void>();
    const wallet = await start({
      stored: [other],
      write: () => (disk.isFull ? Promise.reject(new Error('The disk is full.')) : begun.promise),
    });
    const begin = wallet.fills.begin({ ...base, stage: 'fill asked', fill });
    disk.isFull = true;
    await expect(wallet.fills.dismiss('other')).rejects.toThrow('full');
    begun.resolve();
    await begin;
    const waiting = { stage: 'fill asked', interrupted: { code: 'unexpected' } };
    await expect.poll(() => wallet.fills.view(), { interval: 1 }).toMatchObject([waiting]);
    return { disk, waiting, ...wallet };
  }

  it('continues an interrupted fill when the user asks for it', async () => {
    const { asked, disk, fills } = await interrupted();
    expect(asked).toEqual([]);
    disk.isFull = false;
    await fills.goOn('one');
    await expect.poll(() => asked, { interval: 1 }).toEqual([fill.key]);
    expect(fills.view()[0]).not.toHaveProperty('interrupted');
  });

  it('ends an interrupted fill without a request when the user stops the fill and the disk has space again', async () => {
    const { asked, disk, fills, waiting } = await interrupted();
    expect(fills.askedBy('one')).toBeUndefined();
    await expect(fills.stop('one')).rejects.toThrow('full');
    expect(fills.view()).toMatchObject([waiting]);
    disk.isFull = false;
    await fills.stop('one');
    expect(fills.view()).toMatchObject([{ stage: 'failed', failure: { code: 'rejected' } }]);
    expect(asked).toEqual([]);
  });
});

/**
 * Returns a fill whose preceding transaction waits for the user or, if `hash` is given, was sent.
 */
function preparing(id: string, hash?: string): FillRecord {
  const { fill, stage: _stage, ...base } = record(id);
  const asked = { ...fill, kind: 'supply', amount: '1' } as const;
  const { hash: _hash, ...unsent } = asked;
  return hash === undefined
    ? { ...base, stage: 'preparation asked', preparation: unsent }
    : { ...base, stage: 'preparation sent', preparation: { ...asked, hash } };
}

describe('a fill that follows another transaction', () => {
  it.each([
    ['goes on if the transaction was mined after all', '0x1', 'feedDown'],
    ['ends if the transaction failed', '0x0', 'conversionReverted'],
    ['ends if no node has the transaction', undefined, 'superseded'],
  ])('a fill whose earlier transaction was reported as dropped %s', async (_, status, code) => {
    const wallet = await start({
      stored: [preparing('one', HASH)],
      tell: () => (status === undefined ? null : { ...receipt(false), status }),
      settled: async (hash) => ({ hash, status: 'dropped' }),
    });
    wallet.fills.resume();
    const ended = { stage: 'failed', preparations: [{ hash: HASH }], failure: { code } };
    expect(await wallet.rest('one')).toMatchObject(ended);
  });

  it('a new worker doesn’t repeat the prompt for an unsent conversion while the feed is down', async () => {
    const wallet = await start({ stored: [preparing('one')] });
    wallet.fills.resume();
    expect(await wallet.rest('one')).toMatchObject({ failure: { code: 'feedDown' } });
    expect(wallet.asked).toEqual([]);
  });

  it('doesn’t ask again for a transaction that was sent before the worker died', async () => {
    const wallet = await start({ stored: [preparing('one')], answerTo: () => HASH });
    wallet.fills.resume();
    expect(await wallet.rest('one')).toMatchObject({ preparations: [{ hash: HASH }] });
    expect(wallet.asked).toEqual([]);
  });
});

it('a lost fill stays failed when the transaction that replaced the fill is mined', async () => {
  const { fill, ...base } = record('lost');
  const lost: FillRecord = {
    ...{ ...base, stage: 'failed', failure: { code: 'superseded' } },
    fill: { ...fill, hash: `0x${'cd'.repeat(32)}` },
  };
  const wallet = await start({
    stored: [{ ...record('again'), insteadOf: [lost.fill?.hash ?? ''] }, lost],
    tell: () => receipt(),
    // The activity has two transactions with the same nonce, and a block includes the second.
    settled: async () => ({ hash: HASH, status: 'confirmed' }),
  });
  wallet.fills.resume();
  expect(await wallet.rest('again')).toMatchObject({ stage: 'indexed', hash: HASH });
  await wallet.fills.prove('lost');
  expect(wallet.fills.find('lost')?.stage).toBe('failed');
});

describe('a fill that the user had sped up', () => {
  const faster = `0x${'cd'.repeat(32)}`;

  it('continues a sped-up fill when the faster transaction is mined, even if the fill was given up as lost', async () => {
    const { fill, ...base } = record('one');
    const wallet = await start({
      stored: [{ ...base, stage: 'failed', failure: { code: 'superseded' }, fill }],
      settled: async () => ({ hash: faster, status: 'confirmed' }),
    });
    await wallet.fills.onSettled(faster);
    expect(await wallet.rest('one')).toMatchObject({ stage: 'unproved', hash: faster });
  });

  it('corrects a fill that failed after a speed-up when its slower transaction is mined after all', async () => {
    const { fill, ...base } = record('one');
    const failed = { ...fill, hash: faster };
    const wallet = await start({
      stored: [{ ...base, stage: 'failed', failure: { code: 'other' }, fill: failed }],
      tell: () => receipt(),
    });
    await wallet.fills.onSettled(HASH);
    expect(wallet.fills.find('one')?.stage).toBe('failed');
    const settled = async () => ({ hash: HASH, status: 'confirmed' }) as const;
    const later = await start({ stored: [...wallet.fills.all()], tell: () => receipt(), settled });
    await later.fills.onSettled(HASH);
    expect(await later.rest('one')).toMatchObject({ stage: 'indexed', hash: HASH });
  });

  it.each([
    ['fill', record('one'), { stage: 'unproved', hash: faster }],
    ['conversion', preparing('one', HASH), { failure: { code: 'feedDown' } }],
  ])(
    'doesn’t give up a sped-up %s as lost when the activity has meanwhile recorded the transaction’s end',
    async (_, row, expected) => {
      let looks = 0;
      const wallet = await start({
        stored: [row],
        tell: () => null,
        settled: async () =>
          ++looks === 1 ? { hash: HASH, status: 'dropped' } : { hash: faster, status: 'confirmed' },
      });
      wallet.fills.resume();
      expect(await wallet.rest('one')).toMatchObject(expected);
    },
  );
});

it.each([
  ['fill', record('one')],
  ['conversion', preparing('one', HASH)],
])(
  'reports a fill as no longer minable when the user cancelled the transaction of the %s',
  async (_, row) => {
    const wallet = await start({
      stored: [row],
      tell: () => null,
      settled: async () => ({ hash: HASH, status: 'dropped', isNonceTaken: true }),
    });
    wallet.fills.resume();
    const cancelled = { stage: 'failed', failure: { code: 'nonceTaken' } };
    expect(await wallet.rest('one')).toMatchObject(cancelled);
    // A reorganization can still include the fill, so the fill stays stored when the user dismisses
    // it.
    await wallet.fills.dismiss('one');
    expect(wallet.fills.find('one')).toMatchObject({ ...cancelled, isHidden: true });
  },
);

describe('a lost fill that the user dismisses', () => {
  const { fill, ...base } = record('lost');
  const { hash: _hash, ...unsent } = fill;
  const lost: FillRecord = {
    ...{ ...base, stage: 'failed', failure: { code: 'superseded' }, fill },
  };
  const again: FillRecord = { ...base, id: 'again', stage: 'fill asked', fill: unsent };

  it.each(['fill', 'conversion'] as const)(
    'a new fill replaces the lost %s transaction of a dismissed fill',
    async (what) => {
      const asking = { ...unsent, kind: 'supply', amount: '1' } as const;
      const isFill = what === 'fill';
      const stopped = { kind: 'supply', amount: '7', hash: HASH } as const;
      const sent = Promise.withResolvers<readonly string[] | undefined>();
      const { fills } = await start({
        stored: [
          isFill ? lost : { ...base, stage: 'failed', failure: { code: 'superseded' }, stopped },
        ],
        ask(hashes) {
          sent.resolve(hashes);
          return new Promise(() => undefined);
        },
      });
      await fills.dismiss('lost');
      expect(fills.view()).toEqual([]);
      await fills.begin(
        isFill ? again : { ...base, id: 'again', stage: 'preparation asked', preparation: asking },
      );
      expect(await sent.promise).toEqual([HASH]);
    },
  );

  it('a failed fill stays visible when its dismissal can’t be stored', async () => {
    const write = () => Promise.reject(new Error('The disk is full.'));
    const { fills } = await start({ stored: [lost], write });
    await expect(fills.dismiss('lost')).rejects.toThrow('full');
    expect(fills.view()).toMatchObject([{ id: 'lost' }]);
  });

  it('keeps a dismissed fill, however many fills have ended since', async () => {
    const rest = Array.from({ length: 30 }, (_, at) => ({
      ...record(`old ${at}`),
      stage: 'unproved' as const,
    }));
    const { fills } = await start({ stored: [...rest, lost] });
    await fills.dismiss('lost');
    expect(fills.find('lost')).toBeDefined();
  });

  it('a fill that began before its predecessor turned out to be mined still replaces the predecessor', async () => {
    let disk: readonly FillRecord[] = [];
    const write = async (rows: FillRecord[]) => {
      disk = rows;
    };
    const first = await start({ stored: [lost], write });
    await first.fills.begin(again);
    const sent = Promise.withResolvers<readonly string[] | undefined>();
    const mined = { ...record('lost'), stage: 'unproved' as const };
    const next = await start({
      stored: disk.map((row) => (row.id === 'lost' ? mined : row)),
      ask(hashes) {
        sent.resolve(hashes);
        return new Promise(() => undefined);
      },
    });
    void next.fills.drive('again');
    expect(await sent.promise).toEqual([HASH]);
  });

  it('a fill with a newer quote, accepted after another fill was lost, replaces the lost fill', async () => {
    let disk: readonly FillRecord[] = [];
    const { fill: _fill, ...rest } = record('again');
    const newer = { digest: real.digest, price: '2', isOtherMaker: false };
    const { fills } = await start({
      stored: [{ ...rest, stage: 'replaced', newer }, lost],
      readFeed: () => new Promise(() => undefined),
      write: async (rows) => {
        disk = rows;
      },
    });
    await fills.accept('again', real.digest);
    expect(disk[0]).toMatchObject({ id: 'again', stage: 'checking', insteadOf: [HASH] });
  });

  it('a dismissed fill whose receipt shows no option stays dismissed in the next worker', async () => {
    const first = await start({ stored: [record('one')], tell: () => receipt(false) });
    first.fills.resume();
    expect(await first.rest('one')).toMatchObject({ stage: 'failed', failure: { code: 'other' } });
    await first.fills.dismiss('one');
    let writes = 0;
    const next = await start({
      stored: [...first.fills.all()],
      tell: () => receipt(false),
      write: async () => void writes++,
    });
    next.fills.resume();
    await next.fills.onSettled();
    expect(next.fills.all()).toMatchObject([{ stage: 'failed', isHidden: true }]);
    expect(writes).toBe(0);
    // Without a node, too.
    const away = await start({ stored: [...next.fills.all()], tell: () => null });
    away.fills.resume();
    await away.fills.onSettled();
    expect(away.fills.view()).toEqual([]);
  });

  it('shows a dismissed fill again when it is mined after all', async () => {
    const wallet = await start({ stored: [lost], tell: () => receipt() });
    await wallet.fills.dismiss('lost');
    await wallet.fills.onSettled(HASH);
    expect(await wallet.rest('lost')).toMatchObject({ stage: 'indexed', hash: HASH });
  });

  it('deletes a dismissed fill when the next fill begins after the dismissed fill’s replacement was mined', async () => {
    const { fills } = await start({ stored: [lost] });
    await fills.dismiss('lost');
    const proof = {
      ...{ option: optionAddress(1), block: '1', compared: [], differing: [] },
      ...{ premium: '1', fee: '0', referralFee: '0', collateral: '0' },
    };
    await fills.begin({ ...base, id: 'made', insteadOf: [HASH], stage: 'indexed', fill, proof });
    expect(fills.find('lost')).toBeDefined();
    await fills.begin({ ...again, id: 'next' });
    expect(fills.find('lost')).toBeUndefined();
  });
});

describe('a conversion whose first transaction was lost', () => {
  it.each([
    ['counts the lost transaction when it was mined after all', true],
    ['replaces the lost transaction when that transaction wasn’t mined', false],
  ])('%s', async (_, isMined) => {
    const { fill, ...base } = record('lost');
    const sent = `0x${'cd'.repeat(32)}` as const;
    const lost: FillRecord = {
      ...base,
      ...{ stage: 'failed', failure: { code: 'superseded' } },
      stopped: { kind: 'supply', amount: '7', hash: HASH },
    };
    let insteadOf: readonly string[] | undefined;
    const wallet = await start({
      stored: [lost],
      tell: () => ({ ...receipt(false), status: '0x1' }),
      async ask(hashes) {
        insteadOf = hashes;
        if (isMined) throw new MinedAfterAll(HASH);
        return sent;
      },
    });
    const { hash: _hash, ...unsent } = fill;
    const asking = { ...unsent, kind: 'supply', amount: '1' } as const;
    await wallet.fills.begin({
      ...{ ...base, id: 'one', stage: 'preparation asked', preparation: asking },
    });
    // The next check finds no feed.
    expect(await wallet.rest('one')).toMatchObject({ failure: { code: 'feedDown' } });
    expect(insteadOf).toEqual([HASH]);
    expect(wallet.fills.find('one')?.made).toMatchObject([
      isMined ? { amount: '7', hash: HASH } : { amount: '1', hash: sent },
    ]);
  });
});

it('offers to undo a fill’s second conversion after the first conversion was undone', async () => {
  const { fill: _fill, ...base } = record('one');
  const supply = { kind: 'supply', key: 'own:1', to: BUYER, data: '0x' } as const;
  const made = [{ ...supply, amount: '7', hash: '0x3', digest: '0x1' }];
  const newer = { digest: '0x2', price: '1', isOtherMaker: false };
  const { fills, rest } = await start({ stored: [{ ...base, made, stage: 'replaced', newer }] });
  expect(fills.view()).toMatchObject([{ converted: { amount: '7' } }]);
  await fills.changedBack('one');
  await fills.accept('one', newer.digest);
  expect(await rest('one')).not.toHaveProperty('converted');
  // The new quote requires the same conversion again.
  const { failure: _failure, ...ended } = fills.find('one') as FillIn<'failed'>;
  const preparation = { ...supply, amount: '5', hash: HASH };
  const next = await start({ stored: [{ ...ended, stage: 'preparation sent', preparation }] });
  next.fills.resume();
  expect(await next.rest('one')).toMatchObject({ converted: { kind: 'supply', amount: '5' } });
});

it('ends a fill when the user declines the newer quote, and shows converted money until the fill is dismissed', async () => {
  const { fill: _fill, ...base } = record('one');
  const supply = { kind: 'supply', key: 'own:1', to: BUYER, data: '0x', amount: '7' } as const;
  const made = [{ ...supply, hash: '0x3', digest: '0x1' }];
  const newer = { digest: '0x2', price: '1', isOtherMaker: false };
  const { fills } = await start({ stored: [{ ...base, made, stage: 'replaced', newer }] });
  const ended = fills.ended('one');
  await fills.dismiss('one');
  expect(await ended).toMatchObject({ stage: 'failed', failure: { code: 'rejected' } });
  expect(fills.view()).toMatchObject([{ converted: { amount: '7' } }]);
  await expect(fills.accept('one', newer.digest)).rejects.toMatchObject({ code: 'requestChanged' });
  await fills.dismiss('one');
  expect(fills.view()).toEqual([]);
});

it('a fill doesn’t replace a lost conversion whose money was converted back', async () => {
  const { fill, ...base } = record('one');
  const lost: FillRecord = {
    ...{ ...base, id: 'lost', stage: 'failed', failure: { code: 'superseded' } },
    stopped: { kind: 'supply', amount: '7', hash: HASH },
  };
  const supply = { kind: 'supply', key: 'own:1', to: BUYER, data: '0x' } as const;
  const made = [{ ...supply, amount: '7', hash: HASH, digest: '0x1' }];
  const newer = { digest: '0x2', price: '1', isOtherMaker: false };
  const first = await start({ stored: [{ ...base, made, stage: 'replaced', newer }, lost] });
  await first.fills.changedBack('one');
  await first.fills.accept('one', newer.digest);
  await first.rest('one');
  const { failure: _failure, ...ended } = first.fills.find('one') as FillIn<'failed'>;
  let insteadOf: readonly string[] | undefined;
  const { hash: _hash, ...unsent } = fill;
  const next = await start({
    stored: [
      { ...ended, stage: 'preparation asked', preparation: { ...unsent, ...supply, amount: '7' } },
      lost,
    ],
    answerTo: () => undefined,
    async ask(hashes) {
      insteadOf = hashes;
      throw new RpcError('rejected');
    },
  });
  void next.fills.drive('one');
  await next.rest('one');
  expect(insteadOf).toEqual([]);
});

it.each([
  ['lacks', 0xf, [{ of: 'book' }]],
  ['has', 0x10, []],
])(
  'trusts a zero allowance only if the node has the allowance’s block: the node %s the block',
  async (_, block, left) => {
    const { fill: _fill, ...base } = record('one');
    const call = approveCall(BUYER, entry.optionBookAddress, 9n);
    const sent = { key: 'own:1', to: call.to, data: call.data, hash: HASH, digest: '0x1' };
    const made = [{ ...sent, kind: 'allow book', amount: '9' }] as const;
    const words = [0n, BigInt(block)].map((word) => numberToHex(word, { size: 32 }));
    const { fills, rest } = await start({
      stored: [{ ...base, made: [...made], stage: 'checking' }],
      tell: () => receipt(false),
      read: encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: words.map((returnData) => ({ success: true, returnData })),
      }),
    });
    fills.resume();
    expect(await rest('one')).toMatchObject({ failure: { code: 'feedDown' }, left });
  },
);

describe('a fill whose allowance is being revoked', () => {
  const { fill, ...base } = record('one');
  const allowed = { kind: 'allow book', amount: '9', hash: '0x3', digest: '0x1' } as const;
  const call = approveCall(BUYER, entry.optionBookAddress, 9n);
  const made = [{ ...allowed, key: 'own:1', to: call.to, data: call.data }];
  const newer = { digest: '0x2', price: '1', isOtherMaker: false };
  const refusal = { code: 'revocationRunning', details: { holder: 'one' } };
  const lost = { stage: 'failed', failure: { code: 'superseded' }, fill } as const;

  it('refuses a newer quote while an allowance of the fill is being revoked', async () => {
    const { fills } = await start({ stored: [{ ...base, made, stage: 'replaced', newer }] });
    await fills.revoke('one');
    await expect(fills.accept('one', newer.digest)).rejects.toMatchObject(refusal);
    expect(fills.view()).toMatchObject([{ stage: 'replaced', revocation: 'asked' }]);
  });

  it('leaves a lost fill unproven until the revocation of its allowance has ended', async () => {
    const answer = Promise.withResolvers<Hex>();
    const { fills, rest } = await start({
      stored: [{ ...base, made, ...lost }],
      tell: () => receipt(),
      ask: () => answer.promise,
    });
    await fills.revoke('one');
    await expect(fills.prove('one')).rejects.toMatchObject(refusal);
    const looked = fills.onSettled(HASH);
    expect(fills.view()).toMatchObject([{ stage: 'failed', revocation: 'asked' }]);
    answer.reject(new RpcError('rejected'));
    await looked;
    expect(await rest('one')).toMatchObject({ stage: 'indexed', revocation: 'failed' });
  });
});

describe('the start of a fill', () => {
  const QUOTE = {
    digest: real.digest,
    account: BUYER,
    wanted: contracts(1_000_000n),
    referrer: zeroAddress,
  };
  const readFeed = async () => Response.json({ data: { orders: [wire(entry)], market_data: {} } });
  const inForm = <Row extends FillRecord>(row: Row, symbol: string): Row => ({
    ...row,
    digest: '0x1',
    token: { ...row.token, symbol },
  });

  it.each([
    ['waiting for the user', inForm(preparing('one'), 'USDC')],
    ['waiting for the user in a different form of the money', inForm(preparing('one'), 'aBasUSDC')],
    ['sent', inForm(preparing('one', HASH), 'USDC')],
  ])(
    'refuses a second fill of the same money while a step of the first fill is %s',
    async (_, row) => {
      const { fills } = await start({ stored: [row], readFeed });
      const refusal: unknown = await fills.start(QUOTE).catch((error: unknown) => error);
      expect(failureOf(refusal)).toEqual({ code: 'fillRunning', details: { holder: 'one' } });
      expect(fills.view()).toHaveLength(1);
    },
  );

  it('refuses a fill of money that is being converted back', async () => {
    const { fills } = await start({
      readFeed,
      held: [{ on: moneyOf(BUYER, 'aBasUSDC'), by: 'way back' }],
    });
    await expect(fills.start(QUOTE)).rejects.toMatchObject({ code: 'wayBackRunning' });
    expect(fills.view()).toEqual([]);
  });

  it('refuses a newer quote while a different fill needs the same money', async () => {
    const newer = { digest: '0x2', price: '1', isOtherMaker: false };
    const { fill: _fill, ...base } = record('two');
    const { fills } = await start({
      stored: [inForm(preparing('one'), 'USDC'), { ...base, stage: 'replaced', newer }],
    });
    await expect(fills.accept('two', newer.digest)).rejects.toMatchObject({ code: 'fillRunning' });
  });

  it.each([
    ['the first one has ended', { ...inForm(record('one'), 'USDC'), stage: 'unproved' } as const],
    ['the first one needs other money', inForm(preparing('one'), 'aBasWETH')],
    [
      'the first one belongs to a different account',
      { ...inForm(preparing('one'), 'USDC'), account: zeroAddress },
    ],
  ])('starts a second fill when %s', async (_, row) => {
    const { fills } = await start({ stored: [row], readFeed });
    await fills.start(QUOTE);
    expect(fills.view()).toHaveLength(2);
  });

  it('starts a second fill once the first fill has failed because of a lock', async () => {
    const stored = [inForm(preparing('one'), 'USDC')];
    const wallet = await start({ stored, readFeed, isUnlocked: () => false });
    wallet.fills.resume();
    await wallet.rest('one');
    await wallet.fills.start(QUOTE);
    expect(wallet.fills.view()).toHaveLength(2);
  });

  it('starts the same quote and size again once the earlier fill is mined', async () => {
    const { fills } = await start({
      stored: [{ ...record('one'), stage: 'mined' }],
      readFeed: async () => Response.json({ data: { orders: [wire(entry)], market_data: {} } }),
    });
    const again = await fills.start({
      digest: real.digest,
      account: BUYER,
      wanted: contracts(1_000_000n),
      referrer: zeroAddress,
    });
    expect(again).not.toBe('one');
    expect(fills.view().map(({ id }) => id)).toEqual([again, 'one']);
  });

  it('starts one fill when two pages start the same quote at the same time', async () => {
    const answer = Promise.withResolvers<Response>();
    const { fills } = await start({ readFeed: () => answer.promise });
    const options = {
      digest: real.digest,
      account: BUYER,
      wanted: contracts(1_000_000n),
      referrer: zeroAddress,
    };
    const both = Promise.all([fills.start(options), fills.start(options)]);
    answer.resolve(Response.json({ data: { orders: [wire(entry)], market_data: {} } }));
    const [first, second] = await both;
    expect(second).toBe(first);
    expect(fills.view()).toHaveLength(1);
  });

  it('refuses a fill while an earlier fill that couldn’t be stored needs the same money, and continues the earlier fill', async () => {
    let isFull = true;
    const wallet = await start({
      stored: [inForm(preparing('one', HASH), 'USDC')],
      readFeed,
      async write() {
        if (isFull) throw new Error('The disk is full.');
      },
    });
    wallet.fills.resume();
    await expect
      .poll(() => wallet.fills.view()[0], { interval: 1 })
      .toMatchObject({ stage: 'checking', interrupted: { code: 'unexpected' } });
    isFull = false;
    await expect(wallet.fills.start(QUOTE)).rejects.toMatchObject({ code: 'fillRunning' });
    expect(await wallet.rest('one')).toMatchObject({ stage: 'failed' });
    await wallet.fills.start(QUOTE);
    expect(wallet.fills.view()).toHaveLength(2);
  });

  it('keeps a running fill, however many fills have ended since', async () => {
    const rest = Array.from({ length: 30 }, (_, at) => ({
      ...record(`old ${at}`),
      stage: 'unproved' as const,
    }));
    const { fills } = await start({
      stored: [...rest, record('underWay')],
      settled: () => new Promise(() => undefined),
    });
    await fills.dismiss('old 0');
    const ids = fills.view().map(({ id }) => id);
    expect(ids).toContain('underWay');
    expect(ids).toHaveLength(21);
  });

  it('recognizes a fill that was given up as lost and is mined after all', async () => {
    let isMined = false;
    const { fills, rest } = await start({
      stored: [record('one')],
      tell: () => (isMined ? receipt() : null),
      settled: async () => ({ hash: HASH, status: 'dropped' }),
    });
    fills.resume();
    expect(await rest('one')).toMatchObject({ stage: 'failed', failure: { code: 'superseded' } });
    await fills.onSettled(`0x${'9'.repeat(64)}`);
    expect(fills.view()[0]?.stage).toBe('failed');
    isMined = true;
    await fills.onSettled(HASH);
    expect((await rest('one'))?.stage).not.toBe('failed');
  });
});
