import type { Address } from 'viem';
import { readAccountUses } from '../chain/account-uses.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settings } from '../state/settings.ts';
import type { Backup } from '../vault/backup.ts';
import type { Passkeys } from '../vault/passkeys.ts';
import type { Wallets } from '../vault/wallets.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<
  keyof Handlers,
  `wallets.${string}` | `accounts.${string}` | `passkeys.${string}` | `recovery.${string}`
>;

export function walletHandlers(deps: {
  wallets: Wallets;
  passkeys: Passkeys;
  backup: Backup;
  settings: Settings;
  /** Base's node. */
  client: Rpc;
  onSelected: () => void;
}): Pick<Handlers, Topics> {
  const { wallets, passkeys, backup, settings } = deps;
  return {
    'wallets.draftSeed': async ({ words }) => wallets.draftSeed(words),
    async 'wallets.saveDraft'({ draftId, name, accountNames }) {
      await wallets.saveDraft(draftId, name, accountNames);
      return null;
    },
    'wallets.preview': ({ secret, count }) => wallets.preview(secret, count),
    'wallets.uses': ({ addresses }) => readAccountUses(deps.client, addresses as Address[]),
    async 'wallets.import'({ name, secret, accountNames, accounts }) {
      await wallets.import(name, secret, accountNames, accounts);
      return null;
    },
    async 'wallets.importKeystore'({ name, file, password, accountNames }) {
      await wallets.importKeystore(name, file, password, accountNames);
      return null;
    },
    async 'wallets.save'({ edits }) {
      await wallets.save(edits);
      return null;
    },
    async 'wallets.confirmPhrase'({ walletId }) {
      await backup.phraseConfirmed(walletId);
      return null;
    },
    'wallets.reveal': ({ walletId }) => backup.reveal(walletId),
    async 'passkeys.add'({ name }) {
      await passkeys.add(name);
      return null;
    },
    async 'passkeys.remove'({ credentialId }) {
      await passkeys.remove(credentialId);
      return null;
    },
    'recovery.make': () => backup.recoveryFile(),
    async 'recovery.saved'({ madeAt }) {
      await backup.fileSaved(madeAt);
      return null;
    },
    'recovery.restore': ({ text, code }) => backup.restore(text, code),
    async 'accounts.add'({ walletId, accountNames }) {
      await wallets.addAccount(walletId, accountNames);
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
