import { backupsOf, mergeBackups } from './backups.ts';
import type {
  Contact,
  HistoryEntry,
  KeyringEntry,
  PublicPayload,
  PublicWallet,
  Tombstone,
  WalletAccount,
} from './payload.ts';
import { MAX_HISTORY, MAX_TOMBSTONES, tombstoneKey } from './payload.ts';

/** An item that one branch of a vault has and the other lacks. Contains no secret. */
export type BranchItem =
  | {
      readonly kind: 'wallet';
      readonly wallet: PublicWallet['kind'];
      readonly name: string;
      readonly address: string;
    }
  | { readonly kind: 'account' | 'contact'; readonly name: string; readonly address: string }
  | { readonly kind: 'passkey'; readonly name: string; readonly credentialId: string }
  | { readonly kind: 'setting'; readonly name: string }
  /** Both branches have the item. This branch's change is later than the offered branch's. */
  | { readonly kind: 'changed'; readonly name: string; readonly offered: string };

export interface BranchDifference {
  /** Items of this device that the offered branch lacks without a tombstone. */
  readonly missing: readonly BranchItem[];
  /** Items deleted on this device that the offered branch has. */
  readonly returning: readonly BranchItem[];
}

/**
 * Compares a branch that the server offers with this device's branch (vault rule 12). If both
 * returned lists are empty, accepting the offered branch loses nothing and restores nothing
 * deleted.
 */
export function compareBranches(known: PublicPayload, offered: PublicPayload): BranchDifference {
  const others = livingWallets(offered, known);
  return {
    missing: [
      ...livingWallets(known, offered).flatMap((wallet) => missingOfWallet(wallet, others)),
      ...missingPasskeys(known, offered),
      ...missingContacts(known, offered),
      ...missingSettings(known, offered),
    ],
    returning: [
      ...offered.wallets.filter((wallet) => isReturning(wallet, known)).map(walletItem),
      ...returningPasskeys(known, offered).map(passkeyItem),
      ...offered.contacts
        .filter(
          (contact) => isContactBuried(contact, known) && !hasContact(known.contacts, contact),
        )
        .map(({ name, address }) => ({ kind: 'contact', name, address }) as const),
      ...Object.entries(offered.settings)
        .filter(([key, { updatedAt }]) => isSettingBuried(key, updatedAt, known))
        .map(([name]) => ({ kind: 'setting', name }) as const),
    ],
  };
}

/**
 * Returns items that a merge adds from the offered branch, passkeys first, because they open the
 * vault.
 */
export function addedByBranch(known: PublicPayload, offered: PublicPayload): BranchItem[] {
  const items = compareBranches(offered, known).missing.filter(({ kind }) => kind !== 'changed');
  const isPasskey = ({ kind }: BranchItem) => kind === 'passkey';
  return [...items.filter(isPasskey), ...items.filter((item) => !isPasskey(item))];
}

/** Returns items of this device that a merge deletes because the offered branch deleted them. */
export function deletedByBranch(known: PublicPayload, offered: PublicPayload): BranchItem[] {
  const kept = new Set(compareBranches(known, offered).missing.map((item) => JSON.stringify(item)));
  return deletedSince(known, offered).filter((item) => !kept.has(JSON.stringify(item)));
}

/** Returns items that a later revision of a vault no longer has. */
export function deletedSince(before: PublicPayload, after: PublicPayload): BranchItem[] {
  const { missing } = compareBranches(before, { ...after, tombstones: [] });
  return missing.filter(({ kind }) => kind !== 'changed');
}

/** Returns credential ids that this device has removed but that open the offered branch. */
export function returningPasskeyIds(known: PublicPayload, offered: PublicPayload): string[] {
  return returningPasskeys(known, offered).map(({ credentialId }) => credentialId);
}

/**
 * Merges this device's data into an offered branch: everything of both branches, except items that
 * either branch has deleted. The later change of a field wins. Only the offered branch's passkeys
 * are registered on its server, so the result has exactly these, with the keys that this device
 * knows. The caller sets revision, digest and device.
 * @param options.isFork keeps the replaced value in the history, like any conflict of devices
 * @param options.leftOut passkeys of the offered branch that the merged branch doesn't have
 */
