import { type Address, type Hex, keccak256, stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { revocationOf } from '../../../../entrypoints/background/allowances/revoke-allowances.ts';
import type { Recheck } from '../../../../entrypoints/background/approvals/recheck.ts';
import type { RequestContext } from '../../../../entrypoints/background/approvals/request-context.ts';
import { approveCall } from '../../../../entrypoints/background/approvals/sending/own-transactions.ts';
import type { Sending } from '../../../../entrypoints/background/chain/broadcast.ts';
import { failureOf } from '../../../../entrypoints/background/chain/failures.ts';
import {
  asDropped,
  asMined,
  asReplaced,
} from '../../../../entrypoints/background/chain/transaction-state.ts';
import { stored } from '../../../../entrypoints/background/kernel/stored.ts';
import { runningError } from '../../../../entrypoints/background/orders/ticket-error.ts';
import { createBundles } from '../../../../entrypoints/background/procedures/bundles.ts';
import { moneyOf } from '../../../../entrypoints/background/procedures/claims.ts';
import { createProcedures } from '../../../../entrypoints/background/procedures/runner.ts';
import { STORED_KEYS } from '../../../../entrypoints/background/stored-keys.ts';
import type { ApprovalRequest, TransactionDraft } from '../../../../shared/approvals/types.ts';
import { codeOf, DELEGATOR } from '../../../../shared/chain/delegation.ts';
import { reserveOf } from '../../../../shared/chain/lending.ts';
import { NodeError, RpcError } from '../../../../shared/rpc/codes.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { createFakeClock, createFakeRandom } from '../../../helpers/fake-world.ts';
import { memoryActivity } from '../../helpers/memory-activity.ts';
import { memoryAreas } from '../../helpers/memory-areas.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TO = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const FEE = {
  gas: ['0x5208', '0x5208', '0x5208'],
  maxFeePerGas: '0x64',
  maxPriorityFeePerGas: '0x1',
  isLegacy: false,
};
const CALLS = ['0x1', '0x2', '0x3'].map((value) => ({ to: TO, value, data: '0x' }));
const contextOf = (requestKey: string, origin = 'https://dapp.example'): RequestContext => ({
  requester: { origin, own: false },
  requestKey,
  accounts: [ACCOUNT],
  chainId: 8453,
});

const ROW = {
  kind: 'transaction',
  status: 'confirmed',
  ...{ at: 1, origin: '', account: TO, chainId: 8453 },
  what: { kind: 'payout' },
} as const;

