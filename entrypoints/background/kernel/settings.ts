import type { Services } from '../../../shared/messages/snapshot.ts';
import { isSameJson } from './is-same-json.ts';
import type { Settings as StoredSettings } from './keys.ts';
import type { Outgoing } from './outgoing.ts';
import type { Stored } from './stored.ts';

const AUTO_LOCK_MINUTES = 10;

export type Settings = ReturnType<typeof createSettings>;

/** Keeps the settings of this device: addresses of services, auto-lock, the selected account. */
export function createSettings(deps: {
  stored: Stored<StoredSettings>;
  /** Allows requests to the services' addresses. */
  outgoing: Outgoing;
  defaults: Services;
  onChange: () => void;
}) {
  const { defaults } = deps;
  const initial: StoredSettings = { services: defaults, autoLockMinutes: AUTO_LOCK_MINUTES };
  let settings = initial;

  async function keep(next: StoredSettings): Promise<void> {
    settings = next;
    await deps.stored.write({ ...next, services: asStored(next.services, defaults) });
    deps.onChange();
  }

  const write = (change: Partial<StoredSettings>) => keep({ ...settings, ...change });

  return {
    async load(): Promise<void> {
      const found = (await deps.stored.read()) ?? initial;
      settings = { ...found, services: asUsed(found.services, defaults) };
      await deps.outgoing.set('services', addressesOf(settings.services));
    },
    get: (): StoredSettings => settings,
    services: (): Services => settings.services,
    write,
    /** Drops settings that belong to the device's former vault. */
    async forgetOwner(): Promise<void> {
      const { conflictsSeen: _seen, selected: _selected, ...rest } = settings;
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

/** Stores default services as empty addresses, so that an update can change them. */
function asStored(services: Services, defaults: Services): Services {
  return {
    ...services,
    ...(isSameMarket(services, defaults) ? NO_MARKET : {}),
    rpcUrls: isSameJson(services.rpcUrls, defaults.rpcUrls) ? [] : services.rpcUrls,
  };
}

function asUsed(services: Services, defaults: Services): Services {
  const { ordersUrls, indexerUrl, positionsUrl, vaultUrl } = defaults;
  return {
    ...services,
    ...(isSameMarket(services, NO_MARKET) ? { ordersUrls, indexerUrl, positionsUrl } : {}),
    vaultUrl: services.vaultUrl === '' ? vaultUrl : services.vaultUrl,
    rpcUrls: services.rpcUrls.length === 0 ? defaults.rpcUrls : services.rpcUrls,
  };
}

type Market = Pick<Services, 'ordersUrls' | 'indexerUrl' | 'positionsUrl'>;
const NO_MARKET: Market = { ordersUrls: [], indexerUrl: '', positionsUrl: '' };

function isSameMarket(a: Market, b: Market): boolean {
  return (
    isSameJson(a.ordersUrls, b.ordersUrls) &&
    a.indexerUrl === b.indexerUrl &&
    a.positionsUrl === b.positionsUrl
  );
}

export function addressesOf(services: Services): string[] {
  const { vaultUrl, ordersUrls, indexerUrl, positionsUrl, rpcUrls } = services;
  return [vaultUrl, ...ordersUrls, indexerUrl, positionsUrl, ...rpcUrls];
}

function trimmed(url: string): string {
  return url.trim().replace(/\/+$/, '');
}
