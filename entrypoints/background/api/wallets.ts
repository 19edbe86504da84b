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
    'wallets.saveDraft': ({ draftId, name, accountNames }) =>
      wallets.saveDraft(draftId, name, accountNames),
    'wallets.preview': ({ secret, count }) => wallets.preview(secret, count),
    'wallets.uses': ({ addresses }) => readAccountUses(deps.client, addresses as Address[]),
    'wallets.import': ({ name, secret, accountNames, accounts }) =>
      wallets.import(name, secret, accountNames, accounts),
    'wallets.importKeystore': ({ name, file, password, accountNames }) =>
      wallets.importKeystore(name, file, password, accountNames),
    'wallets.save': ({ edits }) => wallets.save(edits),
    'wallets.confirmPhrase': ({ walletId }) => backup.phraseConfirmed(walletId),
    'wallets.reveal': ({ walletId }) => backup.reveal(walletId),
    'passkeys.add': ({ name }) => passkeys.add(name),
    'passkeys.remove': ({ credentialId }) => passkeys.remove(credentialId),
    'recovery.make': () => backup.recoveryFile(),
    'recovery.saved': ({ madeAt }) => backup.fileSaved(madeAt),
    'recovery.restore': ({ text, code }) => backup.restore(text, code),
    'accounts.add': ({ walletId, accountNames }) => wallets.addAccount(walletId, accountNames),
    async 'accounts.select'({ address }) {
      const known = wallets
        .accounts()
        .find((account) => account.address.toLowerCase() === address.toLowerCase());
      if (known === undefined) return;
      await settings.write({ selected: known.address });
      deps.onSelected();
    },
  };
}
