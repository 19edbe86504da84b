import { sha256 } from '@noble/hashes/sha2.js';
import type { Address } from 'viem';
import { callOf } from '../../../shared/approvals/facts/call-of.ts';
import type {
  ApprovalRequest,
  FeeChoice,
  TransactionDraft,
} from '../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { toBase64url, toHex, utf8 } from '../../../shared/bytes.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { RecheckCall } from '../approvals/recheck-call.ts';
import type { RequestContext } from '../approvals/request-context.ts';
import type { Broadcast } from '../chain/broadcast.ts';
import type { TokenNames } from '../chain/token-names.ts';
import { successorOf } from '../chain/transaction-state.ts';
import type { ActivityLog } from '../state/activity.ts';
import type { Stored } from '../state/stored.ts';
import type { Bundles as BundleRows } from '../state/stored-keys.ts';
import { allowanceOf, receiverOf } from './given-away.ts';

const KEPT = 100;

export type Bundle = BundleRows[number];

/** Calls of a site, with the bundle id that it chose, if any. */
interface BundleInput {
  readonly id?: string;
  readonly account: Address;
  readonly chainId: number;
  readonly calls: TransactionDraft[];
}

export type Bundles = ReturnType<typeof createBundles>;

/**
 * Bundles of calls (EIP-5792) for ordinary accounts: one review, then one transaction after the
 * other, each sent when the one before is confirmed. Simulates each later call again before sending
 * it; when it does worse than the review showed, the rest is reviewed again. A failed call stops
 * the rest, and so does a lock: no consent outlives it.
 */
