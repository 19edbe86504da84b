import type { InspectDeps } from '../../../entrypoints/background/approvals/explain/inspect.ts';
import { createNetworks } from '../../../entrypoints/background/kernel/networks.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { Clock } from '../../../shared/ports.ts';
import { memoryAreas } from './memory-areas.ts';
import { patientNames } from './token-names.ts';

/** Returns the dependencies of inspections in an empty wallet whose nodes don't respond. */
export function inspectDeps(clock: Clock): InspectDeps {
  return {
    tokenNames: patientNames(),
    rpcOf: () => ({ request: () => Promise.reject(new TypeError('away')) }),
    clock,
    networks: createNetworks({
      stored: stored(memoryAreas(), STORED_KEYS.networks),
      baseRpcUrls: () => [],
      outgoing: { set: async () => undefined },
      onChange: () => undefined,
    }),
    accounts: () => [],
    selected: () => undefined,
    permitted: () => [],
    isPhishing: async () => false,
    spotOf: () => undefined,
    isInFeed: async () => undefined,
    refreshSpots: async () => undefined,
    nonceFor: async () => 0,
    pendingNoncesOf: () => new Set(),
    floorFor: () => undefined,
    replacedBy: () => undefined,
  };
}