/** Waits until all work is done that doesn't depend on the test. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Creates bundles. The test decides whether their transactions are mined. */
function start(
  areas = memoryAreas(),
  refuses: (sending: Sending) => boolean = () => false,
  recheck: Pick<Recheck, 'shownByCall' | 'isAsShown'> = {
    shownByCall: () => undefined,
    isAsShown: async () => true,
  },
) {
  const reviews: ApprovalRequest[] = [];
  const sent: Sending[] = [];
  /** Functions that end the open reviews. If undefined, each review is confirmed immediately. */
  let open: ((error?: unknown) => void)[] | undefined;
  let locks = 0;
  const activity = memoryActivity({ areas });
  const hashOf = ({ requestKey }: Sending) => keccak256(stringToHex(requestKey));
  const clock = createFakeClock();
  /** Statuses in the receipts that nodes have, and codes of accounts. */
  const receipts = new Map<unknown, string>();
  const codes = new Map<unknown, string>([[ACCOUNT, codeOf(DELEGATOR)]]);
  const procedures = createProcedures({ onChange: () => undefined, failureOf });
  const made = createBundles({
    procedures,
    wait: async () => undefined,
    rpcOf: () => ({
      async request(method, params) {
        const [first] = params as unknown[];
        if (method === 'eth_getCode') return codes.get(first) ?? '0x';
        const status = receipts.get(first);
        const receipt = { transactionHash: first, status, blockNumber: '0x1', logs: [] };
        return status === undefined ? null : receipt;
      },
    }),
    refusal: runningError,
    stored: stored(areas, STORED_KEYS.bundles),
    approvals: {
      // Confirms the review immediately, or when the test calls `confirm`.
      request: async (input: { request: ApprovalRequest }) => {
        reviews.push(input.request);
        await new Promise<void>((resolve, reject) => {
          const answer = (error?: unknown) => (error === undefined ? resolve() : reject(error));
          if (open === undefined) answer();
          else open.push(answer);
        });
        return { choice: { kind: 'send', fee: FEE }, request: input.request };
      },
    } as unknown as Parameters<typeof createBundles>[0]['approvals'],
    broadcast: {
      async send(sending) {
        if (!sending.isAgreed()) throw new Error('locked meanwhile');
        if (refuses(sending)) throw new NodeError({ code: -32000, message: 'no' });
        sent.push(sending);
        const id = hashOf(sending);
        await activity.add({
          id,
          kind: 'transaction',
          at: 1,
          origin: sending.origin,
          account: ACCOUNT,
          chainId: sending.chainId,
          what: sending.what,
          hash: id,
          status: 'sent',
          requestKey: sending.requestKey,
          nonce: sent.length,
          raw: '0x01',
        });
        return id;
      },
    },
    watchLocks: () => {
      const since = locks;
      return () => locks === since;
    },
    coinOf: () => 'ETH',
    tokenNames: { known: () => () => undefined },
    recheck: () => recheck,
    activity,
    clock,
    random: createFakeRandom('bundles'),
  });
  const bundles = {
    ...made,
    async advance() {
      made.advance();
      await quiet();
    },
  };
  const ask = (requestKey = 'doc:1', id?: string, calls: TransactionDraft[] = CALLS) =>
    bundles.ask(contextOf(requestKey), {
      account: ACCOUNT,
      chainId: 8453,
      calls,
      ...(id === undefined ? {} : { id }),
    });
  const mined = async (hash: Hex | undefined, status: 'confirmed' | 'failed' = 'confirmed') => {
    await activity.change(hash ?? '0x', (row) =>
      asMined(row, {
        block: 1n,
        failure: status === 'confirmed' ? undefined : { code: 'reverted' },
      }),
    );
    await bundles.advance();
  };
  return {
    areas,
    activity,
    bundles,
    clock,
    codes,
    procedures,
    /**
     * Adds rows until the older rows are displaced. Nodes have the receipt if `status` is given.
     */
    async displace(hash: Hex, status?: '0x0' | '0x1') {
      if (status !== undefined) receipts.set(hash, status);
      for (let row = 0; row < 500; row++)
        await activity.add({ ...ROW, id: `${hash}${row}`, hash: `0x${row}` });
      await bundles.advance();
    },
    /** Marks a transaction as given up. If `status` is given, nodes have its receipt. */
    async drop(hash: Hex, status?: '0x0' | '0x1') {
      if (status !== undefined) receipts.set(hash, status);
      await activity.change(hash, (row) => asDropped(row, undefined));
      await bundles.advance();
    },
    reviews,
    sent,
    ask,
    mined,
    load: async () => {
      await activity.load();
      await bundles.load();
    },
    lock: async () => {
      locks += 1;
      await bundles.stopAll();
    },
    holdReviews: () => {
      open = [];
    },
    confirm: () => open?.shift()?.(),
    /** Rejects all open reviews, for example because the user rejects them or locks the wallet. */
    reject(code: 'rejected' | 'lockedMeanwhile' | 'unanswered') {
      for (const answer of open?.splice(0) ?? []) answer(new RpcError(code));
    },
    last: () => hashOf(demand(sent.at(-1))),
  };
}

function demand<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('there is none');
  return value;
}

const values = (sent: readonly Sending[]) => sent.map(({ draft }) => draft.value);

