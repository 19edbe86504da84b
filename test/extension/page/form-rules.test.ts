import { describe, expect, it } from 'vitest';
import { readCost } from '../../../components/screens/holdings/use-cost-entry.ts';
import { readNetwork } from '../../../components/screens/settings/use-network-form.ts';
import { movedTo } from '../../../components/screens/vault/first-run/use-server-step.ts';
import { servicesFor } from '../../../components/texts/service-defaults.ts';

describe('a typed cost', () => {
  it('converts a typed cost to base units, and refuses more than a trillion tokens', () => {
    expect(readCost('12.5', 6)).toEqual({ units: 12_500_000n });
    expect(readCost('1000000000000', 6).units).toBe(10n ** 18n);
    expect(readCost('1000000000001', 6)).toEqual({ problem: expect.any(String) });
  });

  it('reports a problem when a word is typed as a cost', () => {
    expect(readCost('much', 6)).toEqual({ problem: expect.any(String) });
  });
});

describe('a typed network', () => {
  const TYPED = {
    ...{ name: ' Gnosis ', chainId: '100', symbol: 'xDAI ', explorerUrl: '' },
    rpcUrls: [' https://one.example', '', 'https://one.example'],
  };

  it('removes spaces, empty lines and repeated endpoints from a typed network', () => {
    const { network, isReady } = readNetwork(TYPED);
    expect(isReady).toBe(true);
    expect(network).toEqual({
      ...{ chainId: 100, name: 'Gnosis', symbol: 'xDAI' },
      rpcUrls: ['https://one.example'],
    });
  });

  it.each([
    ['name', { name: ' ' }],
    ['chain id', { chainId: '0x64' }],
    ['symbol', { symbol: 'x DAI' }],
    ['endpoint', { rpcUrls: [''] }],
    ['address of an endpoint', { rpcUrls: ['one.example'] }],
    ['address of an explorer', { explorerUrl: 'nowhere' }],
  ])('a typed network isn’t ready to be saved without a usable %s', (_, part) => {
    expect(readNetwork({ ...TYPED, ...part }).isReady).toBe(false);
  });
});

describe('the services of a server whose address changed', () => {
  it('moves a server’s services to the server’s new address, but not services on other hosts', () => {
    const before = { ...servicesFor('https://old.example'), indexerUrl: 'https://other.example/i' };
    const feeds = before.ordersUrls.map((url) => url.replace('old.example', 'new.example'));
    const after = movedTo('https://new.example', before);
    expect(after).toEqual({ ...before, vaultUrl: 'https://new.example', ordersUrls: feeds });
    expect(feeds).not.toEqual(before.ordersUrls);
  });
});
