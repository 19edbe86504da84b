import { DEFAULT_RPC_URLS } from '../../../shared/chain/base-endpoints.ts';
import type { Services } from '../../../shared/messages/snapshot.ts';
import { DEFAULT_TOLERANCE_BPS } from '../../../shared/orders/price-tolerance.ts';
import type { Outgoing } from './outgoing.ts';
import type { Stored } from './stored.ts';
import type { Settings as StoredSettings } from './stored-keys.ts';

const DEFAULTS: StoredSettings = {
  services: {
    vaultUrl: '',
    ordersUrls: [],
    indexerUrl: '',
    positionsUrl: '',
    rpcUrls: [...DEFAULT_RPC_URLS],
    referrer: '0x0000000000000000000000000000000000000000',
  },
  autoLockMinutes: 10,
};

/** Minutes after an unlock at which the vault locks, despite activity. */
export function maxUnlockedMinutes({ maxUnlockedMinutes: chosen }: StoredSettings): number {
  return chosen ?? 480;
}

/** Basis points by which a newer quote may be worse without a new consent. */
export function priceToleranceBps({ priceToleranceBps: chosen }: StoredSettings): number {
  return chosen ?? DEFAULT_TOLERANCE_BPS;
}

export type Settings = ReturnType<typeof createSettings>;

/** Settings of this device: addresses of services, auto-lock, the selected account. */
export function createSettings(deps: {
  stored: Stored<StoredSettings>;
  /** Allows requests to the services' addresses. */
  outgoing: Outgoing;
  onChange: () => void;
}) {
  let settings = DEFAULTS;

  async function keep(next: StoredSettings): Promise<void> {
    settings = next;
    await deps.stored.write(asStored(next));
    deps.onChange();
  }

  const write = (change: Partial<StoredSettings>) => keep({ ...settings, ...change });

  return {
    async load(): Promise<void> {
      settings = asUsed((await deps.stored.read()) ?? DEFAULTS);
      await deps.outgoing.set('services', addressesOf(settings.services));
    },
    get: (): StoredSettings => settings,
    services: (): Services => settings.services,
    write,
    /** Drops settings that belong to the device's former vault. */
    async forgetOwner(): Promise<void> {
      const {
        recoveryFileAt: _file,
        confirmedPhrases: _phrases,
        conflictsSeen: _seen,
        selected: _selected,
        ...rest
      } = settings;
      await keep(rest);
    },
    async setServices(services: Services): Promise<void> {
      const next = {
        ...services,
        rpcUrls: services.rpcUrls.map(trimmed),
        vaultUrl: trimmed(services.vaultUrl),
        ordersUrls: [...new Set(services.ordersUrls.map(trimmed))],
        indexerUrl: trimmed(services.indexerUrl),
        positionsUrl: trimmed(services.positionsUrl),
      };
      await deps.outgoing.set('services', addressesOf(next));
      await write({ services: next });
    },
    /** Allows requests to these services while `work` runs, without storing them. */
    async whileTrying<Result>(services: Services, work: () => Promise<Result>): Promise<Result> {
      await deps.outgoing.set('trial', addressesOf(services));
      try {
        return await work();
      } finally {
        await deps.outgoing.set('trial', []);
      }
    },
  };
}

/** The extension's own endpoints are stored as an empty list, so that an update can change them. */
function asStored(settings: StoredSettings): StoredSettings {
  const { rpcUrls } = settings.services;
  if (rpcUrls.join(' ') !== DEFAULT_RPC_URLS.join(' ')) return settings;
  return { ...settings, services: { ...settings.services, rpcUrls: [] } };
}

function asUsed(settings: StoredSettings): StoredSettings {
  if (settings.services.rpcUrls.length > 0) return settings;
  return { ...settings, services: { ...settings.services, rpcUrls: [...DEFAULT_RPC_URLS] } };
}

export function addressesOf(services: Services): string[] {
  const { vaultUrl, ordersUrls, indexerUrl, positionsUrl, rpcUrls } = services;
  return [vaultUrl, ...ordersUrls, indexerUrl, positionsUrl, ...rpcUrls];
}

function trimmed(url: string): string {
  return url.trim().replace(/\/+$/, '');
}