describe('a bundle of calls', () => {
  it('sends each call of a bundle only once, and only after the call before it is confirmed', async () => {
    const { ask, bundles, sent, mined, last } = start();
    await ask();
    await bundles.advance();
    await bundles.advance();
    expect(values(sent)).toEqual(['0x1']);
    await mined(last());
    expect(values(sent)).toEqual(['0x1', '0x2']);
    await mined(last());
    await mined(last());
    expect(values(sent)).toEqual(['0x1', '0x2', '0x3']);
  });

  it('keeps two sites’ calls apart even if their origins and bundle ids join to the same text', async () => {
    const { ask, bundles, sent } = start();
    await ask('doc:1', '1:x');
    await bundles.advance();
    await bundles.ask(contextOf('doc:2', 'https://dapp.example:1'), {
      account: ACCOUNT,
      chainId: 8453,
      calls: CALLS,
      id: 'x',
    });
    await bundles.advance();
    expect(values(sent)).toEqual(['0x1', '0x1']);
    expect(new Set(sent.map(({ requestKey }) => requestKey)).size).toBe(2);
  });

  it('reviews the remaining calls again when the next call would move more than the first review showed', async () => {
    let isWorse = true;
    const asked: unknown[] = [];
    const shown = [[], [{ token: '0xaa', amount: '-1', isCollectible: false }], []];
    const { ask, sent, mined, last, reviews, holdReviews, confirm, bundles } = start(
      memoryAreas(),
      undefined,
      {
        shownByCall: () => shown,
        isAsShown: async (due) => {
          asked.push(due.shown);
          return !isWorse;
        },
      },
    );
    await ask();
    await bundles.advance();
    holdReviews();
    await mined(last());
    await mined(last());
    expect(values(sent)).toEqual(['0x1']);
    expect(asked).toEqual([shown[1]]);
    expect(reviews.at(-1)).toMatchObject({ calls: CALLS.slice(1) });
    expect(reviews).toHaveLength(2);
    isWorse = false;
    confirm();
    await eventually(() => expect(values(sent)).toEqual(['0x1', '0x2']));
  });

  it.each(['failed', 'refused'] as const)('stops a bundle at a %s call', async (how) => {
    const { ask, bundles, sent, mined, last } = start(
      memoryAreas(),
      ({ draft }) => how === 'refused' && draft.value === '0x2',
    );
    const id = await ask();
    await bundles.advance();
    await mined(last(), how === 'failed' ? 'failed' : 'confirmed');
    await bundles.advance();
    expect(values(sent)).toEqual(['0x1']);
    expect(bundles.find('https://dapp.example', id)?.stopped).toBe(true);
  });

  it('continues a bundle in the next worker, even if the previous worker died before it recorded a sent call', async () => {
    const areas = memoryAreas();
    const before = start(areas);
    const id = await before.ask();
    await before.bundles.advance();
    // Simulates a worker that died after it sent the call and before it stored the hash in the
    // bundle.
    const row = before.bundles.find('https://dapp.example', id);
    await stored(areas, STORED_KEYS.bundles).write([{ ...demand(row), hashes: [] }]);
    const after = start(areas);
    await after.load();
    await after.bundles.advance();
    expect(after.sent).toEqual([]);
    await after.mined(before.last());
    expect(values(after.sent)).toEqual(['0x2']);
  });

  it('stops a bundle when the wallet locks before a sent call is mined', async () => {
    const { ask, bundles, sent, mined, last, lock } = start();
    const id = await ask();
    await bundles.advance();
    await lock();
    await mined(last());
    expect(values(sent)).toEqual(['0x1']);
    expect(bundles.find('https://dapp.example', id)?.stopped).toBe(true);
  });

  it('continues a bundle after the user sped up its call, and reports the hash of the mined speed-up', async () => {
    const { ask, bundles, sent, activity, last, mined } = start();
    const id = await ask();
    await bundles.advance();
    const first = last();
    const faster = `0x${'fa'.repeat(32)}` as const;
    const entry = activity.find(first);
    const sped = { id: faster, hash: faster, speedsUp: first, requestKey: 'own:1' };
    await activity.add({ ...demand(entry), ...sped });
    await activity.change(first, (row) => asReplaced(row, faster));
    await mined(faster);
    expect(values(sent)).toEqual(['0x1', '0x2']);
    const row = bundles.find('https://dapp.example', id);
    expect(bundles.hashes(demand(row))[0]).toBe(faster);
  });

  it('stops a bundle when the user’s cancellation of its call is mined', async () => {
    const { ask, bundles, sent, activity, last, mined } = start();
    await ask();
    await bundles.advance();
    const first = last();
    const cancel = `0x${'ca'.repeat(32)}` as const;
    const entry = activity.find(first);
    await activity.add({
      ...demand(entry),
      id: cancel,
      hash: cancel,
      requestKey: 'own:1',
      isCancel: true,
    });
    await activity.change(first, (row) => asReplaced(row, cancel));
    await mined(cancel);
    expect(values(sent)).toEqual(['0x1']);
  });

  it('rejects another document’s bundle with the same id during a review, and returns the id when the first document asks again', async () => {
    const { ask, holdReviews, confirm } = start();
    holdReviews();
    const first = ask('doc:1', 'mine');
    await expect(ask('doc:2', 'mine')).rejects.toMatchObject({ code: 'duplicateBundle' });
    confirm();
    expect(await first).toBe('mine');
    // The page's port can die during the review. A repeated request then returns the stored answer.
    expect(await ask('doc:1', 'mine')).toBe('mine');
  });
});

