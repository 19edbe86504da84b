/** One node's logs of a range, with their identity. */
export interface Reading {
  readonly keys: ReadonlySet<string>;
}

export interface Verdict<R extends Reading> {
  /** Readings that are equal and correct. */
  readonly right: readonly R[];
  readonly wrong: readonly R[];
  /**
   * False if the readings differed, and a reading that contains all logs of the other readings was
   * chosen.
   */
  readonly isMajority: boolean;
}

/**
 * Compares several nodes' readings of a range. Two equal readings are treated as correct. If all
 * readings differ and no other reading is possible (`isLast`), a reading that contains all logs of
 * the other readings is treated as correct, because leaving out logs is the usual fault. Returns
 * undefined while no reading is known to be correct.
 */
export function compareReadings<R extends Reading>(
  readings: readonly R[],
  { isLast }: { readonly isLast: boolean },
): Verdict<R> | undefined {
  const groups = readings.map((one) => readings.filter((other) => areEqual(one, other)));
  const largest = Math.max(0, ...groups.map((group) => group.length));
  const candidates = new Set(
    groups.filter((group) => group.length === largest).map(([first]) => first),
  );
  const isMajority = largest >= 2 && candidates.size === 1;
  if (!isMajority && !(isLast && readings.length >= 2)) return undefined;
  const right = isMajority
    ? (groups.find((group) => group.length === largest) ?? [])
    : readings.filter((one) => readings.every((other) => hasAllOf(one, other)));
  if (right.length === 0) return undefined;
  return { right, wrong: readings.filter((one) => !right.includes(one)), isMajority };
}

function areEqual(one: Reading, other: Reading): boolean {
  return one.keys.size === other.keys.size && hasAllOf(one, other);
}

function hasAllOf(one: Reading, other: Reading): boolean {
  return [...other.keys].every((key) => one.keys.has(key));
}