export function mergeBranches(
  known: PublicPayload,
  offered: PublicPayload,
  options: { readonly isFork: boolean; readonly at: number; readonly leftOut: readonly string[] },
): PublicPayload {
  const { isFork, at, leftOut } = options;
  const lost: HistoryEntry[] = [];
  const noteLoss = (entry: Omit<HistoryEntry, 'at' | 'field'>) => {
    if (isFork && entry.lost !== entry.kept) lost.push({ ...entry, field: 'name', at });
  };
  const own = livingWallets(known, offered);
  const others = livingWallets(offered, known);
  const wallets = others.map((wallet) => {
    const twins = own.filter((candidate) => counterpartOf(candidate, others) === wallet);
    return twins.reduce((result, twin) => {
      const isOwnNewer = twin.id === wallet.id && twin.updatedAt > wallet.updatedAt;
      const [kept, other] = isOwnNewer ? [twin, wallet] : [wallet, twin];
      noteLoss({ kind: 'wallet', key: wallet.id, lost: other.name, kept: kept.name });
      return mergeWallet(twin, result, isOwnNewer);
    }, wallet);
  });
  const onlyHere = own.filter((wallet) => counterpartOf(wallet, others) === undefined);
  const contacts = livingContacts(offered, known).map((contact) => {
    const twin = known.contacts.find(({ address }) => isSame(address, contact.address));
    if (twin === undefined) return contact;
    const [kept, other] = twin.updatedAt > contact.updatedAt ? [twin, contact] : [contact, twin];
    noteLoss({ kind: 'contact', key: kept.address, lost: other.name, kept: kept.name });
    return kept;
  });
  const ownBackups = known.backups.map((backup) => {
    const twin = own.find(({ id }) => id === backup.walletId);
    const other = twin === undefined ? undefined : counterpartOf(twin, others);
    return other === undefined ? backup : { ...backup, walletId: other.id };
  });
  const all = [...wallets, ...onlyHere];
  return {
    ...offered,
    wallets: all,
    backups: backupsOf(mergeBackups(ownBackups, offered.backups), all),
    keyring: offered.keyring
      .filter(({ credentialId }) => !leftOut.includes(credentialId))
      .map((entry) => mergePasskey(entry, known)),
    contacts: [...contacts, ...contactsOnlyHere(known, offered)],
    settings: mergeSettings(known, offered),
    tombstones: mergeTombstones(known.tombstones, offered.tombstones),
    history: mergeHistory(known.history ?? [], [...(offered.history ?? []), ...lost]),
  };
}

// ---- Wallets

function walletItem({ kind, name, accounts }: PublicWallet): BranchItem {
  return { kind: 'wallet', wallet: kind, name, address: accounts[0]?.address ?? '' };
}

/** Returns a branch's wallets that the other branch hasn't deleted later. */
function livingWallets(branch: PublicPayload, other: PublicPayload): PublicWallet[] {
  return branch.wallets.filter((wallet) => !isWalletBuried(wallet, other));
}

/**
 * Returns the same wallet in another branch: by id, by secret (kind and first address), or by
 * address.
 */
function counterpartOf(
  wallet: PublicWallet,
  others: readonly PublicWallet[],
): PublicWallet | undefined {
  const first = wallet.accounts[0]?.address;
  const byId = others.find(({ id }) => id === wallet.id);
  if (byId !== undefined || first === undefined) return byId;
  return (
    others.find(({ kind, accounts }) => kind === wallet.kind && isFirst(accounts, first)) ??
    // A wallet with all the watched addresses replaces the watched wallet.
    (wallet.kind === 'watch'
      ? others.find(({ accounts }) => wallet.accounts.every((account) => has(accounts, account)))
      : undefined)
  );
}

function has(accounts: readonly WalletAccount[], { address }: WalletAccount): boolean {
  return accounts.some((account) => isSame(account.address, address));
}

