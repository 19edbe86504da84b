import { createKept } from './kept.ts';

const REMEMBERED = 1_000;

/** Returns the total of the list with this name; counts a large list at most every ten seconds. */
export function createTotals(): (name: string, count: () => Promise<number>) => Promise<number> {
  const kept = createKept<number>(REMEMBERED);
  return (name, count) =>
    kept(name, async () => {
      const value = await count();
      return { value, rows: value };
    });
}
