import { Gauge, type Registry } from 'prom-client';

export function observeFeed(
  registry: Registry,
  health: () => { readonly status: 'ok' | 'degraded'; readonly orders: number },
): void {
  const registers = [registry];
  const orders: Gauge = new Gauge({
    name: 'condor_orders_live',
    help: 'Published orders.',
    registers,
    collect: () => orders.set(health().orders),
  });
  const healthy: Gauge = new Gauge({
    name: 'condor_orders_healthy',
    help: '1 while chain, database and upstreams of the feed respond.',
    registers,
    collect: () => healthy.set(health().status === 'ok' ? 1 : 0),
  });
}
