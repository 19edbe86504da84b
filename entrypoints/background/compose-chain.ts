import type { TransactionRecord } from '../../shared/activity/record.ts';
import { CHAIN_ID } from '../../shared/chain/deployments.ts';
import { createBroadcast } from './chain/broadcast.ts';
import { createChains } from './chain/chains.ts';
import { createGenesis } from './chain/genesis.ts';
import { createTokenNames } from './chain/token-names.ts';
import { createWatch } from './chain/watch.ts';
import type { StorageParts } from './compose-storage.ts';
import { systemWait } from './platform/clock.ts';
import type { Platform } from './platform/platform.ts';
import type { Signer } from './signer/signer.ts';

export type ChainParts = ReturnType<typeof composeChain>;

/** Creates what reads chains, sends signed transactions and waits for them. */
export function composeChain(
  deps: Pick<StorageParts, 'activity' | 'networks' | 'watchedTokens'> & {
    platform: Pick<Platform, 'alarms' | 'clock' | 'fetch'>;
    signer: Signer;
    /** Called when a local node has another chain than before. */
    onReplaced: () => void;
    onSettled: (entry: TransactionRecord) => void;
  },
) {
  const { activity, networks, platform, signer } = deps;
  const { alarms, clock, fetch } = platform;
  const rpcOf = createChains({ fetch, networks, clock, wait: systemWait });
  const genesis = createGenesis({
    rpcOf,
    isLocal: networks.isLocal,
    activity,
    onChange: deps.onReplaced,
  });
  const watch = createWatch({
    rpcOf,
    activity,
    genesis,
    alarms,
    now: clock.now,
    onSettled: deps.onSettled,
  });
  return {
    rpcOf,
    /** Base's node. */
    client: rpcOf(CHAIN_ID),
    genesis,
    tokenNames: createTokenNames({ watched: deps.watchedTokens.all, wait: systemWait }),
    watch,
    broadcast: createBroadcast({ rpcOf, signer, activity, genesis, clock, onSent: watch.start }),
  };
}
