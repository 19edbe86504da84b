import type { KeyringEntry, VaultPayload, WalletAccount } from './payload.ts';

type PublicPayload = Omit<VaultPayload, 'wallets'> & {
  readonly wallets: readonly Omit<VaultPayload['wallets'][number], 'secret'>[];
};

/** A change that the user made; it is applied again when another device committed first. */
export type VaultEdit =
  | {
      readonly kind: 'add-wallet';
      readonly id: string;
      readonly wallet: 'seed' | 'key' | 'watch';
      readonly name: string;
      readonly account: WalletAccount;
      readonly at: number;
    }
  | {
      readonly kind: 'add-account';
      readonly walletId: string;
      readonly account: WalletAccount;
      readonly at: number;
    }
  | { readonly kind: 'add-passkey'; readonly entry: KeyringEntry };

/** Applies one edit. Applying it twice changes nothing more: an edit may meet its own result. */
export function applyEdit(payload: PublicPayload, edit: VaultEdit): PublicPayload {
  switch (edit.kind) {
    case 'add-wallet': {
      if (payload.wallets.some((wallet) => wallet.id === edit.id)) return payload;
      const { id, name, account, at } = edit;
      const wallet = { id, kind: edit.wallet, name, accounts: [account], addedAt: at, updatedAt: at };
      return { ...payload, wallets: [...payload.wallets, wallet] };
    }
    case 'add-account':
      return {
        ...payload,
        wallets: payload.wallets.map((wallet) =>
          wallet.id !== edit.walletId || hasAddress(wallet.accounts, edit.account.address)
            ? wallet
            : { ...wallet, accounts: [...wallet.accounts, edit.account], updatedAt: edit.at },
        ),
      };
    case 'add-passkey':
      return payload.keyring.some((entry) => entry.credentialId === edit.entry.credentialId)
        ? payload
        : { ...payload, keyring: [...payload.keyring, edit.entry] };
  }
}

function hasAddress(accounts: readonly WalletAccount[], address: string): boolean {
  return accounts.some((account) => account.address.toLowerCase() === address.toLowerCase());
}
