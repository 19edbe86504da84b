/** Returns the longest period without an event, in milliseconds. */
export function longestGap(
  times: readonly number[],
  period: { readonly begin: number; readonly end: number },
): number {
  const { begin, end } = period;
  const inside = times.filter((time) => time > begin && time < end).sort((a, b) => a - b);
  return [...inside, end].reduce(
    ({ longest, last }, time) => ({ longest: Math.max(longest, time - last), last: time }),
    { longest: 0, last: begin },
  ).longest;
}
