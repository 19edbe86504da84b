import { describe, expect, it } from 'vitest';
import { createSettings } from '../../../entrypoints/background/kernel/settings.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { DEFAULT_RPC_URLS } from '../../../shared/chain/base-endpoints.ts';
import { BASE_SERVICES } from '../../../shared/messages/default-services.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const OWN_NODE = 'https://node.example';
const SERVICES = {
  vaultUrl: 'https://vault.example',
  ordersUrls: ['https://vault.example'],
  indexerUrl: 'https://vault.example',
  positionsUrl: '',
  rpcUrls: [...DEFAULT_RPC_URLS],
  referrer: '0x0000000000000000000000000000000000000000',
};

async function start(value?: unknown) {
  const areas = memoryAreas();
  if (value !== undefined) areas.local.content.set('settings', { version: 1, value });
  const allowed = new Map<string, readonly string[]>();
  const settings = createSettings({
    defaults: BASE_SERVICES,
    stored: stored(areas, STORED_KEYS.settings),
    outgoing: {
      begin: async () => undefined,
      problem: () => undefined,
      set: async (name, urls) => void allowed.set(name, urls),
    },
    onChange: () => undefined,
  });
  await settings.load();
  const nodes = () => Reflect.get(Object(areas.local.content.get('settings')), 'value').services;
  return { settings, allowed, storedServices: nodes };
}

it('the auto-lock time is ten minutes by default', async () => {
  const { settings } = await start();
  expect(settings.get().autoLockMinutes).toBe(10);
});

describe('the endpoints of Base', () => {
  it('doesn’t store a copy of the extension’s own endpoints', async () => {
    const { settings, storedServices } = await start();
    await settings.setServices(SERVICES);
    expect(settings.services()).toEqual(SERVICES);
    expect(storedServices()).toEqual({ ...SERVICES, rpcUrls: [] });
    await settings.write({ autoLockMinutes: 5 });
    expect(storedServices().rpcUrls).toEqual([]);
  });

  it('uses the extension’s own endpoints when none are stored', async () => {
    const { settings, allowed } = await start({
      services: { ...SERVICES, rpcUrls: [] },
      autoLockMinutes: 10,
    });
    expect(settings.services().rpcUrls).toEqual(DEFAULT_RPC_URLS);
    expect(allowed.get('services')).toEqual(expect.arrayContaining([...DEFAULT_RPC_URLS]));
  });

  it('stores endpoints that the user chose', async () => {
    const { settings, storedServices } = await start();
    await settings.setServices({ ...SERVICES, rpcUrls: [OWN_NODE] });
    expect(storedServices().rpcUrls).toEqual([OWN_NODE]);
  });
});
