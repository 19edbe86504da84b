import { markdownTable } from '../helpers/markdown-table.ts';
import type { BenchResult } from './report.ts';

/** One measurement with the name of its benchmark. */
interface Figure extends BenchResult {
  readonly bench: string;
}

export interface Figures {
  readonly name: string;
  readonly machine: string;
  /** Day of the run, as YYYY-MM-DD in UTC. */
  readonly date: string;
  /** Load average of the last minute before the run. Other work makes times longer. */
  readonly loadBefore: number;
  /** Names of the benchmarks that ended without a report. */
  readonly failed: readonly string[];
  readonly results: readonly Figure[];
}

const COLUMNS = ['Benchmark', 'Metric', 'Unit', 'Median', 'p95', 'Floor', 'Ratio', 'Target', 'Met'];
const MET = { true: 'yes', false: '**no**', undefined: '' };

function cells(figure: Figure): readonly string[] {
  const { bench, metric, unit, median, p95, floor, ratio, target, ok } = figure;
  return [
    bench,
    metric,
    unit,
    median,
    p95,
    floor ?? '',
    ratio ?? '',
    target ?? '',
    MET[`${ok}`],
  ].map(String);
}

export function figuresTable(figures: Figures): string {
  const { machine, date, loadBefore, failed, results } = figures;
  const missed = results.filter(({ ok }) => ok === false).length;
  return `${[
    '# Figures',
    '',
    `\`npm run bench\` wrote this page on ${date}: ${machine}, load average ${loadBefore} before the run. ${results.length} figures, ${missed} of them miss their target.`,
    ...(failed.length === 0 ? [] : ['', `Ended without a report: ${failed.join(', ')}.`]),
    '',
    'A _floor_ is the same work without Condor, measured in the same run; a _ratio_ is the median divided by the floor. [figures.json](figures.json) has the same figures.',
    '',
    ...markdownTable(COLUMNS, results.map(cells)),
  ].join('\n')}\n`;
}
