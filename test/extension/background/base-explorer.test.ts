import { describe, expect, it } from 'vitest';
import { createNetworks } from '../../../entrypoints/background/kernel/networks.ts';
import { createOutgoing } from '../../../entrypoints/background/kernel/outgoing.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const explorerWith = (...rpcUrls: string[]) =>
  createNetworks({
    stored: stored(memoryAreas(), STORED_KEYS.networks),
    baseRpcUrls: () => rpcUrls,
    outgoing: createOutgoing({ setRules: async () => undefined }),
    onChange: () => undefined,
  }).find(8453)?.explorerUrl;

describe('the explorer of Base', () => {
  it('offers the explorer of Base for public nodes', () => {
    expect(explorerWith('https://mainnet.base.org')).toBe('https://basescan.org');
  });

  it.each(['http://localhost:8545', 'http://127.0.0.1:8545', 'https://192.168.1.5'])(
    'doesn’t offer an explorer for the node %s, which can serve a private chain',
    (url) => {
      expect(explorerWith(url)).toBeUndefined();
    },
  );
});
