import type { Sample } from './sample.ts';

/** Maximum difference of a figure between the two halves of a run. */
interface Limit {
  readonly figure: RegExp;
  /** Growth that one trade explains, for example the row of its position. */
  readonly perTrade: number;
  /** Growth that counts as noise. */
  readonly noise: number;
  /** True to compare the last values of the halves instead of their medians. */
  readonly isLast?: boolean;
}

const MIB = 1024 * 1024;

const LIMITS: readonly Limit[] = [
  { figure: /heap bytes$/, perTrade: 20_000, noise: 8 * MIB },
  { figure: /resident bytes$/, perTrade: 0, noise: 64 * MIB },
  { figure: /file handles$/, perTrade: 0, noise: 10 },
  { figure: /threads$/, perTrade: 0, noise: 4 },
  // Each trade stores an activity with its facts, and a position.
  { figure: /stored bytes$/, perTrade: 16_000, noise: 64 * 1024 },
  // Databases grow by whole pages, and write-ahead logs grow until their checkpoint.
  { figure: /^disk: bytes$/, perTrade: 64 * 1024, noise: 16 * MIB },
  // Within ten minutes, quotes become overdue only at the end.
  { figure: /^overdue quotes$/, perTrade: 0, noise: 0, isLast: true },
  { figure: /^rows of (challenges|sessions|account_limits)$/, perTrade: 1, noise: 64 },
  { figure: /^rows of /, perTrade: 12, noise: 64 },
];

/** A figure that grew by more than its limit. */
export interface Growth {
  readonly figure: string;
  readonly before: number;
  readonly after: number;
  readonly allowed: number;
}

function compared(
  samples: readonly Sample[],
  figure: string,
  isLast: boolean | undefined,
): number | undefined {
  const values = samples.flatMap((sample) => sample[figure] ?? []);
  return isLast === true
    ? values.at(-1)
    : values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * Returns the figures that grew too much between two halves of a run. Compares medians, or last
 * values if the limit says `isLast`.
 * @param trades number of fills and transfers between the middles of the halves
 * @throws Error for a figure without a limit
 */
export function growths(
  first: readonly Sample[],
  second: readonly Sample[],
  trades: number,
): readonly Growth[] {
  const figures = Object.keys(second[0] ?? {});
  return figures.flatMap((figure) => {
    const limit = LIMITS.find((one) => one.figure.test(figure));
    if (limit === undefined) throw new Error(`there is no limit for "${figure}"`);
    const before = compared(first, figure, limit.isLast);
    const after = compared(second, figure, limit.isLast);
    if (before === undefined || after === undefined) return [];
    const allowed = limit.noise + limit.perTrade * trades;
    return after - before > allowed ? [{ figure, before, after, allowed }] : [];
  });
}
