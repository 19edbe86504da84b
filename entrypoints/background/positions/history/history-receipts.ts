import type { Clock } from '../../../../shared/ports.ts';
import type { TransactionEvents } from '../../../../shared/positions/from-logs.ts';
import { epochMs, unixSeconds } from '../../../../shared/units.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { eventsOfReceipt } from '../../chain/trade-receipt.ts';
import { FINAL_MS, type RecentTrade } from '../recent-trades.ts';
import { readHeader } from './chain-blocks.ts';
import type { FoundTransaction } from './history-record.ts';

/** A public node takes so many questions in one go. */
const AT_ONCE = 2;
/** A transaction without a receipt that proves it is rejected after so many runs. */
const MOST_TRIES = 3;
/** Receipts without proof that one run asks for: a node can invent any number of logs. */
const MOST_UNPROVEN = 64;
/** Rejected transactions that are remembered. */
const MOST_REJECTED = 10_000;

/**
 * Keeps the receipts of found transactions in memory. A log proves nothing that its receipt doesn't
 * say, and only the receipt holds the option's terms. Young ones are read again, as a reorg may have
 * taken them back. Rejects transactions whose receipts the node doesn't have, or that hold nothing of
 * the account.
 */
export function createHistoryReceipts(deps: { readonly client: Rpc; readonly clock: Clock }) {
  const known = new Map<string, RecentTrade>();
  const final = new Set<string>();
  /** Runs in which a transaction's receipt proved nothing. */
  const tries = new Map<string, number>();
  let unproven = 0;
  let tried = new Set<string>();

  const isRejected = (hash: string) => (tries.get(hash) ?? 0) >= MOST_TRIES;

  function noteUnproven(hash: string, isShared: boolean): void {
    known.delete(hash);
    tried.add(hash);
    // A node may have pruned the receipt, or lag: what two nodes named stays unread until it comes.
    if (isShared) return;
    unproven += 1;
    if (tries.size >= MOST_REJECTED) tries.clear();
    tries.set(hash, (tries.get(hash) ?? 0) + 1);
  }

  async function read(account: string, one: FoundTransaction): Promise<void> {
    const { hash, block, at } = one;
    const receipt = await deps.client.request('eth_getTransactionReceipt', [hash]);
    const events = eventsOfReceipt(receipt, unixSeconds(at), hash);
    if (events === undefined || !isOf(account, events)) {
      noteUnproven(hash, one.isShared === true);
      return;
    }
    // The log may have named another block than the receipt.
    const time = events.block === block ? at : (await readHeader(deps.client, events.block)).at;
    known.set(hash, {
      at: epochMs(time * 1000),
      events: { ...events, timestamp: unixSeconds(time) },
    });
    tries.delete(hash);
    if (deps.clock.now() - time * 1000 >= FINAL_MS) final.add(hash);
  }

  return {
    /**
     * Begins a run, in which each receipt without proof is asked for once. A run that reads everything
     * again gives rejected transactions another chance.
     */
    startRun(isAgain: boolean): void {
      if (isAgain) tries.clear();
      unproven = 0;
      tried = new Set();
    },
    /**
     * Reads the receipts that aren't final yet: those that two nodes named first, then the newest.
     * Rejects when the node fails.
     */
    async refresh(account: string, transactions: readonly FoundTransaction[]): Promise<void> {
      const open = transactions.filter(
        ({ hash }) => !final.has(hash) && !tried.has(hash) && !isRejected(hash),
      );
      const shared = open.filter(({ isShared }) => isShared === true);
      for (let i = 0; i < shared.length; i += AT_ONCE)
        await Promise.all(shared.slice(i, i + AT_ONCE).map((one) => read(account, one)));
      const single = open
        .filter(({ isShared }) => isShared !== true)
        .sort((a, b) => b.block - a.block);
      for (let i = 0; i < single.length && unproven < MOST_UNPROVEN; i += AT_ONCE)
        await Promise.all(single.slice(i, i + AT_ONCE).map((one) => read(account, one)));
    },
    isRejected,
    of: (transactions: readonly FoundTransaction[]): readonly RecentTrade[] =>
      transactions.flatMap(({ hash }) => known.get(hash) ?? []),
    /** Transactions whose receipts are still to be read. */
    missing: (transactions: readonly FoundTransaction[]): number =>
      transactions.filter(({ hash }) => !known.has(hash) && !isRejected(hash)).length,
  };
}

/** Returns true for fills of the account, and for events of an option's life. */
function isOf(account: string, { events }: TransactionEvents): boolean {
  return events.some(
    ({ event }) =>
      event.type !== 'order-filled' || event.buyer === account || event.seller === account,
  );
}
