import { isSameAddress } from '../is-same-address.ts';
import { backupsOf, mergeBackups } from './backups.ts';
import {
  type HistoryEntry,
  type KeyringEntry,
  MAX_HISTORY,
  MAX_TOMBSTONES,
  type PublicPayload,
  type PublicWallet,
  type Tombstone,
  tombstoneKey,
  type WalletAccount,
  type WalletBackup,
} from './payload.ts';

/**
 * A change by the user, as an intent. A device has no unsaved copy of the vault: each save reads
 * the newest snapshot and applies the intents, and starts again if another device commits in
 * between. An intent contains the facts that a three-way merge would get from a common ancestor:
 * the changed key, and `was`, the value that the user saw. So saves don't merge snapshots.
 */
export type VaultEdit =
  | {
      readonly kind: 'add-wallet';
      readonly id: string;
      readonly wallet: 'seed' | 'key' | 'watch';
      readonly name: string;
      readonly accounts: readonly WalletAccount[];
      readonly at: number;
      /** The user's backup of the wallet outside of the vault, if any. */
      readonly backup?: Omit<WalletBackup, 'walletId'>;
    }
  /** Records that the user has backed up wallets outside of the vault. */
  | { readonly kind: 'record-backups'; readonly backups: readonly WalletBackup[] }
  | { readonly kind: 'remove-wallet'; readonly walletId: string; readonly at: number }
  | { readonly kind: 'order-wallets'; readonly walletIds: readonly string[] }
  | ({ readonly kind: 'rename-wallet'; readonly walletId: string; readonly at: number } & Renaming)
  | {
      readonly kind: 'add-account';
      readonly walletId: string;
      readonly account: WalletAccount;
      readonly at: number;
    }
  | ({
      readonly kind: 'rename-account';
      readonly walletId: string;
      readonly address: string;
      readonly at: number;
    } & Renaming)
  | {
      readonly kind: 'hide-account';
      readonly walletId: string;
      readonly address: string;
      readonly hidden: boolean;
      readonly at: number;
    }
  | { readonly kind: 'add-passkey'; readonly entry: KeyringEntry }
  | { readonly kind: 'remove-passkey'; readonly credentialId: string; readonly at: number }
  | ({
      readonly kind: 'rename-passkey';
      readonly credentialId: string;
      readonly at: number;
    } & Renaming)
  | {
      readonly kind: 'set-contact';
      readonly address: string;
      readonly name: string;
      /** Missing for a contact that the user added. */
      readonly was?: string;
      readonly at: number;
    }
  | { readonly kind: 'remove-contact'; readonly address: string; readonly at: number }
  | {
      readonly kind: 'set-setting';
      readonly key: string;
      readonly value: unknown;
      readonly was?: unknown;
      readonly at: number;
    };

interface Renaming {
  readonly name: string;
  /** The name that the user saw when entering the new name. */
  readonly was: string;
}

/**
 * Returns true for an edit that may enlarge the vault. Edits of passkeys aren't included, because
 * they must always be possible.
 */
export function isAddition({ kind }: VaultEdit): boolean {
  return kind.startsWith('add-')
    ? kind !== 'add-passkey'
    : kind.startsWith('set-') || kind.startsWith('rename-');
}

/**
 * Applies one edit. Idempotent, because an edit may be applied to a payload that already contains
 * it.
 */
export function applyEdit(payload: PublicPayload, edit: VaultEdit): PublicPayload {
  const edited = changed(payload, edit);
  return { ...edited, backups: backupsOf(edited.backups, edited.wallets) };
}

