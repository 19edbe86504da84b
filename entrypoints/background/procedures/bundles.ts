import type { Address } from 'viem';
import type { FeeChoice, TransactionDraft } from '../../../shared/approvals/types.ts';
import { toHex } from '../../../shared/bytes.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { RequestContext } from '../approvals/request-context.ts';
import { ownKey } from '../approvals/sending/own-transactions.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { Stored } from '../kernel/stored.ts';
import { type Bundle, claimsOf, createBundleFacts, idIn, isOwn } from './bundle-rows.ts';
import type { Bundles as StoredBundles } from './keys.ts';
import type { Procedures, Shelf } from './runner.ts';
import { type BundleSending, callsOf, createBundleSender, feeOf } from './send-bundles.ts';
import type { Kind } from './states.ts';

const KEPT = 100;

/** Calls, with the bundle id that a site chose, if any. */
interface BundleInput {
  readonly id?: string;
  readonly account: Address;
  readonly chainId: number;
  readonly calls: TransactionDraft[];
}

export type Bundles = ReturnType<typeof createBundles>;

/**
 * Sends bundles of calls (EIP-5792): one review, then one transaction after the other, or a single
 * transaction of a smart account. A lock stops the remaining calls, because no consent outlives a
 * lock.
 */
export function createBundles(
  deps: BundleSending & {
    procedures: Pick<Procedures, 'add' | 'holderOf'>;
    stored: Stored<StoredBundles>;
    refusal: Kind<Bundle>['refusal'];
    activity: ActivityLog;
    random: Random;
  },
) {
  const facts = createBundleFacts(deps);
  const { sentOf, lastOf } = facts;
  /** Bundles to which the user agreed in this worker. A stored row alone isn't trusted. */
  const agreed = new Set<string>();
  /** Request keys of the open reviews, by the bundle ids that sites chose. */
  const named = new Map<string, string>();

  const shelf: Shelf<Bundle> = deps.procedures.add<Bundle>({
    stored: deps.stored,
    kept: KEPT,
    idOf: ({ origin, id }) => idIn(origin, id),
    claims: claimsOf,
    refusal: deps.refusal,
    endOf: facts.endOf,
    waits: facts.waits,
    again(row) {
      // The user may have rejected the remaining calls since the earlier review.
      agreed.delete(idIn(row.origin, row.id));
      return facts.again(row);
    },
    // Hides a site's bundle instead of removing it: the site can still ask for its status.
    putAway: (row) => (isOwn(row) ? undefined : { ...row, isHidden: true }),
    isDue: (row) => !facts.isInFlight(row),
    next: createBundleSender({ ...deps, facts, agreed, now: ({ origin, id }) => find(origin, id) }),
    // An open review isn't stopped here: the user rejects it where it is shown.
    stopped: (row) => (isInReview(row) ? row : withoutRest(row)),
    failed: (row, error) => ({
      ...{ ...row, hashes: sentOf(row), stopped: true },
      ...{ endedAt: deps.clock.now(), why: whyOf(error) },
    }),
    view: facts.view,
  });
  const isInReview = (row: Bundle) =>
    !facts.isInFlight(row) && !agreed.has(idIn(row.origin, row.id));
  /** Stops the calls that aren't sent, if any. */
  const withoutRest = (row: Bundle): Bundle =>
    row.stopped || sentOf(row).length === row.calls.length ? row : { ...row, stopped: true };
  /** Returns the bundle of an origin by its id; other origins' bundles aren't found. */
  const find = (origin: string, id: string) => shelf.find(idIn(origin, id));

  /** Stops bundles immediately: none of their unsent calls is sent without another review. */
  async function stopThose(matches: (row: Bundle) => boolean, why?: Bundle['why']): Promise<void> {
    const rows = shelf.all().filter((row) => facts.endOf(row) === undefined && matches(row));
    const stopped = (row: Bundle): Bundle => {
      const after = withoutRest(row);
      return after === row || why === undefined ? after : { ...after, why };
    };
    await Promise.all(rows.map(({ origin, id }) => shelf.change(idIn(origin, id), stopped)));
    for (const { origin, id } of rows) void shelf.drive(idIn(origin, id));
  }

  /** Asks for one review of all calls. Rejects with 5720 when the id has another open review. */
  async function review(context: RequestContext, input: BundleInput) {
    const { requestKey, requester } = context;
    const key = input.id === undefined ? requestKey : `${requester.origin} ${input.id}`;
    // The same request can arrive again after its port died; it doesn't conflict with itself.
    if ((named.get(key) ?? requestKey) !== requestKey) throw new RpcError('duplicateBundle');
    named.set(key, requestKey);
    try {
      return await deps.approvals.request({
        requestKey,
        requester,
        request: { kind: 'calls', account: input.account, calls: input.calls },
        chainId: input.chainId,
      });
    } finally {
      named.delete(key);
    }
  }

  return {
    load: shelf.load,
    find,

    /** Sends due calls; called whenever a transaction's state changed. */
    advance: shelf.driveAll,

    /** Returns the hashes of a bundle's transactions, in the order of its calls. */
    hashes: (row: Bundle): readonly string[] => sentOf(row).map((hash) => lastOf(hash)?.id ?? hash),

    atomicStatus: facts.atomicStatus,

    /** Returns true once per bundle. A tab may then be opened for the bundle. */
    async claimTab({ origin, id, hasTab }: Bundle): Promise<boolean> {
      if (hasTab === true) return false;
      await shelf.change(idIn(origin, id), (row) => ({ ...row, hasTab: true }));
      return true;
    },

    stopAll: (): Promise<void> => stopThose(() => true, 'locked'),

    /** Stops a site's bundles after a disconnect or a change of account or chain. */
    stopOf: (origin: string): Promise<void> => stopThose((row) => row.origin === origin),

    /**
     * Asks for one review of all calls of a site. Returns the bundle's id once the calls are stored
     * for sending.
     */
    async ask(context: RequestContext, input: BundleInput): Promise<string> {
      const again = shelf.all().find((row) => row.requestKey === context.requestKey);
      if (again !== undefined) return again.id;
      const { choice, request } = await review(context, input);
      const shown = deps.recheck().shownByCall(request);
      const row: Bundle = {
        ...unsent(input, context.requestKey, deps),
        origin: context.requester.origin,
        calls: callsOf(request),
        fee: feeOf(choice),
        ...(shown === undefined ? {} : { shown: [...shown] }),
      };
      if (find(row.origin, row.id) !== undefined) throw new RpcError('duplicateBundle');
      // The bundle's status reports progress. Failures are stored in the row.
      agreed.add(idIn(row.origin, row.id));
      await shelf.begin(row);
      return row.id;
    },

    /**
     * Begins revocations, each with its own review, and resolves when the user has answered all
     * reviews. Each revocation is stored before its review, so that neither a lock nor a new worker
     * loses it.
     * @throws the refusal, before any review, while a procedure claims the money of one of the
     * revocations; the error of the first review that failed
     */
    async revoke(inputs: readonly BundleInput[]): Promise<void> {
      const rows = inputs.map((input) => ({
        ...unsent(input, ownKey(deps.random), deps),
        ...{ origin: '', fee: noFee(input) },
      }));
      const holder = deps.procedures.holderOf(rows.flatMap(claimsOf));
      if (holder !== undefined) throw deps.refusal(holder);
      for (const row of rows) await shelf.begin(row);
      const ids = rows.map(({ origin, id }) => idIn(origin, id));
      const answers = await Promise.allSettled(
        ids.map((id) => shelf.reached(id, () => agreed.has(id))),
      );
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

/** Returns the fee of revocations that the user hasn't reviewed. */
const noFee = ({ calls }: BundleInput): FeeChoice => ({
  ...{ gas: calls.map(() => '0x0'), maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' },
  isLegacy: false,
});

const unsent = (
  { id, chainId, account, calls }: BundleInput,
  requestKey: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
) => ({
  ...{ id: id ?? toHex(random.bytes(32)), chainId, account, calls, requestKey },
  ...{ at: clock.now(), hashes: [], stopped: false },
});

function whyOf(error: unknown): NonNullable<Bundle['why']> {
  if (hasCode(error, 'lockedMeanwhile')) return 'locked';
  // A review that expired is stored as failed, so that its revocations stay listed.
  return hasCode(error, 'rejected') ? 'rejected' : 'failed';
}
