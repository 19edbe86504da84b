import fc from 'fast-check';
import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import { failureOf } from '../../../../entrypoints/background/chain/failures.ts';
import { MinedAfterAll } from '../../../../entrypoints/background/chain/made-again.ts';
import type { Settled } from '../../../../entrypoints/background/chain/settlements.ts';
import {
  type CallsState,
  createCalls,
  isPaused,
} from '../../../../entrypoints/background/procedures/calls.ts';
import { createStops } from '../../../../entrypoints/background/procedures/index.ts';
import { createProcedures } from '../../../../entrypoints/background/procedures/runner.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { createFakeClock, createFakeRandom } from '../../../helpers/fake-world.ts';
import { callDeps } from '../../helpers/call-deps.ts';

const ACCOUNT = `0x${'a'.repeat(40)}`;
const PLACE = `0x${'b'.repeat(40)}` as const;
const STEPS = ['allow', 'split', 'ask'] as const;
type State = CallsState<null>;

/** Waits until all work is done that doesn't depend on the test. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Creates a user, a chain and a browser with one storage. The workers can be killed. */
function createWorld() {
  const random = createFakeRandom('calls');
  let stored: State[] = [];
  /** Sent transactions by request key, as the activity stores them. */
  const sent = new Map<string, { readonly hash: string; readonly step: string }>();
  /** Final statuses by hash, as the activity stores them. */
  const fates = new Map<string, Settled['status']>();
  /** Hashes of transactions that nodes have as pending, and receipts of mined transactions. */
  const pool = new Set<string>();
  const receipts = new Map<string, '0x0' | '0x1'>();
  const reorganized = new Set<string>();
  const pruned = new Set<string>();
  /** Keys of requests with a transaction that has a row in the activity. */
  const rows = new Set<string>();
  const mined: string[] = [];
  let watching: (() => void)[] = [];
  /** Lost transactions whose nonce another transaction has used. */
  const gone = new Set<string>();
  const cancelled = new Set<string>();
  let prompt:
    | { key: string; data: string; insteadOf: readonly string[]; answer(end: Hex | Error): void }
    | undefined;
  let generation = 0;

  function start() {
    generation += 1;
    const own = generation;
    const isAlive = () => own === generation;
    const never = () => new Promise<never>(() => undefined);
    const procedures = createProcedures({ onChange: () => undefined, failureOf });
    const calls = createCalls<null>(
      {
        procedures,
        client: {
          async request(method, params) {
            const [hash = ''] = params as string[];
            if (method === 'eth_getTransactionByHash') return pool.has(hash) ? { hash } : null;
            const status = receipts.get(hash);
            const receipt = { transactionHash: hash, status, blockNumber: '0x1', logs: [] };
            return status === undefined ? null : receipt;
          },
        },
        transactions: {
          ask: ({ requestKey: key, transaction, insteadOf = [] }) =>
            new Promise<Hex>((resolve, reject) => {
              if (!isAlive()) return;
              const answer = (end: Hex | Error) =>
                end instanceof Error ? reject(end) : resolve(end);
              prompt = { key, data: transaction.data ?? '', insteadOf, answer };
            }),
        },
        async settled(hash) {
          for (;;) {
            const status = fates.get(hash);
            if (!isAlive()) return never();
            const taken = cancelled.has(hash) ? ({ isNonceTaken: true } as const) : {};
            if (status !== undefined) return { hash, status, ...taken };
            await new Promise<void>((resolve) => watching.push(resolve));
          }
        },
        answerTo: (key) => (rows.has(key) ? sent.get(key)?.hash : undefined),
        isUnlocked: () => true,
        clock: createFakeClock(),
        random,
        wait: async () => undefined,
      },
      {
        stored: {
          read: async () => stored,
          async write(states) {
            if (!isAlive()) return never();
            stored = structuredClone(states);
          },
        },
        claims: () => [{ on: 'option', by: 'request' }],
        refusal: () => new RpcError('alreadyPending'),
        facts: () => ({ kind: 'way back', token: PLACE }),
        // Plans with fresh facts, so that a call that the chain already has isn't sent again.
        plan: async () => {
          const step = STEPS.find((one) => !mined.includes(one));
          // A pending call in the activity isn't sent again either.
          const isSent = ({ hash, ...one }: { hash: string; step: string }) =>
            one.step === step && pool.has(hash) && !fates.has(hash);
          if ([...sent.values()].some(isSent)) throw new RpcError('alreadyPending');
          return step && { step, to: PLACE, data: `0x${STEPS.indexOf(step)}` };
        },
      },
    );
    return { calls, procedures };
  }
  let worker = start();

  const commands = {
    begin: () => worker.calls.begin(ACCOUNT, null).catch(() => undefined),
    twoTabs: () => Promise.all([commands.begin(), commands.begin()]),
    /**
     * Confirms the prompt, so the wallet sends. If `isAnswered` is false, the answer gets lost, as
     * when the worker dies.
     */
    approve(isAnswered = true): void {
      if (prompt === undefined || sent.has(prompt.key)) return;
      const found = prompt.insteadOf.find((one) => receipts.get(one) === '0x1');
      if (found !== undefined) {
        prompt.answer(new MinedAfterAll(found));
        prompt = undefined;
        return;
      }
      for (const { hash } of lost()) gone.add(hash);
      const hash: Hex = `0x${(sent.size + 1).toString(16)}`;
      const step = STEPS[Number(prompt.data)] ?? 'unknown';
      sent.set(prompt.key, { hash, step });
      rows.add(prompt.key);
      pool.add(hash);
      if (isAnswered) prompt.answer(hash);
      prompt = undefined;
    },
    reject: () => refuse('rejected'),
    lock: () => refuse('lockedMeanwhile'),
    /** Lets the prompt expire. */
    expire: () => refuse('unanswered'),
    async kill(): Promise<void> {
      worker = start();
      prompt = undefined;
      await worker.procedures.load();
      worker.procedures.resume();
    },
    async dieSending(): Promise<void> {
      commands.approve(false);
      await commands.kill();
    },
    mine: () => settle('confirmed'),
    revert: () => settle('failed'),
    lose: () => settle('dropped'),
    /** Cancels a pending transaction: another transaction takes its nonce. */
    cancel(): void {
      const next = [...pool].find((hash) => !fates.has(hash));
      if (next === undefined) return;
      for (const known of [gone, cancelled]) known.add(next);
      pool.delete(next);
      fates.set(next, 'dropped');
      wake();
    },
    /** Mines a transaction that was given up. */
    mineLost(): void {
      const [next] = lost();
      if (next === undefined) return;
      const isRefused = mined.includes(next.step);
      receipts.set(next.hash, isRefused ? '0x0' : '0x1');
      if (!isRefused) mined.push(next.step);
    },
    /** Removes the row of a pending transaction, as if newer rows had displaced it. */
    displace(): void {
      const [hash] = pool;
      if (hash === undefined) return;
      fates.set(hash, 'dropped');
      for (const [key, one] of sent) if (one.hash === hash) rows.delete(key);
      wake();
    },
    /** Drops the activity's rows of ended transactions. Nodes forget these transactions too. */
    prune(): void {
      for (const [key, { hash }] of sent) {
        if (pool.has(hash)) continue;
        fates.set(hash, 'dropped');
        rows.delete(key);
        if (receipts.delete(hash)) pruned.add(hash);
      }
    },
    /**
     * Removes the last mined transaction by a reorganization. Nodes then have the transaction as
     * pending.
     */
    reorganize(): void {
      const last = [...sent.values()].findLast(({ hash }) => receipts.get(hash) === '0x1');
      if (last === undefined || fates.get(last.hash) !== 'confirmed') return;
      fates.delete(last.hash);
      receipts.delete(last.hash);
      pool.add(last.hash);
      reorganized.add(last.hash);
      mined.splice(mined.indexOf(last.step), 1);
    },
    /** Makes the next step on another device of the vault. */
    elsewhere(): void {
      const next = STEPS.find((one) => !mined.includes(one));
      if (next !== undefined) mined.push(next);
    },
    /** Undoes a step, such as an allowance, by a site's request. */
    site(): void {
      const isOwn = [...sent.values()].some(({ hash }) => receipts.get(hash) === '0x1');
      if (isOwn && mined.includes('allow')) mined.splice(mined.indexOf('allow'), 1);
    },
    continue: () => Promise.allSettled(paused().map(({ id }) => worker.calls.goOn(id))),
    /**
     * Stops the paused procedures. A procedure whose transaction can still be mined must not stop.
     */
    stop: () =>
      Promise.all(
        paused()
          .filter(({ steps }) => steps.every(({ isMined }) => isMined === true))
          .map(({ id }) => worker.calls.stop(id)),
      ),
    /** Stops the procedure whose request waits in the approval window. */
    async stopAsked(): Promise<void> {
      if (prompt === undefined) return;
      const open = [{ requestKey: prompt.key }];
      const approvals = { open: () => open, endAll: async () => refuse('rejected') };
      const { procedures } = worker;
      await createStops({ procedures, approvals }).rejectPrompt(worker.calls.all()[0]?.id ?? '');
      await commands.stop();
    },
  };

  function refuse(code: 'rejected' | 'lockedMeanwhile' | 'unanswered'): void {
    prompt?.answer(new RpcError(code));
    prompt = undefined;
  }

  function settle(status: Settled['status']): void {
    const next = [...sent.values()].find(({ hash }) => pool.has(hash));
    if (next === undefined) return;
    // The chain refuses a step that another device has already made.
    const isRefused = status === 'confirmed' && mined.includes(next.step);
    const end = isRefused ? 'failed' : status;
    pool.delete(next.hash);
    if (end !== 'dropped') receipts.set(next.hash, end === 'confirmed' ? '0x1' : '0x0');
    if (end === 'confirmed') mined.push(next.step);
    if (!fates.has(next.hash)) fates.set(next.hash, end);
    wake();
  }

  /** Returns transactions that were given up and that no node has. They can still be mined. */
  const lost = () =>
    [...sent.values()].filter(
      ({ hash }) =>
        fates.get(hash) === 'dropped' &&
        ![pool, receipts, pruned, gone].some((known) => known.has(hash)),
    );

  function wake(): void {
    const awake = watching;
    watching = [];
    for (const one of awake) one();
  }

  const paused = () => worker.calls.all().filter(isPaused);

  return {
    commands,
    mined,
    all: () => worker.calls.all(),
    /** Returns the key of the open prompt twice: from the record, and from the approval window. */
    asked: () => [worker.procedures.askedBy(worker.calls.all()[0]?.id ?? ''), prompt?.key],
    views: () => worker.procedures.views(),
    stored: () => stored,
    isMined: (hash = '') =>
      [receipts.get(hash) === '0x1', reorganized.has(hash), pruned.has(hash)].includes(true),
    /** Returns the steps of all pending transactions. */
    pending: () => [...sent.values()].flatMap(({ hash, step }) => (pool.has(hash) ? [step] : [])),
    holder: () => worker.procedures.holderOf([{ on: 'option', by: 'request' }]),
  };
}