function changed(payload: PublicPayload, edit: VaultEdit): PublicPayload {
  switch (edit.kind) {
    case 'record-backups':
      return { ...payload, backups: mergeBackups(payload.backups, edit.backups) };
    case 'add-wallet':
      return addWallet(payload, edit);
    case 'remove-wallet':
      return buried(
        payload,
        { wallets: payload.wallets.filter(({ id }) => id !== edit.walletId) },
        { kind: 'wallet', key: edit.walletId, deletedAt: edit.at },
        payload.wallets.find(({ id }) => id === edit.walletId)?.addedAt,
      );
    case 'order-wallets':
      return { ...payload, wallets: ordered(payload.wallets, edit.walletIds) };
    case 'rename-wallet': {
      const wallet = payload.wallets.find(({ id }) => id === edit.walletId);
      const entry = { kind: 'wallet', key: edit.walletId, field: 'name', at: edit.at } as const;
      const next = withHistory(payload, entry, wallet?.name, edit);
      return withWallet(next, edit.walletId, (found) => renamed(found, edit));
    }
    case 'add-account':
      return addAccount(payload, edit);
    case 'rename-account': {
      const account = payload.wallets
        .find(({ id }) => id === edit.walletId)
        ?.accounts.find(({ address }) => isSameAddress(address, edit.address));
      const entry = { kind: 'account', key: edit.address, field: 'name', at: edit.at } as const;
      const next = withHistory(payload, entry, account?.name, edit);
      return withAccount(next, edit, (found) => ({ ...found, name: edit.name }));
    }
    case 'hide-account':
      return withAccount(payload, edit, (account) => ({ ...account, hidden: edit.hidden }));
    case 'add-passkey':
      return payload.keyring.some(({ credentialId }) => credentialId === edit.entry.credentialId)
        ? payload
        : { ...payload, keyring: [...payload.keyring, edit.entry] };
    case 'remove-passkey':
      return buried(
        payload,
        {
          keyring: payload.keyring.filter(({ credentialId }) => credentialId !== edit.credentialId),
        },
        { kind: 'passkey', key: tombstoneKey(edit.credentialId), deletedAt: edit.at },
        payload.keyring.find(({ credentialId }) => credentialId === edit.credentialId)?.addedAt,
      );
    case 'rename-passkey': {
      const { credentialId: key } = edit;
      const passkey = payload.keyring.find(({ credentialId }) => credentialId === key);
      const entry = {
        kind: 'passkey',
        key: tombstoneKey(key),
        field: 'name',
        at: edit.at,
      } as const;
      const next = withHistory(payload, entry, passkey?.name, edit);
      const keyring = next.keyring.map((found) =>
        found.credentialId === key ? { ...found, name: edit.name } : found,
      );
      return { ...next, keyring };
    }
    case 'set-contact': {
      const known = payload.contacts.find(({ address }) => isSameAddress(address, edit.address));
      const entry = { kind: 'contact', key: edit.address, field: 'name', at: edit.at } as const;
      const next = withHistory(payload, entry, known?.name, edit);
      const others = next.contacts.filter(({ address }) => !isSameAddress(address, edit.address));
      const updatedAt = Math.max(
        edit.at,
        known?.updatedAt ?? 0,
        afterDeletion(payload, 'contact', edit.address),
      );
      const contact = { address: edit.address, name: edit.name, updatedAt };
      return {
        ...next,
        contacts: known?.name === edit.name ? next.contacts : [...others, contact],
      };
    }
    case 'remove-contact':
      return buried(
        payload,
        {
          contacts: payload.contacts.filter(({ address }) => !isSameAddress(address, edit.address)),
        },
        { kind: 'contact', key: edit.address, deletedAt: edit.at },
        payload.contacts.find(({ address }) => isSameAddress(address, edit.address))?.updatedAt,
      );
    case 'set-setting': {
      const { key, value, at } = edit;
      const known = Object.hasOwn(payload.settings, key) ? payload.settings[key] : undefined;
      const text = (one: unknown) => (one === undefined ? undefined : JSON.stringify(one));
      const was = text(edit.was);
      const change = { name: text(value) ?? 'null', ...(was === undefined ? {} : { was }) };
      const next = withHistory(
        payload,
        { kind: 'setting', key, field: 'value', at },
        text(known?.value),
        change,
      );
      const updatedAt = Math.max(at, known?.updatedAt ?? 0);
      return { ...next, settings: { ...next.settings, [key]: { value, updatedAt } } };
    }
  }
}

/**
 * Adds a wallet. If another device has already added the same phrase or key, adds only the missing
 * accounts. A secret replaces the entries that it covers.
 */
function addWallet(
  payload: PublicPayload,
  edit: Extract<VaultEdit, { kind: 'add-wallet' }>,
): PublicPayload {
  const first = edit.accounts[0]?.address ?? '';
  const known = payload.wallets.find(
    (wallet) =>
      wallet.id === edit.id ||
      (wallet.kind === edit.wallet && isSameAddress(wallet.accounts[0]?.address ?? '', first)),
  );
  if (known !== undefined) {
    return edit.accounts.reduce(
      (next, account) => addAccount(next, { walletId: known.id, account, at: edit.at }),
      withOwnBackup(payload, known.id, edit),
    );
  }
  const { id, name } = edit;
  const rest = withoutCovered(payload, edit.wallet, edit.accounts, edit.at);
  const at = Math.max(edit.at, afterDeletion(payload, 'wallet', id));
  const accounts = [...edit.accounts];
  const wallet = { id, kind: edit.wallet, name, accounts, addedAt: at, updatedAt: at };
  return withOwnBackup({ ...rest, wallets: [...rest.wallets, wallet] }, id, edit);
}

/** Adds the backup record that an `add-wallet` edit may contain. */
function withOwnBackup(
  payload: PublicPayload,
  walletId: string,
  { backup }: Extract<VaultEdit, { kind: 'add-wallet' }>,
): PublicPayload {
  if (backup === undefined) return payload;
  return { ...payload, backups: mergeBackups(payload.backups, [{ walletId, ...backup }]) };
}

