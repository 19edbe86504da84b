import type { Figures } from './figures-table.ts';
import type { BenchReport } from './report.ts';

/**
 * Runs benchmarks one after another. A benchmark that ends without a report doesn't stop the next.
 */
export async function measure(
  names: readonly string[],
  run: (name: string) => Promise<BenchReport | undefined>,
): Promise<Pick<Figures, 'failed' | 'results'>> {
  const failed: string[] = [];
  const results: Figures['results'][number][] = [];
  for (const name of names) {
    console.log(`\nbench: ${name}`);
    const report = await run(name);
    if (report === undefined) failed.push(name);
    else results.push(...report.results.map((result) => ({ bench: name, ...result })));
  }
  return { failed, results };
}
