import { setTimeout as wait } from 'node:timers/promises';

const INTERVAL_MS = 50;

/**
 * Repeats a function until it returns a value.
 * @throws Error with `problem` as its message after the time limit
 */
export async function until<T>(
  limitMs: number,
  problem: string,
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(problem);
    await wait(INTERVAL_MS);
  }
}
