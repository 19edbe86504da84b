import type { Clock } from '../../../../shared/ports.ts';
import { epochMs, unixSeconds } from '../../../../shared/units.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { eventsOfReceipt } from '../receipt.ts';
import { FINAL_MS, type RecentTrade } from '../recent-trades.ts';
import type { FoundTransaction } from './history-record.ts';

/** A public node takes so many questions in one go. */
const AT_ONCE = 2;

/**
 * Keeps the receipts of found transactions in memory. A log proves nothing that its receipt doesn't
 * say, and only the receipt holds the option's terms. Young ones are read again, as a reorg may have
 * taken them back.
 */
export function createHistoryReceipts(deps: { readonly client: Rpc; readonly clock: Clock }) {
  const known = new Map<string, RecentTrade>();
  const final = new Set<string>();

  async function read({ hash, at }: FoundTransaction): Promise<void> {
    const receipt = await deps.client.request('eth_getTransactionReceipt', [hash]);
    const events = eventsOfReceipt(receipt, unixSeconds(at), hash);
    if (events === undefined) {
      known.delete(hash);
      return;
    }
    known.set(hash, { at: epochMs(at * 1000), events });
    if (deps.clock.now() - at * 1000 >= FINAL_MS) final.add(hash);
  }

  return {
    /** Reads the receipts that aren't final yet. Rejects when the node fails. */
    async refresh(transactions: readonly FoundTransaction[]): Promise<void> {
      const open = transactions.filter(({ hash }) => !final.has(hash));
      for (let i = 0; i < open.length; i += AT_ONCE)
        await Promise.all(open.slice(i, i + AT_ONCE).map(read));
    },
    of: (transactions: readonly FoundTransaction[]): readonly RecentTrade[] =>
      transactions.flatMap(({ hash }) => known.get(hash) ?? []),
    /** Transactions whose receipts are still to be read. */
    missing: (transactions: readonly FoundTransaction[]): number =>
      transactions.filter(({ hash }) => !known.has(hash)).length,
  };
}
