import type { Clock } from '../../../../shared/ports.ts';
import type { TransactionEvents } from '../../../../shared/positions/from-logs.ts';
import { epochMs, unixSeconds } from '../../../../shared/units.ts';
import { readHeader } from '../../chain/chain-blocks.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { eventsOfReceipt } from '../../chain/trade-receipt.ts';
import type { FoundTransaction } from '../history-schemas.ts';
import { FINALITY_MS, type RecentTrade } from '../recent-trades.ts';
import { isSharedTransaction } from './history-record.ts';

/** Number of requests at a time. Public nodes accept two. */
const AT_ONCE = 2;
/** Number of runs after which a transaction without a proving receipt is rejected. */
const MAX_TRIES = 3;
/**
 * Maximum unproven receipts per run and node. Counts only transactions that no other node returned.
 */
const MAX_UNPROVEN = 32;
const MAX_REJECTED = 10_000;

/**
 * Keeps the receipts of found transactions in memory. A log is used only if its receipt confirms
 * it, and only the receipt has the option's terms. Recent receipts are read again, because a reorg
 * can remove them. A transaction that only one node returned is rejected when neither the client's
 * node nor another node has a matching receipt.
 */
export function createHistoryReceipts(deps: {
  readonly client: Rpc;
  readonly clock: Clock;
  /** Asks another node for the transaction's receipt. */
  readonly askElsewhere: (one: FoundTransaction) => Promise<unknown>;
}) {
  const known = new Map<string, RecentTrade>();
  const final = new Set<string>();
  /** Number of runs without a proving receipt, by transaction. */
  const tries = new Map<string, number>();
  /** Unproven receipts in this run, by the only node that returned their logs. */
  let unproven = new Map<string, number>();
  let tried = new Set<string>();

  const triesOf = (hash: string) => tries.get(hash) ?? 0;
  const isRejected = (hash: string) => triesOf(hash) >= MAX_TRIES;
  const unprovenOf = ({ by: [host = ''] }: FoundTransaction) => unproven.get(host) ?? 0;

  function noteUnproven(one: FoundTransaction): void {
    known.delete(one.hash);
    tried.add(one.hash);
    // A transaction that two nodes returned isn't rejected: the client's node may lag or have
    // pruned the receipt.
    if (isSharedTransaction(one)) return;
    const [host = ''] = one.by;
    unproven.set(host, unprovenOf(one) + 1);
    if (tries.size >= MAX_REJECTED) tries.clear();
    tries.set(one.hash, triesOf(one.hash) + 1);
  }

  async function timeOf(one: FoundTransaction, { block }: TransactionEvents): Promise<number> {
    const before = known.get(one.hash)?.events;
    return before?.block === block ? before.timestamp : (await readHeader(deps.client, block)).at;
  }

  async function read(account: string, one: FoundTransaction): Promise<void> {
    const receipt = await deps.client.request('eth_getTransactionReceipt', [one.hash]);
    const events = proofIn(receipt, one.hash, account);
    const trade =
      events === undefined
        ? await readElsewhere(account, one)
        : { events, time: await timeOf(one, events) };
    if (trade === undefined) {
      noteUnproven(one);
      return;
    }
    const { time } = trade;
    known.set(one.hash, {
      at: epochMs(time * 1000),
      events: { ...trade.events, timestamp: unixSeconds(time) },
    });
    tries.delete(one.hash);
    if (deps.clock.now() - time * 1000 >= FINALITY_MS) final.add(one.hash);
  }

  /** Asks another node before rejecting, because the client's node may have pruned the receipt. */
  async function readElsewhere(account: string, one: FoundTransaction) {
    if (isSharedTransaction(one) || triesOf(one.hash) < MAX_TRIES - 1) return undefined;
    const events = proofIn(await deps.askElsewhere(one), one.hash, account);
    if (events === undefined) return undefined;
    try {
      return { events, time: await timeOf(one, events) };
    } catch {
      return undefined;
    }
  }

  return {
    /**
     * Begins a run. It requests each unproven receipt once. With `isAgain`, it also tries rejected
     * transactions again.
     */
    startRun(isAgain: boolean): void {
      if (isAgain) tries.clear();
      unproven = new Map();
      tried = new Set();
    },
    /**
     * Reads the receipts that aren't final: first for transactions that two nodes returned, then
     * for the least requested, then for the newest. Rejects when the node fails.
     */
    async refresh(account: string, transactions: readonly FoundTransaction[]): Promise<void> {
      const open = transactions.filter(
        ({ hash }) => !final.has(hash) && !tried.has(hash) && !isRejected(hash),
      );
      const single = open
        .filter((one) => !isSharedTransaction(one))
        .sort((a, b) => triesOf(a.hash) - triesOf(b.hash) || b.block - a.block);
      await inPairs(open.filter(isSharedTransaction), (one) => read(account, one));
      await inPairs(single, async (one) => {
        if (unprovenOf(one) < MAX_UNPROVEN) await read(account, one);
      });
    },
    isRejected,
    /** Returns true when a transaction was rejected; perhaps no node has its receipt. */
    hasRejected: (): boolean => [...tries.keys()].some(isRejected),
    of: (transactions: readonly FoundTransaction[]): readonly RecentTrade[] =>
      transactions.flatMap(({ hash }) => known.get(hash) ?? []),
    missing: (transactions: readonly FoundTransaction[]): number =>
      transactions.filter(({ hash }) => !known.has(hash) && !isRejected(hash)).length,
  };
}

/** Runs the task for all items in order, a few at a time. */
async function inPairs<Item>(items: readonly Item[], task: (item: Item) => Promise<void>) {
  for (let i = 0; i < items.length; i += AT_ONCE)
    await Promise.all(items.slice(i, i + AT_ONCE).map(task));
}

/**
 * Returns the receipt's events if one of these events is a fill of the account or changes an
 * option.
 */
function proofIn(receipt: unknown, hash: string, account: string): TransactionEvents | undefined {
  const events = eventsOfReceipt(receipt, unixSeconds(0), hash);
  const isProof = events?.events.some(
    ({ event }) =>
      (event.type !== 'order-filled' || event.buyer === account || event.seller === account) &&
      (event.type !== 'quotation-settled' ||
        event.requester === account ||
        event.winner === account),
  );
  return isProof === true && Number.isSafeInteger(events?.block) ? events : undefined;
}