function missingOfWallet(wallet: PublicWallet, others: readonly PublicWallet[]): BranchItem[] {
  const other = counterpartOf(wallet, others);
  if (other === undefined) return [walletItem(wallet)];
  // The other branch has only an address, so the secret would be lost.
  if (other.kind === 'watch' && wallet.kind !== 'watch') return [walletItem(wallet)];
  const isNewer = wallet.updatedAt > other.updatedAt;
  const accounts = wallet.accounts.flatMap((account): BranchItem[] => {
    const same = other.accounts.find(({ address }) => isSame(address, account.address));
    const { name, address } = account;
    if (same === undefined) return [{ kind: 'account', name, address }];
    const isChanged = same.name !== name || same.hidden !== account.hidden;
    return isNewer && isChanged && wallet.id === other.id
      ? [{ kind: 'changed', name, offered: same.name }]
      : [];
  });
  return isNewer && wallet.name !== other.name && wallet.id === other.id
    ? [{ kind: 'changed', name: wallet.name, offered: other.name }, ...accounts]
    : accounts;
}

function isReturning(wallet: PublicWallet, known: PublicPayload): boolean {
  return known.wallets.every(({ id }) => id !== wallet.id) && isWalletBuried(wallet, known);
}

function isWalletBuried({ id, addedAt }: PublicWallet, { tombstones }: PublicPayload): boolean {
  return isBuried(tombstones, 'wallet', id, addedAt);
}

function mergeWallet(own: PublicWallet, other: PublicWallet, isOwnNewer: boolean): PublicWallet {
  const newer = isOwnNewer ? own : other;
  const ownOf = (account: WalletAccount) =>
    own.accounts.find(({ address }) => isSame(address, account.address));
  const added = own.accounts.filter((account) => !has(other.accounts, account));
  const shared = other.accounts.map((account) =>
    isOwnNewer || other.kind === 'watch' ? (ownOf(account) ?? account) : account,
  );
  return {
    ...other,
    kind: other.kind === 'watch' && own.id === other.id ? own.kind : other.kind,
    name: newer.name,
    accounts: [...shared, ...added],
    updatedAt: Math.max(own.updatedAt, other.updatedAt),
  };
}

function isFirst(accounts: readonly WalletAccount[], address: string): boolean {
  return isSame(accounts[0]?.address ?? '', address);
}

// ---- Passkeys

function missingPasskeys(known: PublicPayload, offered: PublicPayload): BranchItem[] {
  const { keyring, tombstones } = offered;
  return known.keyring
    .filter(
      ({ credentialId, pk, addedAt }) =>
        // With another key under the same id, the passkey wouldn't open the branch.
        keyring.every((entry) => entry.credentialId !== credentialId || entry.pk !== pk) &&
        !isBuried(tombstones, 'passkey', credentialId, addedAt),
    )
    .map(passkeyItem);
}

function passkeyItem({ name, credentialId }: KeyringEntry): BranchItem {
  return { kind: 'passkey', name, credentialId };
}

/** A passkey that returns with the user's consent is treated as added after its removal. */
function mergePasskey(entry: KeyringEntry, known: PublicPayload): KeyringEntry {
  const { credentialId } = entry;
  const own = known.keyring.find((candidate) => candidate.credentialId === credentialId);
  if (own !== undefined) return { ...entry, pk: own.pk, addedAt: own.addedAt };
  const since = afterDeletion(known.tombstones, 'passkey', credentialId);
  return { ...entry, addedAt: Math.max(entry.addedAt, since) };
}

function returningPasskeys(known: PublicPayload, offered: PublicPayload) {
  return offered.keyring.filter(
    ({ credentialId, addedAt }) =>
      known.keyring.every((entry) => entry.credentialId !== credentialId) &&
      isBuried(known.tombstones, 'passkey', credentialId, addedAt),
  );
}

// ---- Contacts

function livingContacts(branch: PublicPayload, other: PublicPayload): Contact[] {
  return branch.contacts.filter((contact) => !isContactBuried(contact, other));
}

function contactsOnlyHere(known: PublicPayload, offered: PublicPayload): Contact[] {
  const others = livingContacts(offered, known);
  return livingContacts(known, offered).filter((contact) => !hasContact(others, contact));
}

function hasContact(contacts: readonly Contact[], { address }: Contact): boolean {
  return contacts.some((contact) => isSame(contact.address, address));
}

