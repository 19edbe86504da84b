import type { RequestEvent } from './events.ts';
import { routeName } from './events.ts';

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

export interface Metrics {
  count(event: RequestEvent): void;
  /** Prometheus text format. */
  render(): string;
}

/** Counts of requests by route and outcome, and their durations: a bounded set of series. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, { buckets: number[]; sum: number; count: number }>();

  return {
    count({ route, method, outcome, milliseconds }) {
      const name = routeName(route);
      // Methods are the client's words; only those that we know become a label.
      const known = route?.method === method || method === 'OPTIONS' ? method : 'other';
      const key = `route="${name}",method="${known}",outcome="${outcome}"`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
      const duration = durations.get(name) ?? {
        buckets: BUCKETS_MS.map(() => 0),
        sum: 0,
        count: 0,
      };
      durations.set(name, duration);
      duration.sum += milliseconds;
      duration.count++;
      BUCKETS_MS.forEach((limit, i) => {
        if (milliseconds <= limit) duration.buckets[i] = (duration.buckets[i] ?? 0) + 1;
      });
    },
    render() {
      const lines = ['# TYPE condor_vault_requests_total counter'];
      for (const [labels, value] of requests) {
        lines.push(`condor_vault_requests_total{${labels}} ${value}`);
      }
      lines.push('# TYPE condor_vault_request_seconds histogram');
      for (const [name, { buckets, sum, count }] of durations) {
        buckets.forEach((value, i) => {
          const limit = (BUCKETS_MS[i] ?? 0) / 1000;
          lines.push(`condor_vault_request_seconds_bucket{route="${name}",le="${limit}"} ${value}`);
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