type World = ReturnType<typeof createWorld>;
const COMMANDS = [
  'begin',
  'twoTabs',
  'approve',
  'reject',
  'lock',
  'expire',
  'kill',
  'dieSending',
  'mine',
  'revert',
  'lose',
  'cancel',
  'mineLost',
  'displace',
  'prune',
  'reorganize',
  'elsewhere',
  'site',
  'continue',
  'stop',
  'stopAsked',
] as const;

/**
 * Checks the world's invariants after a command. `seen` has the ids of procedures whose end was
 * already checked.
 */
function ensureTrue(world: World, seen: Set<string>): void {
  for (const { id, steps, end } of world.stored()) {
    for (const { hash, isMined } of steps)
      expect(isMined !== true || world.isMined(hash)).toBe(true);
    if (end?.code !== 'done' || seen.has(id)) continue;
    seen.add(id);
    expect(world.mined).toEqual(expect.arrayContaining([...STEPS]));
  }
  // No step is made twice, and no step is sent while an earlier attempt can still be mined.
  expect(new Set(world.mined).size).toBe(world.mined.length);
  expect(new Set(world.pending()).size).toBe(world.pending().length);
  const running = world.all().filter(({ end }) => end === undefined);
  expect(running.length).toBeLessThanOrEqual(1);
  expect(world.holder()?.id).toBe(running[0]?.id);
}

