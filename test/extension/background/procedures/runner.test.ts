import { expect, it } from 'vitest';
import { failureOf } from '../../../../entrypoints/background/chain/failures.ts';
import { createProcedures } from '../../../../entrypoints/background/procedures/runner.ts';
import type { Kind } from '../../../../entrypoints/background/procedures/states.ts';
import { NodeError } from '../../../../shared/rpc/codes.ts';

interface State {
  readonly id: string;
  readonly step: 'asked' | 'sent' | 'done';
  readonly hash?: string;
  readonly key?: string;
  readonly isStopped?: boolean;
}

/** Creates a procedure whose step lasts until the test ends the step. */
function start(kind: Partial<Kind<State>> = {}, before: State[] = []) {
  let stored = before;
  const step = Promise.withResolvers<void>();
  const procedures = createProcedures({ onChange: () => undefined, failureOf });
  const shelf = procedures.add<State>({
    stored: {
      read: async () => stored,
      write: async (states) => {
        stored = structuredClone(states);
      },
    },
    kept: 2,
    claims: () => [],
    refusal: () => new Error('refused'),
    endOf: ({ step, isStopped }) => (step === 'asked' && isStopped !== true ? undefined : 'done'),
    waits: () => false,
    async next({ key: _key, ...state }) {
      await step.promise;
      return { ...state, step: 'sent', hash: '0x1' };
    },
    ...kind,
  });
  const clear = () => {
    stored = [];
  };
  return { procedures, shelf, end: step.resolve, stored: () => stored, clear };
}

it('a change that is made during a procedure’s step is stored together with the step’s own changes', async () => {
  const { shelf, end, stored } = start();
  await shelf.begin({ id: 'one', step: 'asked', key: 'own:1' });
  await shelf.change('one', (state) => ({ ...state, isStopped: true }));
  end();
  await expect.poll(() => shelf.find('one')?.step).toBe('sent');
  expect(stored()).toEqual([{ id: 'one', step: 'sent', hash: '0x1', isStopped: true }]);
});

it('ended procedures don’t displace procedures that wait for the user', async () => {
  const { shelf } = start({
    endOf: ({ step }) => (step === 'asked' ? undefined : step === 'sent' ? 'failed' : 'done'),
    waits: ({ step }) => step === 'sent',
    next: async (state) => ({ ...state, step: state.id.startsWith('waits') ? 'sent' : 'done' }),
  });
  for (const id of ['waits 1', 'waits 2', 'waits 3', '4', '5', '6', 'waits 7']) {
    await shelf.begin({ id, step: 'asked' });
    await expect.poll(() => shelf.find(id)?.step).not.toBe('asked');
  }
  expect(shelf.all().map(({ id }) => id)).toEqual([
    ...['waits 7', '6', '5', 'waits 3', 'waits 2', 'waits 1'],
  ]);
});

it('a stored row without readable claims is left out, and doesn’t block any other row', async () => {
  const claims = ({ id }: State) => {
    if (id === 'bad') throw new Error('no such option');
    return [{ on: 'option', by: 'request' }] as const;
  };
  const rows = ['bad', 'good'].map((id) => ({ id, step: 'asked' as const }));
  const { procedures, shelf } = start({ claims }, rows);
  await procedures.load();
  expect(procedures.holderOf([{ on: 'option', by: 'request' }])?.id).toBe('good');
  expect(shelf.all().map(({ id }) => id)).toEqual(['good']);
});

it('a procedure whose step throws is listed with its failure, and the user can continue it', async () => {
  let isSilent = true;
  const { procedures, shelf } = start({
    view: () => ({ account: '0x1', at: 0, facts: { kind: 'ask' }, steps: [] }),
    async next(state) {
      if (isSilent) throw new NodeError({ code: -32000, message: 'no' });
      return { ...state, step: 'done' };
    },
  });
  await shelf.begin({ id: 'one', step: 'asked' });
  await expect
    .poll(() => procedures.views())
    .toMatchObject([{ state: 'paused', why: 'failed', failure: { code: 'chain' } }]);
  isSilent = false;
  await procedures.goOn('one');
  await expect.poll(() => procedures.views()[0]?.state).toBe('done');
  expect(procedures.views()[0]).not.toHaveProperty('failure');
});

