import { existsSync } from 'node:fs';
import { type Bench, type BenchReport, machine } from './report.ts';

/** `npm run bench -- NAME` runs `NAME.ts` in this folder; the last printed line is its report. */
async function main(name: string | undefined): Promise<void> {
  const file = new URL(`./${name ?? ''}.ts`, import.meta.url);
  if (name === undefined || !/^[a-z]+$/.test(name) || !existsSync(file)) {
    console.error('usage: npm run bench -- NAME, for a NAME.ts in test/bench');
    process.exit(1);
  }
  const module: { bench?: Bench } = await import(file.href);
  if (module.bench === undefined) {
    console.error(`${name} is no benchmark`);
    process.exit(1);
  }
  const results = await module.bench();
  for (const { metric, unit, median, p95, floor, ratio, target, ok } of results) {
    const judged = target === undefined ? '' : `  ${ok === true ? 'ok' : 'MISSED'} (${target})`;
    const against = floor === undefined ? '' : `  floor ${floor}, ratio ${ratio}`;
    console.log(`${metric}: ${median} ${unit}, p95 ${p95}${against}${judged}`);
  }
  const report: BenchReport = { name, machine: machine(), results };
  console.log(JSON.stringify(report));
}

await main(process.argv[2]);
