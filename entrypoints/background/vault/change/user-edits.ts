import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { UserEdit } from '../../../../shared/messages/vault-edits.ts';
import type { VaultEdit } from '../../../../shared/vault/edits.ts';
import type { PublicPayload } from '../../../../shared/vault/payload.ts';

/**
 * Turns the user's changes into edits. Each edit has its time and the value that the user saw,
 * which shows whether another device changed the same field. Skips deleted items.
 */
export function stampEdits(
  payload: PublicPayload,
  asked: readonly UserEdit[],
  at: number,
): VaultEdit[] {
  return asked.flatMap((edit) => stamped(payload, edit, at) ?? []);
}

function stamped(payload: PublicPayload, edit: UserEdit, at: number): VaultEdit | undefined {
  switch (edit.kind) {
    case 'remove-wallet':
    case 'hide-account':
    case 'remove-contact':
      return { ...edit, at };
    case 'order-wallets':
      return edit;
    case 'rename-wallet': {
      const was = payload.wallets.find(({ id }) => id === edit.walletId)?.name;
      return was === undefined ? undefined : { ...edit, was, at };
    }
    case 'rename-account': {
      const was = payload.wallets
        .find(({ id }) => id === edit.walletId)
        ?.accounts.find(({ address }) => isSameAddress(address, edit.address))?.name;
      return was === undefined ? undefined : { ...edit, was, at };
    }
    case 'rename-passkey': {
      const was = payload.keyring.find((key) => key.credentialId === edit.credentialId)?.name;
      return was === undefined ? undefined : { ...edit, was, at };
    }
    case 'set-contact': {
      const was = payload.contacts.find(({ address }) =>
        isSameAddress(address, edit.address),
      )?.name;
      return { ...edit, at, ...(was === undefined ? {} : { was }) };
    }
  }
}
