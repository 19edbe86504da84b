import type { Address, Hex } from 'viem';
import type { Clock } from '../../../shared/ports.ts';
import { applyTransaction, type TransactionEvents } from '../../../shared/positions/from-logs.ts';
import type { ChainMoment, PositionRecord } from '../../../shared/positions/record.ts';
import type { Rpc } from '../chain/rpc.ts';
import { eventsOfReceipt } from './receipt.ts';
import { FINAL_MS } from './recent-trades.ts';

/** A public node takes so many questions in one go. */
const AT_ONCE = 16;
/** Receipts that stay read: those of some thousand positions. */
const KEPT = 5_000;

/** Whether receipts agree with what is told of a position's money; absent where none tells. */
export interface ReceiptMoney {
  /** Premium and fee, as the fill was mined. */
  readonly premium?: boolean;
  /** Price and payout, as the settlement was mined. */
  readonly payout?: boolean;
}

export type ReadReceiptMoney = ReturnType<typeof createReceiptMoney>;

/**
 * Premium and payout stand in no contract, only in what was emitted: here they are held against the
 * receipts of the transactions that the indexer itself names. A node that has no such receipt, or one
 * that tells of something else, leaves them the indexer's word.
 */
export function createReceiptMoney(deps: { client: Rpc; clock: Clock }) {
  const final = new Map<Hex, TransactionEvents>();

  async function eventsOf({ txHash, timestamp }: ChainMoment) {
    const known = final.get(txHash);
    if (known !== undefined) return known;
    const receipt = await deps.client
      .request('eth_getTransactionReceipt', [txHash])
      // Nothing is proved then, and nothing denied.
      .catch(() => undefined);
    const events = eventsOfReceipt(receipt, timestamp);
    const isFinal = deps.clock.now() - timestamp * 1000 >= FINAL_MS;
    if (events === undefined || events.hash !== txHash.toLowerCase() || !isFinal) return events;
    if (final.size >= KEPT) final.clear();
    final.set(txHash, events);
    return events;
  }

  async function look(position: PositionRecord): Promise<ReceiptMoney> {
    const { close, entry, settlement } = position;
    const [fill, end] = await Promise.all([
      eventsOf(entry),
      settlement === undefined || close === undefined ? undefined : eventsOf(close),
    ]);
    const premium = fill && isPremium(position, fill);
    const payout = end && isPayout(position, end);
    return {
      ...(premium === undefined ? {} : { premium }),
      ...(payout === undefined ? {} : { payout }),
    };
  }

  return async (positions: readonly PositionRecord[]) => {
    const found = new Map<Address, ReceiptMoney>();
    for (let i = 0; i < positions.length; i += AT_ONCE) {
      const some = positions.slice(i, i + AT_ONCE);
      const answers = await Promise.all(some.map(look));
      some.forEach(({ address }, at) => {
        found.set(address, answers[at] ?? {});
      });
    }
    return found;
  };
}

function isPremium(position: PositionRecord, events: TransactionEvents): boolean | undefined {
  const made = applyTransaction(events, () => undefined).get(position.address);
  // A split leaves a part of what was filled; a quotation's premium may stand elsewhere.
  if (made === undefined || made.numContracts !== position.numContracts) return undefined;
  if (made.entryPremium === 0n) return undefined;
  return made.entryPremium === position.entryPremium && made.entryFeePaid === position.entryFeePaid;
}

function isPayout(position: PositionRecord, events: TransactionEvents): boolean | undefined {
  const { address, settlement } = position;
  const running: PositionRecord = {
    ...position,
    status: 'open',
    close: undefined,
    settlement: undefined,
  };
  const after = applyTransaction(events, (of) => (of === address ? running : undefined));
  const mined = after.get(address)?.settlement;
  if (mined?.payoutBuyer === undefined || settlement?.payoutBuyer === undefined) return undefined;
  return (
    mined.payoutBuyer === settlement.payoutBuyer &&
    (settlement.settlementPrice === undefined ||
      mined.settlementPrice === settlement.settlementPrice)
  );
}
