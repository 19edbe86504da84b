import type { Address } from 'viem';
import type { TransactionEvents } from '../../../shared/positions/from-logs.ts';
import type { MarketEvent } from '../../../shared/positions/market-event.ts';

/** Outcome of a physical option, from its own event. */
export type ExerciseDecision = Extract<
  MarketEvent,
  { type: 'option-exercised' | 'option-not-exercised' }
>;

/** Returns the outcomes of physical options in these transactions, by option. */
export function exerciseDecisions(
  transactions: readonly TransactionEvents[],
): ReadonlyMap<Address, ExerciseDecision> {
  const events = transactions.flatMap((transaction) => transaction.events);
  return new Map(
    events.flatMap(({ event }) =>
      event.type === 'option-exercised' || event.type === 'option-not-exercised'
        ? [[event.option, event] as const]
        : [],
    ),
  );
}
