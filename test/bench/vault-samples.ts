import { type BenchResult, median, quantile, round } from './report.ts';
import type { Measured } from './vault-load.ts';

/** Samples of one measurement: jobs per second of each round, milliseconds of each job. */
export class Samples {
  readonly rates: number[] = [];
  readonly latencies: number[] = [];
  add({ rate, latencies }: Measured): void {
    this.rates.push(rate);
    this.latencies.push(...latencies);
  }
}

/** `p95` of a rate is the rate that 95% of the rounds reach. */
export function rate(metric: string, { rates }: Samples): BenchResult {
  return { metric, unit: '1/s', median: round(median(rates)), p95: round(quantile(rates, 0.05)) };
}

export function latency(metric: string, { latencies }: Samples): BenchResult {
  return {
    metric,
    unit: 'ms',
    median: round(median(latencies)),
    p95: round(quantile(latencies, 0.95)),
  };
}

/** Reports a rate that must reach a share of the floor's rate. */
export function atLeast(
  metric: string,
  samples: Samples,
  floor: number,
  share: number,
): BenchResult {
  const ratio = median(samples.rates) / floor;
  return {
    ...rate(metric, samples),
    floor: round(floor),
    ratio: round(ratio),
    target: `≥ ${share} × floor`,
    ok: ratio >= share,
  };
}
