import { startLoop } from '../chain/loop.ts';
import { startListener } from '../database/failover/listener.ts';
import type { DatabaseTarget } from '../database/target.ts';
import type { ChainState } from './chain-state.ts';
import type { KeepUp } from './keep-up.ts';
import type { RefusedSigners } from './refused-signers.ts';
import type { OrdersService } from './service.ts';
import { ORDERS_CHANNEL } from './store.ts';
import type { Upstream } from './upstreams.ts';

/** Milliseconds between reads of other instances' changes; notifications can be lost. */
const CATCH_UP_MS = { sqlite: 200, postgres: 5_000 };
const PRUNE_MS = 200;
/** Number of reads of the chain after which signers of maker contracts are checked again. */
const SIGNERS_POLLS = 5;

/** Starts the feed's repeated tasks. The returned function stops them. */
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
            // A new connection may lead to another database server. That server may lack the last
            // changes.
            if (connections++ > 0) keepUp.reload();
            void changes.wake();
          },
        })
      : undefined;
  const loops = [
    changes,
    startLoop(async () => service.prune(), PRUNE_MS),
    // `/health` reports the failure from the chain's status.
    startLoop(() => state.refresh().catch(() => undefined), pollMs),
    // Without a response, no order changes.
    startLoop(() => refused.refresh().catch(() => undefined), SIGNERS_POLLS * pollMs),
    ...upstreams.map((upstream) => startLoop(() => upstream.poll(), deps.upstreamPollMs)),
  ];
  return async () => {
    await listener?.stop();
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
