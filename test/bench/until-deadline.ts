import type { Bench, BenchResult } from './report.ts';

/** Longest time of one benchmark, even on a busy machine. */
export const MAX_BENCH_MS = 600_000;

/** Runs a benchmark; at the deadline, returns its figures so far and a failed result. */
export async function untilDeadline(
  bench: Bench,
  deadlineMs = MAX_BENCH_MS,
): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = [];
  const seconds = deadlineMs / 1000;
  const late: BenchResult = {
    metric: 'the measurements until the deadline',
    unit: 's',
    median: seconds,
    p95: seconds,
    target: `all measurements within ${seconds} s: the rest was not measured`,
    ok: false,
  };
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<readonly BenchResult[]>((resolve) => {
    timer = setTimeout(() => resolve([...results, late]), deadlineMs);
  });
  const whole = async () => {
    const made = bench();
    if (Symbol.asyncIterator in made) for await (const part of made) results.push(...part);
    else results.push(...(await made));
    return results;
  };
  return Promise.race([whole(), deadline]).finally(() => clearTimeout(timer));
}
