import type { Address } from 'viem';
import { applyTransaction, KNOWN_EMITTERS } from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { createdIn } from '../market/options/origin.ts';
import { type ExerciseDecision, exerciseDecisions } from './exercise-decisions.ts';
import { firstHolders, type Holders } from './first-holders.ts';
import type { RecentTrade } from './recent-trades.ts';

/** Facts about a position that receipts of the wallet prove. */
export interface Backing {
  /** True when a known book created the option. */
  readonly origin: boolean;
  readonly premium: boolean;
  readonly payout: boolean;
  /** First holders of the two sides; undefined when no own receipt shows the option's creation. */
  readonly first: Holders | undefined;
  /** Outcome of a physical option; undefined when no own receipt shows it. */
  readonly decision: ExerciseDecision | undefined;
}

export interface Applied {
  readonly positions: readonly PositionRecord[];
  /** Positions that the indexer lacks, or knows only in an older state. */
  readonly fresh: ReadonlySet<Address>;
  /** Open positions whose settlement failed because the oracle had no price. */
  readonly failed: ReadonlySet<Address>;
  /** Facts by position, for positions whose premium, fee or settlement an own receipt shows. */
  readonly backed: ReadonlyMap<Address, Backing>;
  /** Options that a trade created or changed, by the trade's hash. */
  readonly touched: ReadonlyMap<string, readonly Address[]>;
  /** Hashes of trades that the indexer fully knows. */
  readonly known: ReadonlySet<string>;
}

/** Adds the facts of own receipts to the indexer's positions, or corrects them. */
export function applyTrades(
  indexed: readonly PositionRecord[],
  trades: readonly RecentTrade[],
): Applied {
  const indexedByAddress = new Map(indexed.map((position) => [position.address, position]));
  const filled = filledBy(trades);
  const current = new Map(
    indexed.map((position) => [position.address, withOwnFill(position, filled)]),
  );
  const settled = new Set<Address>();
  const created = new Set(
    trades.flatMap(({ events }) => [...createdIn(events.events.map(({ event }) => event))]),
  );
  const changes = trades.map(({ events }) => {
    const ends = new Set(
      events.events.flatMap(({ event }) => (event.type === 'option-expired' ? [event.option] : [])),
    );
    const lookUp = (address: Address) => {
      const position = current.get(address);
      // A payment of zero emits no event. The indexer's value must not replace it.
      return position && ends.has(address) ? { ...position, settlement: undefined } : position;
    };
    const changed = applyTransaction(events, lookUp, KNOWN_EMITTERS);
    for (const position of changed.values()) {
      current.set(position.address, position);
      if (ends.has(position.address)) settled.add(position.address);
    }
    const fills = [...filled.values()].filter(({ entry }) => entry.txHash === events.hash);
    const own = fills.flatMap(({ address }) => current.get(address) ?? []);
    return { events, changed: [...new Set([...changed.values(), ...own])] };
  });
  const first = firstHolders(trades.map(({ events }) => events));
  const decisions = exerciseDecisions(trades.map(({ events }) => events));
  const isOpen = (address: Address) => current.get(address)?.status === 'open';
  const failed = trades.flatMap(({ events }) =>
    events.events.flatMap(({ event }) =>
      event.type === 'settlement-failed' && isOpen(event.option) ? [event.option] : [],
    ),
  );
  const known = changes
    .filter(({ changed }) => changed.every((one) => isSame(one, indexedByAddress.get(one.address))))
    .filter(({ events }) =>
      events.events.every(
        ({ event }) => event.type !== 'settlement-failed' || !isOpen(event.option),
      ),
    )
    .map(({ events }) => events.hash);
  const positions = [...current.values()];
  const fresh = positions.filter(
    (position) => !isSame(position, indexedByAddress.get(position.address)),
  );
  return {
    positions,
    fresh: new Set(fresh.map(({ address }) => address)),
    failed: new Set(failed),
    backed: new Map(
      positions.map((position) => [
        position.address,
        {
          origin: created.has(position.address),
          premium: isFilledAs(position, filled),
          payout: settled.has(position.address) || decisions.has(position.address),
          first: first.get(position.address),
          decision: decisions.get(position.address),
        },
      ]),
    ),
    touched: new Map(
      changes.map(({ events, changed }) => [events.hash, changed.map(({ address }) => address)]),
    ),
    known: new Set(known),
  };
}

function filledBy(trades: readonly RecentTrade[]): ReadonlyMap<Address, PositionRecord> {
  const made = new Map<Address, PositionRecord>();
  for (const { events } of trades)
    for (const [address, position] of applyTransaction(
      events,
      (known) => made.get(known),
      KNOWN_EMITTERS,
    ))
      made.set(address, position);
  return made;
}

function withOwnFill(
  position: PositionRecord,
  filled: ReadonlyMap<Address, PositionRecord>,
): PositionRecord {
  const own = filled.get(position.address);
  // After another account's split, the fill's premium is for more contracts than remain.
  if (own === undefined || own.numContracts !== position.numContracts) return position;
  const { entryPremium, entryFeePaid, referralFeePaid } = own;
  return { ...position, entryPremium, entryFeePaid, referralFeePaid };
}

function isFilledAs(
  { address, numContracts }: PositionRecord,
  filled: ReadonlyMap<Address, PositionRecord>,
): boolean {
  return filled.get(address)?.numContracts === numContracts;
}

/** Returns true when holders see no difference between two states of a position. */
function isSame(a: PositionRecord, b: PositionRecord | undefined): boolean {
  return (
    b !== undefined &&
    a.status === b.status &&
    a.buyer === b.buyer &&
    a.seller === b.seller &&
    a.numContracts === b.numContracts &&
    a.collateralAmount === b.collateralAmount &&
    a.entryPremium === b.entryPremium &&
    a.entryFeePaid === b.entryFeePaid &&
    a.settlement?.settlementPrice === b.settlement?.settlementPrice &&
    a.settlement?.payoutBuyer === b.settlement?.payoutBuyer
  );
}
