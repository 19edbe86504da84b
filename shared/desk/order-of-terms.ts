/** Compares texts by their code units, so that the order is the same in every language. */
export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Orders lists of strikes by the first strike that differs, then by length. */
export function byStrikes(a: readonly number[], b: readonly number[]): number {
  for (const [i, strike] of a.entries()) {
    const difference = strike - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