function addAccount(
  payload: PublicPayload,
  edit: Omit<Extract<VaultEdit, { kind: 'add-account' }>, 'kind'>,
): PublicPayload {
  const wallet = payload.wallets.find(({ id }) => id === edit.walletId);
  if (wallet === undefined || hasAccount(wallet, edit.account.address)) return payload;
  const rest = withoutCovered(payload, wallet.kind, [edit.account], edit.at);
  return withWallet(rest, wallet.id, (found) => ({
    ...found,
    accounts: [...found.accounts, edit.account],
    updatedAt: Math.max(found.updatedAt, edit.at),
  }));
}

/**
 * Returns the payload without entries that a new secret covers: watched addresses of its accounts
 * and, for a phrase, single keys that it derives.
 */
function withoutCovered(
  payload: PublicPayload,
  kind: PublicWallet['kind'],
  accounts: readonly WalletAccount[],
  at: number,
): PublicPayload {
  return coveredBy(payload.wallets, kind, accounts).reduce(
    (next, { id, addedAt }) =>
      buried(
        next,
        { wallets: next.wallets.filter((wallet) => wallet.id !== id) },
        { kind: 'wallet', key: id, deletedAt: at },
        addedAt,
      ),
    payload,
  );
}

/** Returns wallets that a secret of this kind with these accounts can replace. */
export function coveredBy(
  wallets: readonly PublicWallet[],
  kind: PublicWallet['kind'],
  accounts: readonly Pick<WalletAccount, 'address'>[],
): PublicWallet[] {
  if (kind === 'watch') return [];
  return wallets.filter(
    (wallet) =>
      (wallet.kind === 'watch' || (wallet.kind === 'key' && kind === 'seed')) &&
      wallet.accounts.every(({ address }) => hasAccount({ accounts }, address)),
  );
}

function hasAccount(
  { accounts }: { accounts: readonly Pick<WalletAccount, 'address'>[] },
  address: string,
): boolean {
  return accounts.some((account) => isSameAddress(account.address, address));
}

/**
 * Returns the wallets with these ids in the given order, then the other wallets in their previous
 * order.
 */
function ordered(wallets: readonly PublicWallet[], ids: readonly string[]): PublicWallet[] {
  const named = ids.flatMap((id) => wallets.find((wallet) => wallet.id === id) ?? []);
  return [...named, ...wallets.filter((wallet) => !named.includes(wallet))];
}

function renamed(wallet: PublicWallet, edit: { name: string; at: number }): PublicWallet {
  return wallet.name === edit.name
    ? wallet
    : { ...wallet, name: edit.name, updatedAt: Math.max(wallet.updatedAt, edit.at) };
}

function withWallet(
  payload: PublicPayload,
  walletId: string,
  change: (wallet: PublicWallet) => PublicWallet,
): PublicPayload {
  const wallets = payload.wallets.map((wallet) =>
    wallet.id === walletId ? change(wallet) : wallet,
  );
  return { ...payload, wallets };
}

function withAccount(
  payload: PublicPayload,
  edit: { readonly walletId: string; readonly address: string; readonly at: number },
  change: (account: WalletAccount) => WalletAccount,
): PublicPayload {
  return withWallet(payload, edit.walletId, (wallet) => ({
    ...wallet,
    accounts: wallet.accounts.map((account) =>
      isSameAddress(account.address, edit.address) ? change(account) : account,
    ),
    updatedAt: Math.max(wallet.updatedAt, edit.at),
  }));
}

/** Keeps the replaced value if another device changed the same field after the user saw it. */
function withHistory(
  payload: PublicPayload,
  about: Pick<HistoryEntry, 'kind' | 'key' | 'field' | 'at'>,
  current: string | undefined,
  change: { readonly name: string; readonly was?: string },
): PublicPayload {
  if (current === undefined || current === change.was || current === change.name) return payload;
  const cut = (text: string) => text.slice(0, 200);
  const entry = { ...about, lost: cut(current), kept: cut(change.name) };
  return { ...payload, history: [...(payload.history ?? []), entry].slice(-MAX_HISTORY) };
}

/**
 * Deletes an item and leaves a tombstone. Other branches compare the times of item and tombstone,
 * and devices' clocks differ, so the tombstone is never older than the item.
 * @param since time of the deleted item; `undefined` if it was already deleted
 */
function buried(
  payload: PublicPayload,
  change: Partial<PublicPayload>,
  tombstone: Tombstone,
  since: number | undefined,
): PublicPayload {
  if (since === undefined) return payload;
  const stone = { ...tombstone, deletedAt: Math.max(tombstone.deletedAt, since) };
  const tombstones = [...payload.tombstones, stone].slice(-MAX_TOMBSTONES);
  return { ...payload, ...change, tombstones };
}

/** Returns the earliest time at which a deleted item may exist again; 0 if it wasn't deleted. */
function afterDeletion(payload: PublicPayload, kind: Tombstone['kind'], key: string): number {
  const times = payload.tombstones
    .filter((stone) => stone.kind === kind && isSameAddress(stone.key, key))
    .map(({ deletedAt }) => deletedAt + 1);
  return Math.max(0, ...times);
}
