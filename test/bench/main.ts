import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from '../../server/command-line.ts';
import { type Bench, type BenchReport, machine } from './report.ts';
import { BENCHES, runAll } from './run-all.ts';
import { untilDeadline } from './until-deadline.ts';

/**
 * Runs `npm run bench -- NAME`: runs the benchmark in `NAME.ts` of this folder and prints its
 * report as the last line. Without a name, runs all benchmarks and writes the table of their
 * figures.
 */
async function main(name: string | undefined): Promise<void> {
  if (name === undefined) return runAll();
  const module: { bench?: Bench } = await import(fileOf(name).href);
  if (module.bench === undefined) {
    console.error(`${name} isn't a benchmark`);
    process.exit(1);
  }
  const results = await untilDeadline(module.bench);
  for (const { metric, unit, median, p95, floor, ratio, target, ok } of results) {
    const judged = target === undefined ? '' : `  ${ok === true ? 'ok' : 'MISSED'} (${target})`;
    const against = floor === undefined ? '' : `  floor ${floor}, ratio ${ratio}`;
    console.log(`${metric}: ${median} ${unit}, p95 ${p95}${against}${judged}`);
  }
  const report: BenchReport = { name, machine: machine(), results };
  console.log(JSON.stringify(report));
  // A benchmark that was stopped at its deadline keeps running, and so do its servers.
  process.exit();
}

function fileOf(name: string): URL {
  return new URL(`./${name}.ts`, import.meta.url);
}

function parseName(args: readonly string[]): string | undefined {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [name] = positionals;
  if (name === undefined) return undefined;
  if (positionals.length > 1 || !/^[a-z]+$/.test(name) || !existsSync(fileOf(name)))
    throw new UsageError(`NAME is one of ${BENCHES.join(', ')}`);
  return name;
}

await main(readCommandLine('npm run bench [-- NAME]', parseName)).catch((error: unknown) => {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  // Servers of a failed benchmark are still running.
  process.exit(1);
});