export function createBundles(deps: {
  stored: Stored<BundleRows>;
  approvals: Approvals;
  broadcast: Broadcast;
  watchLocks: () => () => boolean;
  /** Symbol of a chain's coin. */
  coinOf: (chainId: number) => string;
  /** Names of tokens, as the review showed them. */
  tokenNames: Pick<TokenNames, 'known'>;
  /** Compares a later call with what the review showed. */
  recheck: () => RecheckCall;
  activity: ActivityLog;
  clock: Clock;
  random: Random;
}) {
  let rows: BundleRows = [];
  let running: Promise<void> = Promise.resolve();
  /** Keys of calls whose remaining calls are in a second review. */
  const inReview = new Set<string>();

  async function write(next: BundleRows): Promise<void> {
    rows = next.slice(0, KEPT);
    await deps.stored.write(rows);
  }

  const update = (row: Bundle, change: Partial<Bundle>) =>
    write(rows.map((known) => (isSame(known, row) ? { ...known, ...change } : known)));

  /**
   * Returns the key of one call of a bundle. Hashed, because a site chooses the id, its length and
   * its colons.
   */
  const keyOf = ({ origin, id }: Bundle, index: number) =>
    `bundle:${toBase64url(sha256(utf8(JSON.stringify([origin, id]))))}:${index}`;

  /** Hashes of sent calls, including one that a dying worker sent without recording it here. */
  const sentOf = (row: Bundle): string[] =>
    row.calls.flatMap((_, index) => {
      const hash = row.hashes[index] ?? deps.activity.answerTo(keyOf(row, index));
      return hash === undefined ? [] : [hash];
    });

  /** Returns the current transaction for a hash, which the user can have sped up. */
  const lastOf = (hash: string) => {
    const entry = deps.activity.find(hash);
    return entry === undefined ? undefined : successorOf(entry, deps.activity.find);
  };

  async function advance(row: Bundle): Promise<void> {
    const isUnlocked = deps.watchLocks();
    // Stopped by a lock, a disconnect or another chain: calls that wait for a nonce aren't signed.
    const isAgreed = () =>
      isUnlocked() && rows.some((known) => isSame(known, row) && !known.stopped);
    const sent = sentOf(row);
    const last = sent.at(-1);
    const status = last === undefined ? 'confirmed' : lastOf(last)?.status;
    if (status === 'signed' || status === 'sent') return;
    if (status !== 'confirmed') {
      await update(row, { hashes: sent, stopped: true });
      return;
    }
    const index = sent.length;
    const draft = row.calls[index];
    if (draft === undefined) return;
    if (index > 0 && !(await isAsShown(row, draft, index))) {
      if (isAgreed()) reviewRest(row, index);
      return;
    }
    try {
      const hash = await deps.broadcast.send({ ...sendingOf(row, draft, sent.length), isAgreed });
      await update(row, { hashes: [...sent, hash] });
    } catch {
      // The activity shows the node's refusal, and the status reports it.
      await update(row, { hashes: sent, stopped: true });
    }
  }

  function isAsShown(row: Bundle, draft: TransactionDraft, index: number): Promise<boolean> {
    const { account, chainId } = row;
    const fee = { ...row.fee, gas: row.fee.gas.slice(index, index + 1) };
    const due = { account, chainId, draft, fee, shown: row.shown?.[index] };
    // Without the part of the worker that compares, the user decides again.
    return Promise.resolve()
      .then(() => deps.recheck().isAsShown(due))
      .catch(() => false);
  }

  /** Shows the remaining calls in a new review. Sends nothing more until it is answered. */
  function reviewRest(row: Bundle, index: number): void {
    const key = keyOf(row, index);
    if (inReview.has(key)) return;
    inReview.add(key);
    void deps.approvals
      .request({
        requestKey: `${key}:rest`,
        requester: { origin: row.origin, own: row.origin === '' },
        request: { kind: 'calls', account: row.account, calls: row.calls.slice(index) },
        chainId: row.chainId,
      })
      .then(
        async ({ choice, request }) => {
          const rest = callsOf(request);
          const { gas, ...prices } = feeOf(choice);
          const shown = deps.recheck().shownByCall(request);
          const before = row.shown?.slice(0, index) ?? row.calls.slice(0, index).map(() => []);
          await update(row, {
            calls: [...row.calls.slice(0, index), ...rest],
            fee: { ...prices, gas: [...row.fee.gas.slice(0, index), ...gas] },
            ...(shown === undefined ? {} : { shown: [...before, ...shown] }),
          });
        },
        // Rejected, or the wallet was locked: the rest is never sent.
        () => update(row, { stopped: true }),
      )
      .finally(() => inReview.delete(key))
      .then(() => advanceLater());
  }

  function sendingOf(row: Bundle, draft: TransactionDraft, index: number) {
    const understanding = understandTransaction(draft, row.chainId);
    const allowance = allowanceOf(understanding);
    const receiver = receiverOf(understanding, row.account);
    const { nonce: _nonce, ...fee } = row.fee;
    return {
      account: row.account as Address,
      chainId: row.chainId,
      draft,
      fee,
      index,
      requestKey: keyOf(row, index),
      origin: row.origin,
      what: callOf(
        understanding,
        chainContext(row.chainId, deps.coinOf(row.chainId), deps.tokenNames.known(row.chainId)),
      ),
      ...(allowance === undefined ? {} : { allowance }),
      ...(receiver === undefined ? {} : { receiver }),
    };
  }

  const isOpen = (row: Bundle) => !row.stopped && sentOf(row).length < row.calls.length;
  const isDue = (row: Bundle) => isOpen(row) && !inReview.has(keyOf(row, sentOf(row).length));

  async function advanceAll(): Promise<void> {
    for (const { origin, id } of rows.filter(isDue)) {
      // Read again: it can have been stopped while the former call was sent.
      const row = rows.find((known) => known.origin === origin && known.id === id);
      if (row !== undefined && isDue(row)) await advance(row);
    }
  }

  function advanceLater(): Promise<void> {
    running = running.then(advanceAll, advanceAll);
    return running;
  }

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

  function shownOf(request: ApprovalRequest): Pick<Bundle, 'shown'> {
    const shown = deps.recheck().shownByCall(request);
    return shown === undefined ? {} : { shown: [...shown] };
  }

  return {
    async load(): Promise<void> {
      rows = (await deps.stored.read()) ?? [];
    },

    /** Returns the bundle of an origin by its id; other origins' bundles aren't found. */
    find: (origin: string, id: string): Bundle | undefined =>
      rows.find((row) => row.origin === origin && row.id === id),

    /** Returns the hashes of a bundle's transactions, in the order of its calls. */
    hashes: (row: Bundle): readonly string[] => sentOf(row).map((hash) => lastOf(hash)?.id ?? hash),

    /** Returns true once per bundle: a tab may be opened for it. */
    async claimTab(row: Bundle): Promise<boolean> {
      if (row.hasTab === true) return false;
      await update(row, { hasTab: true });
      return true;
    },

    /** Sends due calls; called whenever a transaction's state changed. One run at a time. */
    advance: advanceLater,

    /** Stops all bundles when the wallet is locked: unsent calls are never sent. */
    async stopAll(): Promise<void> {
      if (!rows.some(isOpen)) return;
      await write(rows.map((row) => (isOpen(row) ? { ...row, stopped: true } : row)));
    },

    /** Stops a site's bundles after a disconnect or a change of account or chain. */
    async stopOf(origin: string): Promise<void> {
      const isIts = (row: Bundle) => row.origin === origin && isOpen(row);
      if (!rows.some(isIts)) return;
      await write(rows.map((row) => (isIts(row) ? { ...row, stopped: true } : row)));
    },

    /**
     * Asks for one review of all calls. Returns the bundle's id once they are stored to be sent.
     */
    async ask(context: RequestContext, input: BundleInput): Promise<string> {
      const again = rows.find((row) => row.requestKey === context.requestKey);
      if (again !== undefined) return again.id;
      const { origin } = context.requester;
      const { choice, request } = await review(context, input);
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
        ...shownOf(request),
      };
      if (this.find(row.origin, row.id) !== undefined) throw new RpcError('duplicateBundle');
      await write([row, ...rows]);
      // The status reports progress; failures end in the row.
      void this.advance();
      return row.id;
    },
  };
}

function isSame(a: Bundle, b: Bundle): boolean {
  return a.origin === b.origin && a.id === b.id;
}

function callsOf(request: ApprovalRequest): TransactionDraft[] {
  if (request.kind !== 'calls') throw new RpcError('internal');
  return request.calls;
}

function feeOf(choice: { kind: string; fee?: FeeChoice }): FeeChoice {
  if (choice.kind !== 'send' || choice.fee === undefined) throw new RpcError('rejected');
  return choice.fee;
}