describe('a bundle whose activity row was displaced by newer rows', () => {
  it.each([
    ['0x1', ['0x1', '0x2'], { state: 'underWay' }],
    ['0x0', ['0x1'], { state: 'paused', why: 'failed' }],
    [undefined, ['0x1'], { state: 'paused', why: 'superseded' }],
  ] as const)(
    'a bundle whose transaction row is gone continues only after a receipt shows that its call succeeded (receipt status: %s)',
    async (...row) => {
      const [status, calls, standing] = row;
      const { ask, bundles, sent, last, displace, procedures } = start();
      await ask();
      await bundles.advance();
      await displace(last(), status);
      expect(values(sent)).toEqual(calls);
      expect(procedures.views()).toMatchObject([standing]);
    },
  );

  it.each([
    ['0x1', undefined, 200],
    ['0x0', 'failed', 500],
    [undefined, 'superseded', 400],
  ] as const)(
    'reports a bundle’s status from the receipt of its transaction (receipt status: %s)',
    async (status, why, code) => {
      const { ask, bundles, last, displace, procedures } = start();
      const id = await ask('doc:1', 'mine', [{ to: ACCOUNT, value: '0x0', data: '0xe9ae5c53' }]);
      await bundles.advance();
      await displace(last(), status);
      expect(procedures.views().map((view) => view.why)).toEqual(why === undefined ? [] : [why]);
      expect(bundles.atomicStatus(demand(bundles.find('https://dapp.example', id)))).toBe(code);
    },
  );

  it('keeps a completed bundle complete when no node has its transaction’s receipt any more', async () => {
    const { ask, bundles, mined, last, displace, procedures } = start();
    const id = await ask('doc:1', 'mine', [{ to: ACCOUNT, value: '0x0', data: '0xe9ae5c53' }]);
    await bundles.advance();
    await mined(last());
    await displace(last());
    expect(procedures.views()).toEqual([]);
    expect(bundles.atomicStatus(demand(bundles.find('https://dapp.example', id)))).toBe(200);
  });

  it.each([
    [codeOf(TO), 200],
    ['0x', 500],
  ])(
    'reports a bundle as complete only if its account still has the code that the bundle set (account’s code: %s)',
    async (code, status) => {
      const { ask, bundles, last, displace, codes } = start();
      const codeChange = { account: ACCOUNT, delegate: TO };
      codes.set(ACCOUNT, code);
      const whole = { to: ACCOUNT, value: '0x0', data: '0xe9ae5c53', codeChange };
      const id = await ask('doc:1', 'mine', [whole]);
      await bundles.advance();
      await displace(last(), '0x1');
      expect(bundles.atomicStatus(demand(bundles.find('https://dapp.example', id)))).toBe(status);
    },
  );
});

