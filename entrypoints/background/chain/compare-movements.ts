import { type Movement, movementKey } from './movements.ts';

/** Prices move a little with every block. A change within this tolerance needs no new consent. */
const TOLERANCE_PERCENT = 1n;

/**
 * Returns true when more of any asset leaves than before, or less arrives, beyond the tolerance.
 * Returns false when a simulation is missing.
 */
export function isWorse(
  before: readonly Movement[] | undefined,
  now: readonly Movement[] | undefined,
): boolean {
  if (before === undefined || now === undefined) return false;
  const [then, later] = [amountsOf(before), amountsOf(now)];
  return [...new Set([...then.keys(), ...later.keys()])].some((key) => {
    const expected = then.get(key) ?? 0n;
    const size = expected < 0n ? -expected : expected;
    return (later.get(key) ?? 0n) < expected - (size * TOLERANCE_PERCENT) / 100n;
  });
}

function amountsOf(movements: readonly Movement[]): ReadonlyMap<string, bigint> {
  return new Map(movements.map((movement) => [movementKey(movement), movement.amount]));
}
