import { startLoop } from '../chain/loop.ts';
import { startListener } from '../database/failover/listener.ts';
import type { DatabaseTarget } from '../database/target.ts';
import type { ChainState } from './chain-state.ts';
import type { KeepUp } from './keep-up.ts';
import type { RefusedSigners } from './refused-signers.ts';
import type { OrdersService } from './service.ts';
import { ORDERS_CHANNEL } from './store.ts';
import type { Upstream } from './upstreams.ts';

/**
 * How often changes of other instances are read. PostgreSQL also notifies of them; a notification
 * can be lost.
 */
const CATCH_UP_MS = { sqlite: 200, postgres: 5_000 };
const PRUNE_MS = 200;
/** Signers of maker contracts are checked again after this many reads of the chain. */
const SIGNERS_POLLS = 5;

/** Starts everything that the feed repeats; the result ends it. */
export function startLoops(deps: {
  readonly target: DatabaseTarget;
  readonly keepUp: KeepUp;
  readonly service: Pick<OrdersService, 'prune'>;
  readonly state: Pick<ChainState, 'refresh'>;
  readonly refused: Pick<RefusedSigners, 'refresh'>;
  readonly upstreams: readonly Upstream[];
  readonly pollMs: number;
  readonly upstreamPollMs: number;
}): () => Promise<void> {
  const { target, keepUp, service, state, refused, upstreams, pollMs } = deps;
  const changes = startLoop(keepUp.run, CATCH_UP_MS[target.engine]);
  let connections = 0;
  const listener =
    target.engine === 'postgres'
      ? startListener({
          url: target.url,
          channel: ORDERS_CHANNEL,
          onNotice: () => void changes.wake(),
          onConnect: () => {
            // A later connection may reach another database server, without the last changes.
            if (connections++ > 0) keepUp.reload();
            void changes.wake();
          },
        })
      : undefined;
  const loops = [
    changes,
    startLoop(async () => service.prune(), PRUNE_MS),
    // The failure is in the chain's status, which `/health` reports.
    startLoop(() => state.refresh().catch(() => undefined), pollMs),
    // Without a response, the orders stay as they are.
    startLoop(() => refused.refresh().catch(() => undefined), SIGNERS_POLLS * pollMs),
    ...upstreams.map((upstream) => startLoop(() => upstream.poll(), deps.upstreamPollMs)),
  ];
  return async () => {
    await listener?.stop();
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