describe('a bundle whose transaction is unknown to a lagging node', () => {
  it.each([
    ['0x1', ['0x1', '0x2'], { state: 'underWay', facts: { done: 1 } }],
    ['0x0', ['0x1'], { state: 'paused', why: 'failed' }],
    [undefined, ['0x1'], { state: 'paused', why: 'superseded' }],
  ] as const)(
    'a bundle whose transaction was dropped continues only after a receipt shows that its call succeeded (receipt status: %s)',
    async (...row) => {
      const [status, calls, standing] = row;
      const { ask, bundles, sent, last, drop, procedures } = start();
      await ask();
      await bundles.advance();
      await drop(last(), status);
      expect(values(sent)).toEqual(calls);
      expect(procedures.views()).toMatchObject([standing]);
    },
  );

  it('reports a bundle as successful once its dropped transaction has a successful receipt, even after the worker restarts', async () => {
    const { areas, ask, bundles, last, drop, procedures } = start();
    const id = await ask('doc:1', 'mine', [{ to: ACCOUNT, value: '0x0', data: '0xe9ae5c53' }]);
    await bundles.advance();
    await drop(last(), '0x1');
    expect(procedures.views()).toEqual([]);
    const next = start(areas);
    await next.load();
    expect(next.procedures.views()).toEqual([]);
    const row = demand(next.bundles.find('https://dapp.example', id));
    expect(next.bundles.atomicStatus(row)).toBe(200);
  });

  it('reports a bundle as failed when its proven call fails after a reorganization', async () => {
    const { activity, ask, bundles, last, drop, mined } = start();
    const id = await ask('doc:1', 'mine', [{ to: ACCOUNT, value: '0x0', data: '0xe9ae5c53' }]);
    await bundles.advance();
    const before = demand(activity.find(last()));
    await drop(last(), '0x1');
    await activity.change(last(), () => before);
    await mined(last(), 'failed');
    const row = demand(bundles.find('https://dapp.example', id));
    expect(bundles.atomicStatus(row)).toBe(500);
  });
});

describe('a bundle that is one transaction of a smart account', () => {
  const WHOLE = { to: ACCOUNT, value: '0x0', data: '0xe9ae5c53' };

  it.each([
    ['confirmed', 200],
    ['failed', 500],
  ] as const)(
    'a bundle in one transaction of a smart account ends with its transaction’s outcome: %s',
    async (end, status) => {
      const { ask, bundles, mined, last } = start();
      await ask('doc:1', 'mine', [WHOLE]);
      await bundles.advance();
      const row = demand(bundles.find('https://dapp.example', 'mine'));
      expect(bundles.atomicStatus(row)).toBe(100);
      await mined(last(), end);
      expect(bundles.atomicStatus(row)).toBe(status);
    },
  );

  it('a bundle in one transaction of a smart account gets status 400 when its unattended transaction isn’t signed', async () => {
    const tried: Sending[] = [];
    const { ask, bundles } = start(memoryAreas(), (sending) => {
      tried.push(sending);
      return true;
    });
    await ask('doc:1', 'mine', [WHOLE]);
    await bundles.advance();
    const row = demand(bundles.find('https://dapp.example', 'mine'));
    expect(bundles.atomicStatus(row)).toBe(400);
    expect(tried.map(({ isUnattended }) => isUnattended)).toEqual([true]);
  });

  it('a bundle whose calls are sent one after another has no atomic status', async () => {
    const { ask, bundles } = start();
    await ask('doc:1', 'mine');
    expect(bundles.atomicStatus(demand(bundles.find('https://dapp.example', 'mine')))).toBe(
      undefined,
    );
  });
});

