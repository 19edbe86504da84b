import { describe, expect, it } from 'vitest';
import { createNetworks } from '../../../entrypoints/background/kernel/networks.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { BUILT_IN_NETWORKS, chargesDataFee } from '../../../shared/chain/built-in-networks.ts';
import type { Network } from '../../../shared/chain/network.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const SEPOLIA = 11_155_111;

function start() {
  const areas = memoryAreas();
  const allowed: (readonly string[])[] = [];
  const create = () =>
    createNetworks({
      stored: stored(areas, STORED_KEYS.networks),
      baseRpcUrls: () => ['https://mainnet.base.org'],
      outgoing: {
        set: async (_, urls) => {
          allowed.push(urls);
        },
      },
      onChange: () => undefined,
    });
  return { networks: create(), create, allowed, content: areas.local.content };
}

function builtIn(chainId: number): Network {
  const found = BUILT_IN_NETWORKS.find((network) => network.chainId === chainId);
  if (found === undefined) throw new Error('not built in');
  const { isTest: _isTest, ...network } = found;
  return { ...network, rpcUrls: [...network.rpcUrls] };
}

describe('built-in networks', () => {
  it('includes Ethereum, Optimism, Arbitrum, Polygon and two test networks, each with several endpoints', () => {
    expect(BUILT_IN_NETWORKS.map(({ chainId }) => chainId)).toEqual([
      1, 10, 42_161, 137, 11_155_111, 84_532,
    ]);
    expect(BUILT_IN_NETWORKS.filter(({ isTest }) => isTest).map(({ name }) => name)).toEqual([
      'Sepolia',
      'Base Sepolia',
    ]);
    for (const { rpcUrls } of BUILT_IN_NETWORKS) {
      expect(new Set(rpcUrls.map((url) => new URL(url).host)).size).toBeGreaterThanOrEqual(3);
      for (const url of rpcUrls) expect(new URL(url).protocol).toBe('https:');
    }
  });

  it('offers the built-in networks, and doesn’t allow requests to a network that the user hasn’t added', async () => {
    const { networks, allowed } = start();
    await networks.load();
    expect(networks.find(137)).toMatchObject({ name: 'Polygon', symbol: 'POL' });
    expect(networks.isInUse(137)).toBe(false);
    expect(networks.all().map(({ name }) => name)).toEqual(['Base']);
    expect(networks.offered()).toHaveLength(BUILT_IN_NETWORKS.length);
    expect(allowed.flat()).toEqual([]);
  });

  it('keeps the added networks after a restart, until they are removed', async () => {
    const { networks, create, allowed } = start();
    await networks.load();
    await networks.use(SEPOLIA);
    await networks.use(SEPOLIA);
    expect(allowed.at(-1)).toEqual(networks.find(SEPOLIA)?.rpcUrls);
    const later = create();
    await later.load();
    expect(later.all().map(({ name }) => name)).toEqual(['Base', 'Sepolia']);
    expect(later.offered().map(({ chainId }) => chainId)).not.toContain(SEPOLIA);
    await later.remove(SEPOLIA);
    expect(later.isInUse(SEPOLIA)).toBe(false);
    expect(allowed.at(-1)).toEqual([]);
  });

  it('keeps the endpoints that the user chose for a built-in network', async () => {
    const { networks } = start();
    await networks.load();
    const rpcUrls = ['https://own.example'];
    await networks.add({ chainId: 1, name: 'Ethereum', symbol: 'ETH', rpcUrls });
    await networks.use(1);
    expect(networks.rpcUrls(1)).toEqual(rpcUrls);
  });

  it('stores built-in networks by id, so that an update of the extension renews their endpoints', async () => {
    const { networks, content } = start();
    await networks.load();
    await networks.use(137);
    const changed = { ...builtIn(10), rpcUrls: ['https://own.example'] };
    await networks.add(changed);
    expect(content.get('networks')).toEqual({ version: 1, value: [{ chainId: 137 }, changed] });
    const original = builtIn(10);
    await networks.add(original);
    expect(content.get('networks')).toMatchObject({ value: [{ chainId: 137 }, { chainId: 10 }] });
    expect(networks.find(10)).toEqual(original);
  });

  it('drops a built-in network that a later version no longer includes', async () => {
    const { create, content } = start();
    content.set('networks', { version: 1, value: [{ chainId: 77 }, { chainId: 137 }] });
    const networks = create();
    await networks.load();
    expect(networks.all().map(({ name }) => name)).toEqual(['Base', 'Polygon']);
    expect(networks.isInUse(77)).toBe(false);
  });

  it('expects a data fee only on the OP Stack networks Base, Optimism and Base Sepolia', () => {
    const ids = [8453, ...BUILT_IN_NETWORKS.map(({ chainId }) => chainId)];
    expect(ids.filter(chargesDataFee)).toEqual([8453, 10, 84_532]);
  });
});
