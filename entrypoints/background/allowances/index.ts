import type { Commands, Feature } from '../kernel/feature.ts';
import { stored } from '../kernel/stored.ts';
import type { Market } from '../orders/index.ts';
import { systemWait } from '../platform/clock.ts';
import type { Core } from '../procedures/index.ts';
import { createAllowances } from './allowances.ts';
import { allowancesKey } from './keys.ts';

export function createAllowanceParts(core: Core, { spots }: Market) {
  const allowances = createAllowances({
    ...core,
    ...core.platform,
    stored: stored(core.areas, allowancesKey),
    wait: systemWait,
    urls: core.networks.rpcUrls,
    accounts: core.wallets.accounts,
    spots,
    canSign: core.signer.canSign,
  });
  const commands: Commands<'allowances'> = {
    'allowances.list': ({ chainId }) => allowances.list(chainId),
    'allowances.readAgain': ({ chainId }) => allowances.readAgain(chainId),
    'allowances.revoke': ({ refs }) => allowances.revoke(refs),
  };
  return { commands } satisfies Feature;
}
