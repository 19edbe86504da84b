import type { RequestEvent } from './events.ts';
import { routeName } from './events.ts';
import type { VaultRoute } from './route.ts';

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

export interface Metrics {
  count(event: RequestEvent): void;
  /** Prometheus text format. */
  render(): string;
}

interface Series {
  /** Requests with the route's own method, by outcome; the hot path, so without making a key. */
  readonly outcomes: Map<string, number>;
  /** Requests with another method, by method and outcome. */
  readonly others: Map<string, number>;
  /** How many took no longer than this bucket's limit and longer than the one's before. */
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** Counts of requests by route and outcome, and their durations: a bounded set of series. */
export function createMetrics(): Metrics {
  const all = new Map<VaultRoute | undefined, Series>();

  function seriesOf(route: VaultRoute | undefined): Series {
    let series = all.get(route);
    if (series === undefined) {
      const buckets = BUCKETS_MS.map(() => 0);
      series = { outcomes: new Map(), others: new Map(), buckets, sum: 0, count: 0 };
      all.set(route, series);
    }
    return series;
  }

  return {
    count({ route, method, outcome, milliseconds }) {
      const series = seriesOf(route);
      if (route?.method === method) increase(series.outcomes, outcome);
      // Methods are the client's words; only those that we know become a label.
      else increase(series.others, labels(method === 'OPTIONS' ? method : 'other', outcome));
      series.sum += milliseconds;
      series.count++;
      const at = BUCKETS_MS.findIndex((limit) => milliseconds <= limit);
      if (at >= 0) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
    },
    render() {
      const lines = ['# TYPE condor_vault_requests_total counter'];
      for (const [route, { outcomes, others }] of all) {
        const name = routeName(route);
        const own = [...outcomes].map(
          ([outcome, count]) => [labels(route?.method ?? 'other', outcome), count] as const,
        );
        for (const [rest, count] of [...own, ...others]) {
          lines.push(`condor_vault_requests_total{route="${name}",${rest}} ${count}`);
        }
      }
      lines.push('# TYPE condor_vault_request_seconds histogram');
      for (const [route, { buckets, sum, count }] of all) {
        const name = routeName(route);
        let below = 0;
        buckets.forEach((value, i) => {
          below += value;
          const limit = (BUCKETS_MS[i] ?? 0) / 1000;
          lines.push(`condor_vault_request_seconds_bucket{route="${name}",le="${limit}"} ${below}`);
        });
        lines.push(`condor_vault_request_seconds_bucket{route="${name}",le="+Inf"} ${count}`);
        lines.push(`condor_vault_request_seconds_sum{route="${name}"} ${sum / 1000}`);
        lines.push(`condor_vault_request_seconds_count{route="${name}"} ${count}`);
      }
      const memory = process.memoryUsage().rss;
      lines.push('# TYPE process_resident_memory_bytes gauge');
      lines.push(`process_resident_memory_bytes ${memory}`);
      return `${lines.join('\n')}\n`;
    },
  };
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function labels(method: string, outcome: string): string {
  return `method="${method}",outcome="${outcome}"`;
}
