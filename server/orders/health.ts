import type { Clock } from '../../shared/ports.ts';
import type { ChainState } from './chain-state.ts';
import type { KeepUp } from './keep-up.ts';
import type { LiveOrders } from './live-orders.ts';
import type { Upstream } from './upstreams.ts';

/** Creates the response of `/health`: `degraded` while chain, database or an upstream fails. */
export function createHealth(deps: {
  readonly state: Pick<ChainState, 'status'>;
  readonly live: LiveOrders;
  readonly upstreams: readonly Upstream[];
  readonly keepUp: Pick<KeepUp, 'isStoreReachable'>;
  readonly clock: Clock;
}) {
  const { state, live, keepUp, clock } = deps;
  return () => {
    const chain = state.status();
    const upstreams = deps.upstreams.map((upstream) => upstream.status());
    const isStoreReachable = keepUp.isStoreReachable();
    const isOk =
      chain.isReachable &&
      isStoreReachable &&
      upstreams.every(({ status }) => status !== 'failing');
    return {
      status: isOk ? ('ok' as const) : ('degraded' as const),
      orders: live.size,
      unfunded: live.unfundedSize,
      makers: new Set([...live.values()].map(({ entry }) => entry.order.maker)).size,
      database: isStoreReachable ? 'ok' : 'failing',
      chain,
      upstreams,
      timestamp: clock.now(),
    };
  };
}
