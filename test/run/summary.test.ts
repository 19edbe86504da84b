import { expect, it } from 'vitest';
import { summary } from './summary.ts';

const running = {
  chain: 'http://127.0.0.1:8545',
  data: 'new chain',
  services: { vault: 'http://localhost:8787', orders: 'http://localhost:8787/orders' },
  dapp: 'http://127.0.0.1:8788',
  wallet: '/condor/.output/chrome-mv3-devnet',
  folder: '/condor/data',
} as const;

it('prints one aligned line each for the chain, the services, the dApp, the wallet and the data', () => {
  expect(summary(running).split('\n')).toEqual([
    '  chain   http://127.0.0.1:8545              a new local chain, without real money',
    '  vault   http://localhost:8787              keeps encrypted vaults',
    '  orders  http://localhost:8787/orders       publishes signed orders',
    '  dapp    http://127.0.0.1:8788              a site that trades options',
    '  wallet  /condor/.output/chrome-mv3-devnet  the built extension',
    '  data    /condor/data                       --keep continues with this chain, --reset deletes it all',
  ]);
});

it('leaves out the local chain and its flags when a different chain is used', () => {
  const lines = summary({ ...running, chain: undefined });
  expect(lines).not.toMatch(/chain |--keep|--reset/);
  expect(lines).toContain('the databases and the wallet');
});
