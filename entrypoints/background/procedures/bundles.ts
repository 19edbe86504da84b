import type { Address } from 'viem';
import { isBatch } from '../../../shared/approvals/batch.ts';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { toHex } from '../../../shared/bytes.ts';
import type { Random } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { RequestContext } from '../approvals/request-context.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { Stored } from '../kernel/stored.ts';
import { type Bundle, claimsOf, createBundleFacts, idIn } from './bundle-rows.ts';
import type { Bundles as StoredBundles } from './keys.ts';
import type { Procedures, Shelf } from './runner.ts';
import { type BundleSending, callsOf, createBundleSender, feeOf } from './send-bundles.ts';
import type { Kind } from './states.ts';

const KEPT = 100;

/** Calls of a site, with the bundle id that it chose, if any. */
interface BundleInput {
  readonly id?: string;
  readonly account: Address;
  readonly chainId: number;
  readonly calls: TransactionDraft[];
}

export type Bundles = ReturnType<typeof createBundles>;

/**
 * Bundles of calls (EIP-5792): one review, then one transaction after the other, or the only one of a
 * smart account. A lock stops the rest: no consent outlives it.
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
  /** Bundles that the user of this worker agreed to: their stored rows aren't trusted alone. */
  const agreed = new Set<string>();
  /** Ids that sites chose in reviews that are still open. */
  const named = new Map<string, string>();

  const shelf: Shelf<Bundle> = deps.procedures.add<Bundle>({
    stored: deps.stored,
    kept: KEPT,
    idOf: ({ origin, id }) => idIn(origin, id),
    claims: claimsOf,
    refusal: deps.refusal,
    endOf: facts.endOf,
    waits: () => false,
    isDue: (row) => !facts.isInFlight(row),
    next: createBundleSender({ ...deps, facts, agreed, now: ({ origin, id }) => find(origin, id) }),
    // All sent calls count, whatever the user stops.
    stopped: (row) =>
      row.stopped || sentOf(row).length === row.calls.length ? row : { ...row, stopped: true },
    view: facts.view,
  });
  /** Returns the bundle of an origin by its id; other origins' bundles aren't found. */
  const find = (origin: string, id: string) => shelf.find(idIn(origin, id));

  /** Stops bundles at once: their unsent calls are never sent. */
  async function stopThose(matches: (row: Bundle) => boolean): Promise<void> {
    const rows = shelf.all().filter((row) => facts.endOf(row) === undefined && matches(row));
    await Promise.all(rows.map(({ origin, id }) => shelf.stop(idIn(origin, id))));
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

    /**
     * Returns the status (EIP-5792) of a bundle that is one transaction; undefined for others. The
     * receipt alone doesn't prove it: without the account's code the transaction does nothing.
     */
    atomicStatus(row: Bundle): 100 | 200 | 400 | 500 | undefined {
      const [only] = row.calls;
      if (only === undefined || !isBatch(only, row.account)) return undefined;
      const [hash] = sentOf(row);
      if (hash === undefined) return row.stopped ? 400 : 100;
      const { status } = lastOf(hash) ?? {};
      if (status === 'confirmed') return 200;
      if (status === 'signed' || status === 'sent') return 100;
      return status === 'failed' ? 500 : 400;
    },

    /** Returns true once per bundle: a tab may be opened for it. */
    async claimTab({ origin, id, hasTab }: Bundle): Promise<boolean> {
      if (hasTab === true) return false;
      await shelf.change(idIn(origin, id), (row) => ({ ...row, hasTab: true }));
      return true;
    },

    /** Stops all bundles when the wallet is locked. */
    stopAll: (): Promise<void> => stopThose(() => true),

    /** Stops a site's bundles after a disconnect or a change of account or chain. */
    stopOf: (origin: string): Promise<void> => stopThose((row) => row.origin === origin),

    /**
     * Asks for one review of all calls. Returns the bundle's id once they are stored to be sent.
     * Throws the refusal while something under way needs what a bundle of the wallet changes.
     */
    async ask(context: RequestContext, input: BundleInput): Promise<string> {
      const again = shelf.all().find((row) => row.requestKey === context.requestKey);
      if (again !== undefined) return again.id;
      const { origin, own } = context.requester;
      const unsent = {
        id: input.id ?? toHex(deps.random.bytes(32)),
        origin: own ? '' : origin,
        chainId: input.chainId,
        account: input.account,
        calls: input.calls,
        at: deps.clock.now(),
        requestKey: context.requestKey,
        hashes: [],
        stopped: false,
      };
      const holder = deps.procedures.holderOf(claimsOf(unsent));
      if (holder !== undefined) throw deps.refusal(holder);
      const { choice, request } = await review(context, input);
      const shown = deps.recheck().shownByCall(request);
      const row: Bundle = {
        ...unsent,
        at: deps.clock.now(),
        calls: callsOf(request),
        fee: feeOf(choice),
        ...(shown === undefined ? {} : { shown: [...shown] }),
      };
      if (find(row.origin, row.id) !== undefined) throw new RpcError('duplicateBundle');
      // The status reports progress; failures end in the row.
      agreed.add(idIn(row.origin, row.id));
      await shelf.begin(row);
      return row.id;
    },
  };
}
