import type { Platform } from '../platform/platform.ts';
import { createActivityLog } from './activity.ts';
import { createAwaitedAccess } from './awaited-access.ts';
import { createBlockedSites } from './blocked-sites.ts';
import { createDefaultWallet } from './default-wallet.ts';
import { createEvents } from './events.ts';
import { stateKeys } from './keys.ts';
import { createNetworks } from './networks.ts';
import { createOutgoing } from './outgoing.ts';
import { createReadAhead } from './read-ahead.ts';
import { createSettings } from './settings.ts';
import { createSiteChains } from './site-chains.ts';
import { stored } from './stored.ts';
import type { StoredKey } from './stored-key.ts';
import { createWatchedTokens } from './watched-tokens.ts';

export type Kernel = ReturnType<typeof createKernel>;

/** Creates what all parts use: browser, storage, events, settings, activity, networks, sites. */
export function createKernel(
  platform: Platform,
  /** Returns the names of the keys that are read before the first answer. */
  readAtStart: (area: StoredKey['area']) => string[],
) {
  const { clock } = platform;
  const { areas, end: endReadAhead } = createReadAhead(platform.areas, readAtStart);
  const events = createEvents();
  const onChange = () => events.emit('changed');
  const outgoing = createOutgoing({ setRules: platform.setOutgoing });
  const settings = createSettings({
    stored: stored(areas, stateKeys.settings),
    defaults: platform.defaultServices,
    outgoing,
    onChange,
  });
  const defaultWallet = createDefaultWallet({ settings, apply: platform.setDefaultWallet });
  const networks = createNetworks({
    stored: stored(areas, stateKeys.networks),
    baseRpcUrls: () => settings.services().rpcUrls,
    outgoing,
    onChange,
  });
  const isKnownChain = (chainId: number) => networks.find(chainId) !== undefined;
  const watchedTokens = createWatchedTokens({
    stored: stored(areas, stateKeys.watchedTokens),
    onChange,
  });
  const blockedSites = createBlockedSites({
    stored: stored(areas, stateKeys.blockedSites),
    clock,
    onChange,
  });
  const siteChains = createSiteChains({
    stored: stored(areas, stateKeys.siteChains),
    isKnown: isKnownChain,
    onChange: (origin) => events.emit('siteChainChanged', origin),
  });
  return {
    platform: { ...platform, areas },
    areas,
    endReadAhead,
    events,
    outgoing,
    settings,
    defaultWallet,
    awaitedAccess: createAwaitedAccess({
      stored: stored(areas, stateKeys.awaitedAccess),
      clock,
      settings,
      setDefaultWallet: defaultWallet.set,
    }),
    activity: createActivityLog({ stored: stored(areas, stateKeys.activity), clock, onChange }),
    networks,
    isKnownChain,
    watchedTokens,
    blockedSites,
    siteChains,
    /** Loads all stored data except the activity, which can be large. */
    loadSmall: () =>
      Promise.all([
        settings.load().then(() => platform.setLanguage(settings.get().language ?? 'browser')),
        networks.load(),
        watchedTokens.load(),
        blockedSites.load(),
        siteChains.load(),
      ]),
  };
}
