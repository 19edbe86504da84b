import { cpus, totalmem } from 'node:os';

/** One measurement. `ratio` is `median` divided by `floor`; `target` describes `ok`. */
export interface BenchResult {
  readonly metric: string;
  readonly unit: string;
  readonly median: number;
  readonly p95: number;
  readonly floor?: number;
  readonly ratio?: number;
  readonly target?: string;
  readonly ok?: boolean;
}

export interface BenchReport {
  readonly name: string;
  readonly machine: string;
  readonly results: readonly BenchResult[];
}

/**
 * Type of the export `bench` of every benchmark. At the deadline, a benchmark that yields keeps the
 * figures that it has yielded.
 */
export type Bench = () => Promise<readonly BenchResult[]> | AsyncIterable<readonly BenchResult[]>;

export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}`;
}

/** Returns the value below which this share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

export function round(value: number, digits = 3): number {
  return Number(value.toPrecision(digits + 1));
}
