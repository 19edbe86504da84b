import type { Address } from 'viem';
import { isBatch } from '../../../shared/approvals/batch.ts';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { toHex } from '../../../shared/bytes.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { RequestContext } from '../approvals/request-context.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { Stored } from '../state/stored.ts';
import { type Bundle, createBundleRows } from './bundle-rows.ts';
import type { Bundles as StoredBundles } from './keys.ts';
import { type BundleSending, callsOf, createBundleSender, feeOf } from './send-bundles.ts';

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
    stored: Stored<StoredBundles>;
    activity: ActivityLog;
    clock: Clock;
    random: Random;
  },
) {
  const rows = createBundleRows(deps);
  const advance = createBundleSender(rows, deps);
  /** Ids that sites chose in reviews that are still open. */
  const named = new Map<string, string>();

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
    load: rows.load,
    find: rows.find,
    advance,

    /** Returns the hashes of a bundle's transactions, in the order of its calls. */
    hashes: (row: Bundle): readonly string[] =>
      rows.sentOf(row).map((hash) => rows.lastOf(hash)?.id ?? hash),

    /**
     * Returns the status (EIP-5792) of a bundle that is one transaction; undefined for others. The
     * receipt alone doesn't prove it: without the account's code the transaction does nothing.
     */
    atomicStatus(row: Bundle): 100 | 200 | 400 | 500 | undefined {
      const [only] = row.calls;
      if (only === undefined || !isBatch(only, row.account)) return undefined;
      const [hash] = rows.sentOf(row);
      if (hash === undefined) return row.stopped ? 400 : 100;
      switch (rows.lastOf(hash)?.status) {
        case 'confirmed':
          return 200;
        case 'signed':
        case 'sent':
          return 100;
        case 'failed':
          return 500;
        default:
          return 400;
      }
    },

    /** Returns true once per bundle: a tab may be opened for it. */
    async claimTab(row: Bundle): Promise<boolean> {
      if (row.hasTab === true) return false;
      await rows.change(row, { hasTab: true });
      return true;
    },

    /** Returns the bundles of the wallet's own pages, newest first. */
    ofWallet: (): readonly Bundle[] => rows.all().filter(({ origin }) => origin === ''),

    /** Stops one bundle: its unsent calls are never sent. */
    stop: ({ origin, id }: Bundle): Promise<void> =>
      rows.stop((row) => row.origin === origin && row.id === id),

    /** Stops all bundles when the wallet is locked. */
    stopAll: (): Promise<void> => rows.stop(() => true),

    /** Stops a site's bundles after a disconnect or a change of account or chain. */
    stopOf: (origin: string): Promise<void> => rows.stop((row) => row.origin === origin),

    /**
     * Asks for one review of all calls. Returns the bundle's id once they are stored to be sent.
     */
    async ask(context: RequestContext, input: BundleInput): Promise<string> {
      const again = rows.all().find((row) => row.requestKey === context.requestKey);
      if (again !== undefined) return again.id;
      const { origin } = context.requester;
      const { choice, request } = await review(context, input);
      const shown = deps.recheck().shownByCall(request);
      const row: Bundle = {
        id: input.id ?? toHex(deps.random.bytes(32)),
        origin: context.requester.own ? '' : origin,
        chainId: input.chainId,
        account: input.account,
        at: deps.clock.now(),
        calls: callsOf(request),
        fee: feeOf(choice),
        requestKey: context.requestKey,
        hashes: [],
        stopped: false,
        ...(shown === undefined ? {} : { shown: [...shown] }),
      };
      if (rows.find(row.origin, row.id) !== undefined) throw new RpcError('duplicateBundle');
      await rows.add(row);
      // The status reports progress; failures end in the row.
      void advance();
      return row.id;
    },
  };
}