it('a procedure that a full disk interrupted continues without a second call once the disk has room', async () => {
  let isFull = false;
  let stored: State[] = [];
  const calls: string[] = [];
  const { procedures, shelf } = start({
    view: () => ({ account: '0x1', at: 0, facts: { kind: 'ask' }, steps: [] }),
    stored: {
      read: async () => stored,
      async write(states) {
        if (isFull) throw new Error('Resource::kQuotaBytes quota exceeded');
        stored = structuredClone(states);
      },
    },
    async next(state) {
      calls.push(state.hash ?? 'first');
      if (state.hash !== undefined) return { ...state, step: 'done' };
      isFull = true;
      return { ...state, hash: '0x1' };
    },
  });
  await shelf.begin({ id: 'one', step: 'asked' });
  await expect
    .poll(() => procedures.views())
    .toMatchObject([{ state: 'paused', why: 'failed', failure: { code: 'unexpected' } }]);
  await procedures.goOn('one');
  await expect.poll(() => procedures.views()).toMatchObject([{ state: 'paused' }]);
  expect(calls).toEqual(['first']);
  isFull = false;
  await procedures.goOn('one');
  await expect.poll(() => procedures.views()[0]?.state).toBe('done');
  expect(calls).toEqual(['first', '0x1']);
  expect(stored).toEqual([{ id: 'one', step: 'done', hash: '0x1' }]);
});

/** Creates procedures whose storage a test can fill. The second step ends a procedure. */
function startOnDisk(kind: Partial<Kind<State>>, onChange: () => void = () => undefined) {
  const disk = { isFull: false, rows: [] as State[] };
  const procedures = createProcedures({ onChange, failureOf });
  const shelf = procedures.add<State>({
    view: () => ({ account: '0x1', at: 0, facts: { kind: 'ask' }, steps: [] }),
    stored: {
      read: async () => disk.rows,
      async write(states) {
        if (disk.isFull) throw new Error('Resource::kQuotaBytes quota exceeded');
        disk.rows = structuredClone(states);
      },
    },
    kept: 2,
    claims: () => [],
    refusal: () => new Error('refused'),
    endOf: ({ step }) => (step === 'asked' ? undefined : step === 'sent' ? 'rejected' : 'done'),
    waits: ({ step }) => step === 'sent',
    next: async (state) => ({ ...state, hash: '0x1', step: state.hash ? 'done' : 'sent' }),
    ...kind,
  });
  return { disk, procedures, shelf };
}

it('a procedure stays paused when a full disk prevents its continuation, and can be continued later', async () => {
  const { disk, procedures, shelf } = startOnDisk({
    again: (state) => ({ ...state, step: 'asked' }),
  });
  await shelf.begin({ id: 'one', step: 'asked' });
  await expect.poll(() => procedures.views()).toMatchObject([{ state: 'paused' }]);
  disk.isFull = true;
  await expect(procedures.goOn('one')).rejects.toThrow('quota exceeded');
  expect(procedures.views()).toMatchObject([{ state: 'paused', why: 'rejected' }]);
  disk.isFull = false;
  await procedures.goOn('one');
  await expect.poll(() => procedures.views()).toMatchObject([{ state: 'done' }]);
});

it('a procedure that can’t be stopped on a full disk stays under way', async () => {
  const { disk, procedures, shelf } = startOnDisk({
    next: () => new Promise(() => undefined),
    stopped: (state) => ({ ...state, step: 'sent' }),
  });
  await shelf.begin({ id: 'one', step: 'asked' });
  disk.isFull = true;
  await expect(procedures.stop('one')).rejects.toThrow('quota exceeded');
  expect(procedures.views()).toMatchObject([{ state: 'underWay' }]);
  disk.isFull = false;
  await procedures.stop('one');
  expect(procedures.views()).toMatchObject([{ state: 'paused', why: 'rejected' }]);
});

