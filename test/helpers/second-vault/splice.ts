/**
 * A change of a text: removes `remove` characters at index `at`, and inserts `insert` `times`
 * times.
 */
export interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
  readonly times?: number;
}

export function spliced(text: string, { at, remove, insert, times = 1 }: Splice): string {
  return text.slice(0, at) + insert.repeat(times) + text.slice(at + remove);
}

/** Returns the shortest splice that turns the first text into the second. */
export function spliceOf(from: string, to: string): Splice {
  const shorter = Math.min(from.length, to.length);
  let at = 0;
  while (at < shorter && from[at] === to[at]) at += 1;
  let tail = 0;
  while (tail < shorter - at && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  return { at, remove: from.length - at - tail, insert: to.slice(at, to.length - tail) };
}
