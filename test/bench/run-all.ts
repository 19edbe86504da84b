import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { type Figures, figuresTable } from './figures-table.ts';
import { measure } from './measure.ts';
import { type BenchReport, machine } from './report.ts';

export const BENCHES = [
  'vault',
  'cluster',
  'orders',
  'feed',
  'indexer',
  'desk',
  'extension',
  'popup',
] as const;

const FOLDER = fileURLToPath(new URL('./figures/', import.meta.url));

const ReportSchema = Type.Object({
  name: Type.String(),
  machine: Type.String(),
  results: Type.Array(
    Type.Object({
      metric: Type.String(),
      unit: Type.String(),
      median: Type.Number(),
      p95: Type.Number(),
      floor: Type.Optional(Type.Number()),
      ratio: Type.Optional(Type.Number()),
      target: Type.Optional(Type.String()),
      ok: Type.Optional(Type.Boolean()),
    }),
  ),
});

/** Runs one benchmark in a separate process, so that no benchmark warms up the next. */
function runOne(name: string): Promise<BenchReport | undefined> {
  return new Promise((resolve) => {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const child = spawn(process.execPath, [main, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
    child.once('close', (code) => {
      const last = output.trim().split('\n').pop() ?? '';
      resolve(code === 0 ? parseAs(ReportSchema, parseJson(last)) : undefined);
    });
  });
}

/**
 * Runs all benchmarks and writes `figures/figures.json` and the table `figures/README.md`. Prints
 * the figures as one JSON object in the last line. Sets exit code 1 if a benchmark has no report.
 */
export async function runAll(): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const { failed, results } = await measure(BENCHES, runOne);
  const figures: Figures = {
    name: 'all',
    machine: machine(),
    date: new Date().toISOString().slice(0, 10),
    loadBefore: Number(load.toFixed(1)),
    failed,
    results,
  };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}figures.json`, `${JSON.stringify(figures, undefined, 2)}\n`);
  await writeFile(`${FOLDER}README.md`, figuresTable(figures));
  if (failed.length > 0) process.exitCode = 1;
  console.log(JSON.stringify(figures));
}