it('procedures of calls always show their true state, and never repeat a step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...COMMANDS), { maxLength: 40 }), async (names) => {
      const world = createWorld();
      const seen = new Set<string>();
      for (const name of names) {
        void world.commands[name]();
        await quiet();
        ensureTrue(world, seen);
      }
      // If the user agrees to everything, all procedures finish.
      for (let round = 0; round < 10; round++) {
        for (const name of ['mine', 'continue', 'approve', 'mine'] as const) {
          void world.commands[name]();
          await quiet();
          ensureTrue(world, seen);
        }
      }
      expect(world.all().filter(isPaused)).toEqual([]);
      expect(world.holder()).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

async function after(...names: readonly (typeof COMMANDS)[number][]): Promise<World> {
  const world = createWorld();
  for (const name of names) {
    void world.commands[name]();
    await quiet();
  }
  return world;
}

it('a procedure ends as unanswered when the worker dies during its first prompt', async () => {
  const world = await after('begin', 'kill');
  expect(world.all()).toMatchObject([{ steps: [], end: { code: 'unanswered' } }]);
  expect(world.all().filter(isPaused)).toEqual([]);
});

it('a procedure pauses as unanswered when nobody answers its second prompt in time', async () => {
  const world = await after('begin', 'approve', 'mine', 'expire');
  expect(world.all()).toMatchObject([{ end: { code: 'unanswered' } }]);
  expect(world.views()).toMatchObject([{ state: 'paused', why: 'unanswered' }]);
});

it('a procedure can continue after the worker’s death interrupted its second prompt', async () => {
  const world = await after('begin', 'approve', 'mine', 'kill');
  expect(world.all()).toMatchObject([{ end: { code: 'unanswered' }, steps: [{ isMined: true }] }]);
  void world.commands.continue();
  await quiet();
  expect(world.all()).toMatchObject([{ steps: [{ step: 'allow' }, { step: 'split' }] }]);
});

it('a procedure follows a transaction that was sent just before the worker’s death, without a second prompt', async () => {
  const world = await after('begin', 'dieSending', 'mine');
  expect(world.mined).toEqual(['allow']);
  expect(world.all()).toMatchObject([{ steps: [{ isMined: true }, { step: 'split' }] }]);
});

it('a procedure reads the receipt of a call whose activity row is gone, and doesn’t send the call again', async () => {
  const world = await after('begin', 'approve', 'displace');
  expect(world.all()).toMatchObject([{ end: { code: 'superseded' } }]);
  expect(world.all().filter(isPaused)).toHaveLength(1);
  const run = async (...names: readonly (typeof COMMANDS)[number][]) => {
    for (const name of names) {
      void world.commands[name]();
      await quiet();
    }
  };
  await run('continue', 'begin', 'approve');
  expect(world.pending()).toEqual(['allow']);
  await run('mine', 'continue');
  expect(world.all()).toMatchObject([{ steps: [{ isMined: true }, { step: 'split' }] }]);
});

it('a lost call that is mined during the prompt to repeat it counts as done, and isn’t sent again', async () => {
  const world = await after('begin', 'approve', 'lose', 'continue', 'mineLost', 'approve');
  expect(world.mined).toEqual(['allow']);
  expect(world.pending()).toEqual([]);
  expect(world.all()).toMatchObject([
    { steps: [{ step: 'allow', hash: '0x1', isMined: true }, { step: 'split' }] },
  ]);
});

it('a lost call that is mined after the user rejected its repetition counts as done when the procedure continues', async () => {
  const lost = ['begin', 'approve', 'lose', 'continue', 'reject'] as const;
  const world = await after(...lost, 'mineLost', 'continue');
  expect(world.all()).toMatchObject([
    { steps: [{ step: 'allow', hash: '0x1', isMined: true }, { step: 'split' }] },
  ]);
  expect(world.all()[0]).not.toHaveProperty('lost');
});

it('a procedure waits for the user again when its call is lost a second time', async () => {
  const world = await after('begin', 'approve', 'lose', 'continue', 'approve', 'lose');
  expect(world.all()).toMatchObject([{ end: { code: 'superseded' }, steps: [{ hash: '0x2' }] }]);
  expect(world.all().filter(isPaused)).toHaveLength(1);
});

it('a new procedure is refused while a lost call can still be mined, even after the user rejected its repetition', async () => {
  const world = await after('begin', 'approve', 'lose', 'continue', 'reject', 'begin');
  expect(world.all()).toMatchObject([{ end: { code: 'rejected' }, lost: [{ hash: '0x1' }] }]);
  for (const name of ['continue', 'mineLost', 'approve'] as const) {
    void world.commands[name]();
    await quiet();
  }
  expect(world.all()).toMatchObject([{ steps: [{ isMined: true }, { step: 'split' }] }]);
});

it('a new procedure begins after the user cancels the previous procedure’s call', async () => {
  const world = await after('begin', 'approve', 'cancel');
  expect(world.all().filter(isPaused)).toEqual([]);
  for (const name of ['begin', 'approve'] as const) {
    void world.commands[name]();
    await quiet();
  }
  expect(world.pending()).toEqual(['allow']);
});

it('a call that a reorganization removed must be mined again before the next call’s prompt opens', async () => {
  const world = await after('begin', 'approve', 'mine', 'reject', 'reorganize', 'continue');
  expect(world.all()).toMatchObject([{ steps: [{ step: 'allow' }] }]);
  void world.commands.mine();
  await quiet();
  expect(world.all()).toMatchObject([{ steps: [{ isMined: true }, { step: 'split' }] }]);
});

it('a mined call still counts as done when its activity row is gone and no node has its receipt', async () => {
  const world = await after('begin', 'approve', 'mine', 'reject', 'prune', 'continue');
  expect(world.all()).toMatchObject([{ steps: [{ isMined: true }, { step: 'split' }] }]);
});

it('a procedure that the user stops is deleted and reserves nothing', async () => {
  const world = await after('begin', 'approve', 'mine', 'reject', 'stop');
  expect(world.stored()).toEqual([]);
  expect(world.mined).toEqual(['allow']);
  expect(world.holder()).toBeUndefined();
});

it('a procedure under way can be stopped only while its prompt is open', async () => {
  const world = await after('begin');
  const [key, open] = world.asked();
  expect(key).toBe(open ?? expect.unreachable());
  expect(world.views()).toMatchObject([{ state: 'underWay', canStop: true }]);
  const sent = await after('begin', 'approve');
  expect(sent.asked()).toEqual([undefined, undefined]);
  expect(sent.views()).toMatchObject([{ state: 'underWay', canStop: false }]);
  const paused = await after('begin', 'approve', 'mine', 'reject');
  expect(paused.asked()).toEqual([undefined, undefined]);
});

it('a procedure that is stopped at its open prompt is forgotten, and its mined calls stay', async () => {
  const world = await after('begin', 'approve', 'mine', 'stopAsked');
  expect(world.stored()).toEqual([]);
  expect(world.mined).toEqual(['allow']);
  expect(world.asked()).toEqual([undefined, undefined]);
  expect(world.holder()).toBeUndefined();
});

it('a second procedure for an option is refused while the first procedure is under way', async () => {
  const world = await after('begin', 'begin', 'approve', 'begin');
  expect(world.all()).toHaveLength(1);
});

/**
 * Creates two kinds of calls with the same claim. A test can fill the storage of the first kind.
 */
function createShelf({ isUnlocked = (account: string) => account === ACCOUNT } = {}) {
  const disk = { isFull: false };
  const asked: { stored: readonly State[] }[] = [];
  const deps = callDeps<null>({ client: { request: () => Promise.reject(new Error('silent')) } });
  const stored = {
    ...deps.stored,
    async write(states: State[]) {
      if (disk.isFull) throw new Error('The disk is full.');
      await deps.stored.write(states);
    },
  };
  const claims = () => [{ on: 'option', by: 'request' }] as const;
  const calls = createCalls<null>(
    {
      ...deps,
      isUnlocked,
      transactions: {
        async ask() {
          asked.push({ stored: await stored.read() });
          // The user agrees only to the first call.
          if (asked.length > 1) throw new RpcError('rejected');
          return '0x1';
        },
      },
    },
    {
      ...{ stored, claims },
      refusal: () => new RpcError('alreadyPending'),
      facts: () => ({ kind: 'split' }),
      plan: async ({ steps }) => {
        const step = STEPS[steps.length];
        return step && { step, to: PLACE, data: '0x' };
      },
    },
  );
  const other = deps.procedures.add<{ id: string }>({
    stored: { read: async () => [], write: async () => undefined },
    kept: 1,
    claims,
    refusal: () => new RpcError('alreadyPending'),
    endOf: () => undefined,
    waits: () => false,
    next: () => new Promise(() => undefined),
  });
  return { calls, other, disk, asked, procedures: deps.procedures };
}

it('a procedure that waits for the user is kept when a new procedure is refused', async () => {
  const { calls, other } = createShelf();
  const id = await calls.begin(ACCOUNT, null);
  await expect.poll(() => calls.all().filter(isPaused)).toHaveLength(1);
  await other.begin({ id: 'other' });
  await expect(calls.begin(ACCOUNT, null)).rejects.toMatchObject({ code: 'alreadyPending' });
  expect(calls.all().filter(isPaused)).toMatchObject([{ id }]);
});

it('a procedure that couldn’t be stored hasn’t begun, reserves nothing and opens no prompt', async () => {
  const { calls, disk, asked, procedures } = createShelf();
  disk.isFull = true;
  await expect(calls.begin(ACCOUNT, null)).rejects.toThrow('The disk is full.');
  disk.isFull = false;
  expect(procedures.holderOf([{ on: 'option', by: 'request' }])).toBeUndefined();
  await quiet();
  expect(calls.all()).toEqual([]);
  expect(asked).toEqual([]);
});

it('a call whose key couldn’t be stored opens its prompt only after the key is stored', async () => {
  const { calls, disk, asked, procedures } = createShelf();
  await calls.begin(ACCOUNT, null);
  disk.isFull = true;
  await quiet();
  disk.isFull = false;
  procedures.holderOf([{ on: 'option', by: 'request' }]);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked[0]?.stored).toMatchObject([{ steps: [{ step: 'allow' }] }]);
});

it('a stop ends a procedure that a full disk interrupted before its prompt opened', async () => {
  const { calls, disk, asked, procedures } = createShelf();
  const id = await calls.begin(ACCOUNT, null);
  disk.isFull = true;
  await expect.poll(() => calls.views()).toMatchObject([{ state: 'paused', canStop: true }]);
  expect(procedures.askedBy(id)).toBeUndefined();
  disk.isFull = false;
  await procedures.stop(id);
  expect(calls.views()).toEqual([]);
  expect(procedures.holderOf([{ on: 'option', by: 'request' }])).toBeUndefined();
  expect(asked).toEqual([]);
});

it.each([
  [
    'a call of a locked wallet ends without a prompt, for example after the worker restarts',
    () => false,
  ],
  [
    'a call of a locked vault’s account ends without a prompt to the user of another vault',
    (account: string) => account !== ACCOUNT,
  ],
])('%s', async (_, isUnlocked) => {
  const { calls, asked } = createShelf({ isUnlocked });
  const id = await calls.begin(ACCOUNT, null);
  await expect.poll(() => calls.find(id)?.end).toEqual({ code: 'locked' });
  expect(asked).toEqual([]);
});
