import type { WalletView } from '../../../shared/messages/snapshot.ts';
import type { UserEdit } from '../../../shared/messages/vault-edits.ts';

/** A wallet with its unsaved changes. */
export interface EditedWallet {
  readonly id: string;
  readonly kind: WalletView['kind'];
  readonly name: string;
  readonly accounts: readonly {
    readonly address: string;
    readonly name: string;
    readonly hidden: boolean;
  }[];
}

export function editable(wallets: readonly WalletView[]): EditedWallet[] {
  return wallets.map(({ id, kind, name, accounts, hidden }) => ({
    id,
    kind,
    name,
    accounts: [
      ...accounts.map(({ address, ownName }) => ({ address, name: ownName, hidden: false })),
      ...hidden.map(({ address, ownName }) => ({ address, name: ownName, hidden: true })),
    ],
  }));
}

/** Returns the changes that turn the vault's wallets into the edited wallets. */
export function changesBetween(
  before: readonly EditedWallet[],
  after: readonly EditedWallet[],
): UserEdit[] {
  const removed = before
    .filter(({ id }) => after.every((wallet) => wallet.id !== id))
    .map(({ id }): UserEdit => ({ kind: 'remove-wallet', walletId: id }));
  const changed = after.flatMap((wallet): UserEdit[] => {
    const was = before.find(({ id }) => id === wallet.id);
    return was === undefined ? [] : changesOf(was, wallet);
  });
  const kept = before.filter(({ id }) => after.some((wallet) => wallet.id === id));
  const isMoved = kept.some(({ id }, i) => after[i]?.id !== id);
  const order: UserEdit[] = isMoved
    ? [{ kind: 'order-wallets', walletIds: after.map(({ id }) => id) }]
    : [];
  return [...removed, ...changed, ...order];
}

function changesOf(was: EditedWallet, wallet: EditedWallet): UserEdit[] {
  const walletId = wallet.id;
  const name = wallet.name.trim();
  const renamed: UserEdit[] =
    name === '' || name === was.name ? [] : [{ kind: 'rename-wallet', walletId, name }];
  const accounts = wallet.accounts.flatMap((account): UserEdit[] => {
    const { address, hidden } = account;
    const old = was.accounts.find((candidate) => candidate.address === address);
    const own = account.name.trim();
    return [
      ...(old === undefined || own === '' || old.name === own
        ? []
        : [{ kind: 'rename-account', walletId, address, name: own } as const]),
      ...(old === undefined || old.hidden === hidden
        ? []
        : [{ kind: 'hide-account', walletId, address, hidden } as const]),
    ];
  });
  return [...renamed, ...accounts];
}
