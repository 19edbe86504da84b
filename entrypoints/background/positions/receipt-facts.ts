import type { Address, Hex } from 'viem';
import type { Clock } from '../../../shared/ports.ts';
import {
  applyTransaction,
  KNOWN_EMITTERS,
  type TransactionEvents,
} from '../../../shared/positions/from-logs.ts';
import type { MarketEvent } from '../../../shared/positions/market-event.ts';
import type { ChainMoment, PositionRecord } from '../../../shared/positions/record.ts';
import type { Rpc } from '../chain/rpc.ts';
import { eventsOfReceipt } from '../chain/trade-receipt.ts';
import { creationEventsOf, creationsOf } from '../market/options/origin.ts';
import { type ExerciseDecision, exerciseDecisions } from './exercise-decisions.ts';
import { firstHolders, type Holders } from './first-holders.ts';
import { FINALITY_MS } from './recent-trades.ts';

/** Number of requests at a time. Public nodes accept sixteen. */
const AT_ONCE = 16;
/** Maximum number of cached receipts: those of some thousand positions. */
const KEPT = 5_000;

/**
 * Origin of an option: created by a known book or factory, or split off another option. `unknown`:
 * the node has no such receipt, or it names another option.
 */
export type Origin = 'created' | { readonly splitFrom: Address } | 'unknown';

/** Comparison of receipts with the indexer's record, as far as receipts show the facts. */
export interface ReceiptFacts {
  /** True when premium and fee match the mined fill. */
  readonly premium?: boolean;
  /** True when price and payout match the mined settlement. */
  readonly payout?: boolean;
  /** Undefined when the node didn't respond. */
  readonly origin?: Origin;
  /** First holders of the two sides, from the receipt of the option's creation. */
  readonly first?: Holders;
  readonly decision?: ExerciseDecision;
}

export type ReadReceiptFacts = ReturnType<typeof createReceiptFacts>;

interface ReadReceipt {
  readonly events: TransactionEvents;
  readonly creating: readonly MarketEvent[];
}

/**
 * Reads premium, payout and creator from the receipts of the transactions that the indexer names,
 * because only events have them. A missing receipt proves nothing.
 */
export function createReceiptFacts(deps: { client: Rpc; clock: Clock }) {
  const final = new Map<Hex, ReadReceipt>();

  async function read({
    txHash,
    timestamp,
  }: ChainMoment): Promise<ReadReceipt | 'missing' | undefined> {
    const known = final.get(txHash);
    if (known !== undefined) return known;
    let receipt: unknown;
    try {
      receipt = await deps.client.request('eth_getTransactionReceipt', [txHash]);
    } catch {
      return undefined;
    }
    const events = eventsOfReceipt(receipt, timestamp, txHash);
    if (events === undefined) return 'missing';
    const found = { events, creating: creationEventsOf(receipt) };
    if (deps.clock.now() - timestamp * 1000 < FINALITY_MS) return found;
    if (final.size >= KEPT) final.clear();
    final.set(txHash, found);
    return found;
  }

  async function look(position: PositionRecord): Promise<ReceiptFacts> {
    const { close, entry, settlement } = position;
    const [fill, end] = await Promise.all([
      read(entry),
      settlement === undefined || close === undefined ? undefined : read(close),
    ]);
    const premium = typeof fill === 'object' ? isPremium(position, fill.events) : undefined;
    const payout = typeof end === 'object' ? isPayout(position, end.events) : undefined;
    return {
      ...(fill === undefined ? {} : { origin: originOf(position.address, fill) }),
      ...(typeof fill === 'object' ? firstOf(position.address, fill.events) : {}),
      ...(premium === undefined ? {} : { premium }),
      ...(payout === undefined ? {} : { payout }),
      ...(typeof end === 'object' ? decisionIn(position.address, end.events) : {}),
    };
  }

  return async (positions: readonly PositionRecord[]) => {
    const found = new Map<Address, ReceiptFacts>();
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

function originOf(address: Address, receipt: ReadReceipt | 'missing'): Origin {
  if (receipt === 'missing') return 'unknown';
  const { created, splitFrom } = creationsOf(receipt.creating);
  if (created.has(address)) return 'created';
  const parent = splitFrom.get(address);
  return parent === undefined ? 'unknown' : { splitFrom: parent };
}

function decisionIn(address: Address, events: TransactionEvents): { decision?: ExerciseDecision } {
  const decision = exerciseDecisions([events]).get(address);
  return decision === undefined ? {} : { decision };
}

function firstOf(address: Address, events: TransactionEvents): { first?: Holders } {
  const first = firstHolders([events]).get(address);
  return first === undefined ? {} : { first };
}

function isPremium(position: PositionRecord, events: TransactionEvents): boolean | undefined {
  const made = applyTransaction(events, () => undefined, KNOWN_EMITTERS).get(position.address);
  // The check isn't possible after a split, or when another event has the premium.
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
