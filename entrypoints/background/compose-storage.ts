import type { Platform } from './platform/platform.ts';
import { createActivityLog } from './state/activity.ts';
import { createAwaitedAccess } from './state/awaited-access.ts';
import { createBlockedSites } from './state/blocked-sites.ts';
import { createDefaultWallet } from './state/default-wallet.ts';
import { createNetworks } from './state/networks.ts';
import { createOutgoing } from './state/outgoing.ts';
import { createSettings } from './state/settings.ts';
import { createSiteChains } from './state/site-chains.ts';
import { type Areas, stored } from './state/stored.ts';
import { createWatchedTokens } from './state/watched-tokens.ts';
import { STORED_KEYS } from './stored-keys.ts';

export type StorageParts = ReturnType<typeof composeStorage>;

/** Creates what the worker stores besides the vault: settings, activity, networks, tokens, sites. */
export function composeStorage(deps: {
  platform: Omit<Platform, 'areas'>;
  areas: Areas;
  onChange: () => void;
  /** Called when a site is on another chain. */
  onSiteChain: (origin: string) => void;
}) {
  const { platform, areas, onChange } = deps;
  const { clock } = platform;
  const outgoing = createOutgoing({ setRules: platform.setOutgoing });
  const settings = createSettings({
    stored: stored(areas, STORED_KEYS.settings),
    defaults: platform.defaultServices,
    outgoing,
    onChange,
  });
  const defaultWallet = createDefaultWallet({ settings, apply: platform.setDefaultWallet });
  const awaitedAccess = createAwaitedAccess({
    stored: stored(areas, STORED_KEYS.awaitedAccess),
    clock,
    settings,
    setDefaultWallet: defaultWallet.set,
  });
  const activity = createActivityLog({
    stored: stored(areas, STORED_KEYS.activity),
    clock,
    onChange,
  });
  const networks = createNetworks({
    stored: stored(areas, STORED_KEYS.networks),
    baseRpcUrls: () => settings.services().rpcUrls,
    outgoing,
    onChange,
  });
  const isKnownChain = (chainId: number) => networks.find(chainId) !== undefined;
  const watchedTokens = createWatchedTokens({
    stored: stored(areas, STORED_KEYS.watchedTokens),
    onChange,
  });
  const blockedSites = createBlockedSites({
    stored: stored(areas, STORED_KEYS.blockedSites),
    clock,
    onChange,
  });
  const siteChains = createSiteChains({
    stored: stored(areas, STORED_KEYS.siteChains),
    isKnown: isKnownChain,
    onChange: deps.onSiteChain,
  });
  return {
    outgoing,
    settings,
    defaultWallet,
    awaitedAccess,
    activity,
    networks,
    isKnownChain,
    watchedTokens,
    blockedSites,
    siteChains,
    /** Reads everything but the activity, which can be large. */
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
