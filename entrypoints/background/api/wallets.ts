import type { Settings } from '../state/settings.ts';
import type { Wallets } from '../vault/wallets.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `wallets.${string}` | `accounts.${string}`>;

export function walletHandlers(deps: {
  wallets: Wallets;
  settings: Settings;
  onSelected: () => void;
}): Pick<Handlers, Topics> {
  const { wallets, settings } = deps;
  return {
    'wallets.draftSeed': async ({ words }) => wallets.draftSeed(words),
    async 'wallets.saveDraft'({ draftId, name }) {
      await wallets.saveDraft(draftId, name);
      return null;
    },
    async 'wallets.import'({ name, secret }) {
      await wallets.import(name, secret);
      return null;
    },
    async 'accounts.add'({ walletId }) {
      await wallets.addAccount(walletId);
      return null;
    },
    async 'accounts.select'({ address }) {
      const known = wallets
        .accounts()
        .find((account) => account.address.toLowerCase() === address.toLowerCase());
      if (known === undefined) return null;
      await settings.write({ selected: known.address });
      deps.onSelected();
      return null;
    },
  };
}
