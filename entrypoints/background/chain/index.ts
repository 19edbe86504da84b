import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Kernel } from '../kernel/index.ts';
import type { Networks } from '../kernel/networks.ts';
import { systemWait } from '../platform/clock.ts';
import type { Signer } from '../signer/signer.ts';
import { createBroadcast } from './broadcast.ts';
import { createGenesis } from './genesis.ts';
import { createRpc, type Rpc } from './rpc.ts';
import { createSettlements } from './settlements.ts';
import { createTokenNames } from './token-names.ts';
import { createWatch } from './watch.ts';

export type Chain = ReturnType<typeof createChain>;

/** Creates the parts that read chains, send signed transactions and wait for them. */
export function createChain({
  activity,
  events,
  networks,
  platform,
  signer,
  watchedTokens,
}: Kernel & { signer: Signer }) {
  const { alarms, clock, fetch } = platform;
  const rpcOf = createChains({ fetch, networks, clock, wait: systemWait });
  const genesis = createGenesis({
    rpcOf,
    isLocal: networks.isLocal,
    activity,
    onChange: () => events.emit('chainReplaced'),
  });
  const watch = createWatch({
    rpcOf,
    activity,
    genesis,
    alarms,
    now: clock.now,
    onSettled: (entry) => events.emit('settled', entry),
  });
  const settlements = createSettlements(activity);
  events.on({ settled: settlements.look, chainReplaced: settlements.look });
  return {
    rpcOf,
    client: rpcOf(CHAIN_ID),
    genesis,
    settlements,
    tokenNames: createTokenNames({ watched: watchedTokens.all, wait: systemWait }),
    watch,
    broadcast: createBroadcast({
      ...{ rpcOf, signer, activity, genesis, clock, wait: systemWait, onSent: watch.start },
    }),
  };
}

/** Returns a client for each network in the wallet, with fail-over between its endpoints. */
function createChains(deps: {
  fetch: Fetch;
  networks: Pick<Networks, 'find' | 'rpcUrls'>;
  clock: Clock;
  wait: Wait;
}): (chainId: number) => Rpc {
  const { fetch, networks, clock, wait } = deps;
  const rpcs = new Map<number, Rpc>();
  return (chainId) => {
    if (networks.find(chainId) === undefined) throw new RpcError('unknownChain');
    const urls = () => networks.rpcUrls(chainId);
    const rpc = rpcs.get(chainId) ?? createRpc({ fetch, urls, pace: { clock, wait } });
    rpcs.set(chainId, rpc);
    return rpc;
  };
}