function missingContacts(known: PublicPayload, offered: PublicPayload): BranchItem[] {
  const changed = known.contacts.flatMap(({ address, name, updatedAt }): BranchItem[] => {
    const other = offered.contacts.find((contact) => isSame(contact.address, address));
    return other !== undefined && other.name !== name && updatedAt > other.updatedAt
      ? [{ kind: 'changed', name, offered: other.name }]
      : [];
  });
  const gone = contactsOnlyHere(known, offered).map(
    ({ name, address }) => ({ kind: 'contact', name, address }) as const,
  );
  return [...gone, ...changed];
}

function isContactBuried({ address, updatedAt }: Contact, { tombstones }: PublicPayload): boolean {
  return isBuried(tombstones, 'contact', address, updatedAt);
}

// ---- Settings

function missingSettings(known: PublicPayload, offered: PublicPayload): BranchItem[] {
  return Object.entries(known.settings).flatMap(([name, { value, updatedAt }]): BranchItem[] => {
    if (!Object.hasOwn(offered.settings, name)) {
      return isSettingBuried(name, updatedAt, offered) ? [] : [{ kind: 'setting', name }];
    }
    const other = offered.settings[name];
    const isChanged = JSON.stringify(other?.value) !== JSON.stringify(value);
    return isChanged && updatedAt > (other?.updatedAt ?? 0) ? [{ kind: 'setting', name }] : [];
  });
}

function isSettingBuried(key: string, updatedAt: number, { tombstones }: PublicPayload): boolean {
  return isBuried(tombstones, 'setting', key, updatedAt);
}

function mergeSettings(known: PublicPayload, offered: PublicPayload): PublicPayload['settings'] {
  const own = Object.entries(known.settings).filter(([key, { updatedAt }]) =>
    Object.hasOwn(offered.settings, key)
      ? updatedAt > (offered.settings[key]?.updatedAt ?? 0)
      : !isSettingBuried(key, updatedAt, offered),
  );
  const others = Object.entries(offered.settings).filter(
    ([key, { updatedAt }]) => !isSettingBuried(key, updatedAt, known),
  );
  return Object.fromEntries([...others, ...own]);
}

// ---- Deletions and history

/** Returns true when an item's deletion is later than the item. */
function isBuried(
  tombstones: readonly Tombstone[],
  kind: Tombstone['kind'],
  key: string,
  since: number,
): boolean {
  return tombstones.some(
    (stone) =>
      stone.kind === kind && isSame(stone.key, tombstoneKey(key)) && stone.deletedAt >= since,
  );
}

/** Returns the earliest time at which a deleted item may exist again; 0 if it wasn't deleted. */
function afterDeletion(
  tombstones: readonly Tombstone[],
  kind: Tombstone['kind'],
  key: string,
): number {
  const times = tombstones
    .filter((stone) => stone.kind === kind && isSame(stone.key, tombstoneKey(key)))
    .map(({ deletedAt }) => deletedAt + 1);
  return Math.max(0, ...times);
}

function mergeTombstones(known: readonly Tombstone[], offered: readonly Tombstone[]): Tombstone[] {
  const newest = new Map<string, Tombstone>();
  for (const stone of [...offered, ...known]) {
    const id = `${stone.kind} ${stone.key}`;
    const seen = newest.get(id);
    if (seen === undefined || seen.deletedAt < stone.deletedAt) newest.set(id, stone);
  }
  return [...newest.values()].sort((a, b) => a.deletedAt - b.deletedAt).slice(-MAX_TOMBSTONES);
}

function mergeHistory(
  known: readonly HistoryEntry[],
  offered: readonly HistoryEntry[],
): HistoryEntry[] {
  const seen = new Set(offered.map((entry) => JSON.stringify(entry)));
  const own = known.filter((entry) => !seen.has(JSON.stringify(entry)));
  return [...own, ...offered].sort((a, b) => a.at - b.at).slice(-MAX_HISTORY);
}

/**
 * Compares keys. Addresses are equal in any letter case, and other keys never differ in case only.
 */
function isSame(a: string, b: string): boolean {
  return a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase());
}