describe('bundles beside procedures', () => {
  const SPENDERS = ['0x11', '0x22'].map((start) => start.padEnd(42, '0') as Address);
  const REVOCATIONS = SPENDERS.map((spender) => ({
    ...approveCall(reserveOf('USDC').asset.address, spender, 0n),
    value: '0x0',
  }));
  const money = [{ on: moneyOf(ACCOUNT, 'USDC'), by: 'fill' }] as const;
  const input = { account: ACCOUNT as Address, chainId: 8453, calls: REVOCATIONS };
  const revoke = ({ bundles }: ReturnType<typeof start>) => bundles.revoke([input]);

  it('a site’s bundle doesn’t reserve money, even when the bundle changes an allowance', async () => {
    const world = start();
    await world.ask('doc:1', 'mine', REVOCATIONS);
    expect(world.procedures.holderOf(money)).toBeUndefined();
  });

  it('revocations claim the account’s USDC until all of them are mined', async () => {
    const world = start();
    await revoke(world);
    await quiet();
    expect(world.procedures.holderOf(money)).toMatchObject({ by: 'revocation' });
    await world.mined(world.last());
    expect(world.procedures.holderOf(money)).toMatchObject({ by: 'revocation' });
    await world.mined(world.last());
    expect(world.procedures.holderOf(money)).toBeUndefined();
  });

  it('a stopped revocation that was sent claims the account’s USDC until it is mined', async () => {
    const world = start();
    await revoke(world);
    await quiet();
    await world.procedures.stop(world.procedures.views()[0]?.id ?? '');
    expect(world.procedures.holderOf(money)).toMatchObject({ by: 'revocation' });
    await world.mined(world.last());
    expect(world.procedures.holderOf(money)).toBeUndefined();
    expect(world.sent).toHaveLength(1);
  });

  it('revocations are refused without a review while a fill needs the account’s USDC', async () => {
    const world = start();
    const fills = world.procedures.add<{ id: string }>({
      stored: { read: async () => [], write: async () => undefined },
      kept: 1,
      claims: () => money,
      refusal: runningError,
      endOf: () => undefined,
      waits: () => false,
      next: () => new Promise(() => undefined),
    });
    await fills.begin({ id: 'fill' });
    await expect(revoke(world)).rejects.toMatchObject({ code: 'fillRunning' });
    expect(world.reviews).toEqual([]);
    await world.ask('doc:1', 'mine', REVOCATIONS);
  });

  it('revocations are listed until all are mined, or until the user dismisses stopped revocations', async () => {
    const world = start();
    await revoke(world);
    await quiet();
    await world.mined(world.last());
    const [view] = world.procedures.views();
    const facts = { kind: 'revocations', chainId: 8453, done: 1, count: 2 };
    expect(view).toMatchObject({ state: 'underWay', facts });
    // Both calls are sent, so the user can stop neither.
    await world.procedures.stop(view?.id ?? '');
    expect(world.procedures.views()).toMatchObject([{ state: 'underWay' }]);
    await world.mined(world.last());
    expect(world.procedures.views()).toEqual([]);

    const other = start();
    await revoke(other);
    await quiet();
    const id = other.procedures.views()[0]?.id ?? '';
    await other.procedures.stop(id);
    await other.mined(other.last());
    expect(other.sent).toHaveLength(1);
    other.clock.advance(7 * 86_400_000);
    expect(other.procedures.views()).toMatchObject([{ state: 'paused', why: 'stopped', facts }]);
    await other.procedures.stop(id);
    expect(other.procedures.views()).toEqual([]);
  });

  it('revocations that a lock stopped are listed until the user continues with the remaining ones', async () => {
    const world = start();
    await revoke(world);
    await quiet();
    await world.lock();
    await world.mined(world.last());
    world.clock.advance(7 * 86_400_000);
    const [view] = world.procedures.views();
    expect(view).toMatchObject({ state: 'paused', why: 'locked', facts: { done: 1, count: 2 } });
    await world.procedures.goOn(view?.id ?? '');
    await eventually(() => expect(world.sent).toHaveLength(2));
    expect(world.reviews).toMatchObject([{ calls: REVOCATIONS }, { calls: REVOCATIONS.slice(1) }]);
    await world.mined(world.last());
    expect(world.procedures.views()).toEqual([]);
    expect(world.sent.map(({ draft }) => draft.data)).toEqual(REVOCATIONS.map(({ data }) => data));
  });

  it('a failed revocation is sent again once the user has reviewed the revocation again', async () => {
    const world = start();
    await revoke(world);
    await quiet();
    await world.mined(world.last(), 'failed');
    const [view] = world.procedures.views();
    expect(view).toMatchObject({ state: 'paused', why: 'failed', facts: { done: 0, count: 2 } });
    await world.procedures.goOn(view?.id ?? '');
    await eventually(() => expect(world.sent).toHaveLength(2));
    await world.mined(world.last());
    await world.mined(world.last());
    expect(world.procedures.views()).toEqual([]);
    expect(world.reviews).toMatchObject([{ calls: REVOCATIONS }, { calls: REVOCATIONS }]);
    expect(world.sent).toHaveLength(3);
  });

  it.each(['rejected', 'lockedMeanwhile'] as const)(
    'revocations whose second review ended with “%s” continue only after another review',
    async (code) => {
      let isWorse = true;
      const world = start(memoryAreas(), undefined, {
        shownByCall: () => undefined,
        isAsShown: async () => !isWorse,
      });
      await revoke(world);
      await quiet();
      world.holdReviews();
      await world.mined(world.last());
      world.reject(code);
      await quiet();
      isWorse = false;
      await world.procedures.goOn(world.procedures.views()[0]?.id ?? '');
      await quiet();
      expect(world.reviews).toHaveLength(3);
      expect(world.sent).toHaveLength(1);
      world.confirm();
      await eventually(() => expect(world.sent).toHaveLength(2));
    },
  );

  it('revocations whose review the user rejected aren’t listed', async () => {
    const world = start();
    world.holdReviews();
    const revoked = revoke(world);
    await eventually(() => expect(world.reviews).toHaveLength(1));
    expect(world.procedures.views()).toMatchObject([{ state: 'underWay', canStop: false }]);
    world.reject('rejected');
    await expect(revoked).rejects.toMatchObject({ code: 'rejected' });
    await quiet();
    expect(world.procedures.views()).toEqual([]);
    expect(world.procedures.holderOf(money)).toBeUndefined();
  });

  it('revocations whose review nobody answered in time are listed', async () => {
    const world = start();
    world.holdReviews();
    const revoked = revoke(world);
    await eventually(() => expect(world.reviews).toHaveLength(1));
    world.reject('unanswered');
    await expect(revoked).rejects.toMatchObject({ code: 'unanswered' });
    expect(world.procedures.views()).toMatchObject([
      { state: 'paused', why: 'failed', failure: { code: 'unanswered' } },
    ]);
  });

  const TWO = [input, { ...input, account: TO as Address }];

  it('a new worker repeats the unanswered review of every account’s revocations, and sends the reviewed revocations', async () => {
    const areas = memoryAreas();
    const before = start(areas);
    before.holdReviews();
    void before.bundles.revoke(TWO);
    await eventually(() => expect(before.reviews).toHaveLength(2));
    const after = start(areas);
    await after.load();
    after.procedures.resume();
    await eventually(() => expect(after.sent).toHaveLength(2));
    expect(new Set(after.reviews.map((one) => 'account' in one && one.account))).toEqual(
      new Set([ACCOUNT, TO]),
    );
  });

  it('every account’s revocations are listed as paused when the wallet locks before their reviews end', async () => {
    const world = start();
    world.holdReviews();
    const revoked = world.bundles.revoke(TWO);
    await eventually(() => expect(world.reviews).toHaveLength(2));
    await world.lock();
    world.reject('lockedMeanwhile');
    await expect(revoked).rejects.toMatchObject({ code: 'lockedMeanwhile' });
    expect(world.procedures.views()).toMatchObject([
      { state: 'paused', why: 'locked', account: TO },
      { state: 'paused', why: 'locked', account: ACCOUNT },
    ]);
  });

  it('revocations for two accounts don’t begin while a fill needs the money of one of them', async () => {
    const world = start();
    const fills = world.procedures.add<{ id: string }>({
      stored: { read: async () => [], write: async () => undefined },
      kept: 1,
      claims: () => [{ on: moneyOf(TO, 'USDC'), by: 'fill' }],
      refusal: runningError,
      endOf: () => undefined,
      waits: () => false,
      next: () => new Promise(() => undefined),
    });
    await fills.begin({ id: 'fill' });
    await expect(world.bundles.revoke(TWO)).rejects.toMatchObject({ code: 'fillRunning' });
    expect(world.procedures.views()).toEqual([]);
  });

  it('a bundle can be stopped only while one of its calls is unsent', async () => {
    const world = start();
    await revoke(world);
    await quiet();
    expect(world.procedures.views()).toMatchObject([{ canStop: true }]);
    await world.mined(world.last());
    expect(world.procedures.views()).toMatchObject([{ state: 'underWay', canStop: false }]);

    const other = start();
    await revoke(other);
    await quiet();
    await other.procedures.stop(other.procedures.views()[0]?.id ?? '');
    expect(other.procedures.views()).toMatchObject([{ state: 'underWay', canStop: false }]);
  });

  it('a revocation through Permit2 also claims the account’s USDC', async () => {
    const world = start();
    const refs = SPENDERS.map((spender) => ({
      kind: 'permit2' as const,
      ...{ account: ACCOUNT, chainId: 8453, token: reserveOf('USDC').asset.address, spender },
    }));
    await world.bundles.revoke([{ ...input, calls: refs.map(revocationOf) }]);
    expect(world.procedures.holderOf(money)).toMatchObject({ by: 'revocation' });
  });

  it('a failed bundle is listed until the user dismisses it, and its site can find it even afterwards', async () => {
    const world = start();
    const id = await world.ask('doc:1');
    await quiet();
    const facts = { kind: 'batch', origin: 'https://dapp.example', chainId: 8453, count: 3 };
    expect(world.procedures.views()).toMatchObject([
      { state: 'underWay', canStop: true, facts: { ...facts, done: 0 } },
    ]);
    await world.mined(world.last());
    await world.mined(world.last(), 'failed');
    expect(world.procedures.views()).toMatchObject([
      { state: 'paused', why: 'failed', facts: { ...facts, done: 1 } },
    ]);
    expect(values(world.sent)).toEqual(['0x1', '0x2']);
    world.clock.advance(7 * 86_400_000);
    await world.procedures.stop(world.procedures.views()[0]?.id ?? '');
    expect(world.procedures.views()).toEqual([]);
    expect(world.bundles.find('https://dapp.example', id)).toMatchObject({ stopped: true });
  });

  it('a site’s bundle with a single call isn’t listed any more once that call is mined', async () => {
    const world = start();
    await world.ask('doc:1', undefined, CALLS.slice(0, 1));
    await quiet();
    expect(world.procedures.views()).toMatchObject([{ state: 'underWay', canStop: false }]);
    await world.mined(world.last());
    expect(world.procedures.views()).toEqual([]);
  });
});

