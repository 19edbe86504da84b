/** Orders texts by their characters, the same in every language. */
export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Orders lists of strikes like words in a dictionary. */
export function byStrikes(a: readonly number[], b: readonly number[]): number {
  for (const [i, strike] of a.entries()) {
    const difference = strike - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