it('a rejected procedure keeps its reason while a full disk prevents storing its changes', async () => {
  const { disk, procedures, shelf } = startOnDisk({});
  await shelf.begin({ id: 'one', step: 'asked' });
  await expect.poll(() => procedures.views()).toMatchObject([{ state: 'paused' }]);
  disk.isFull = true;
  await expect(shelf.change('one', (state) => ({ ...state, key: '1' }))).rejects.toThrow('quota');
  await shelf.drive('one');
  expect(procedures.views()).toMatchObject([{ state: 'paused', why: 'rejected' }]);
  expect(procedures.views()[0]).not.toHaveProperty('failure');
  disk.isFull = false;
  await shelf.drive('one');
  expect(disk.rows).toMatchObject([{ key: '1' }]);
});

it('pages that are notified of an interruption read the procedure as paused', async () => {
  const seen: unknown[] = [];
  const { disk, procedures, shelf } = startOnDisk(
    {
      async next(state) {
        disk.isFull = true;
        return { ...state, hash: '0x1' };
      },
    },
    () => seen.push(procedures.views()[0]?.state),
  );
  await shelf.begin({ id: 'one', step: 'asked' });
  await expect.poll(() => procedures.views()).toMatchObject([{ state: 'paused' }]);
  expect(seen.at(-1)).toBe('paused');
});

it('pages don’t show a procedure that couldn’t begin because the disk was full', async () => {
  const seen: unknown[] = [];
  const { disk, procedures, shelf } = startOnDisk({}, () => seen.push(procedures.views()));
  disk.isFull = true;
  await expect(shelf.begin({ id: 'one', step: 'asked' })).rejects.toThrow('quota exceeded');
  expect(seen.at(-1)).toEqual([]);
});

it('a procedure that waits for the chain isn’t paused by a full disk, and continues by itself', async () => {
  let isMined = false;
  const { disk, procedures, shelf } = startOnDisk({
    isDue: ({ hash }) => hash === undefined || isMined,
    async next(state) {
      if (state.hash !== undefined) return { ...state, step: 'done' };
      disk.isFull = true;
      return { ...state, hash: '0x1' };
    },
  });
  await shelf.begin({ id: 'one', step: 'asked' });
  await expect.poll(() => procedures.views()).toMatchObject([{ failure: { code: 'unexpected' } }]);
  expect(procedures.views()).toMatchObject([{ state: 'underWay' }]);
  disk.isFull = false;
  isMined = true;
  shelf.driveAll();
  await expect.poll(() => procedures.views()).toMatchObject([{ state: 'done' }]);
  expect(disk.rows).toEqual([{ id: 'one', step: 'done', hash: '0x1' }]);
});

it('a new procedure doesn’t show the failure of a deleted procedure with the same id', async () => {
  let count = 0;
  const { procedures, shelf } = start({
    view: () => ({ account: '0x1', at: 0, facts: { kind: 'ask' }, steps: [] }),
    endOf: ({ step }) => (step === 'asked' ? undefined : 'failed'),
    async next(state) {
      count += 1;
      if (count === 1) throw new NodeError({ code: -32000, message: 'no' });
      return { ...state, step: 'sent' };
    },
    failed: (state) => ({ ...state, step: 'sent' }),
  });
  await shelf.begin({ id: 'one', step: 'asked' });
  await expect.poll(() => procedures.views()).toMatchObject([{ failure: { code: 'chain' } }]);
  await shelf.stop('one');
  await shelf.begin({ id: 'one', step: 'sent' });
  expect(procedures.views()).toMatchObject([{ state: 'paused' }]);
  expect(procedures.views()[0]).not.toHaveProperty('failure');
});

it('procedures are deleted with their owner’s data, even if a step ends after the deletion', async () => {
  const { procedures, shelf, end, stored, clear } = start({ view: () => expect.unreachable() });
  await procedures.load();
  await shelf.begin({ id: 'one', step: 'asked' });
  procedures.forget();
  clear();
  end();
  await new Promise((resolve) => setImmediate(resolve));
  await procedures.load();
  expect(shelf.all()).toEqual([]);
  expect(procedures.views()).toEqual([]);
  expect(stored()).toEqual([]);
});