describe('a bundle in the next worker', () => {
  async function restarted(areas: ReturnType<typeof memoryAreas>) {
    const after = start(areas);
    after.holdReviews();
    await after.load();
    return after;
  }

  it('a new worker sends a bundle’s unsent calls only after the user reviews those calls again', async () => {
    const areas = memoryAreas();
    const before = start(areas);
    await before.ask();
    await before.bundles.advance();
    const after = await restarted(areas);
    await after.mined(before.last());
    expect(after.sent).toEqual([]);
    expect(after.reviews).toMatchObject([{ calls: CALLS.slice(1) }]);
    after.confirm();
    await eventually(() => expect(values(after.sent)).toEqual(['0x2']));
    // In this worker, the user has agreed to the remaining calls.
    await after.mined(after.last());
    expect(values(after.sent)).toEqual(['0x2', '0x3']);
    expect(after.reviews).toHaveLength(1);
  });

  it('a new worker doesn’t send a tampered bundle’s call before the user reviews the call', async () => {
    const areas = memoryAreas();
    const before = start(areas, () => true);
    const id = await before.ask();
    await quiet();
    const { endedAt: _, ...row } = demand(before.bundles.find('https://dapp.example', id));
    const calls = [{ ...CALLS[0], to: ACCOUNT, value: '0xffff', data: '0x' }];
    await stored(areas, STORED_KEYS.bundles).write([{ ...row, calls, stopped: false }]);
    const after = await restarted(areas);
    await after.bundles.advance();
    expect(after.sent).toEqual([]);
    expect(after.reviews).toMatchObject([{ calls }]);
  });
});
