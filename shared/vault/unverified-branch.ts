import { isSameAddress } from '../is-same-address.ts';
import type { PublicPayload, PublicWallet, WalletAccount } from './payload.ts';
import { withRemovals } from './removals.ts';

/** Limits on deriving phrases of an unverified vault: each takes 80 ms of the worker. */
const MAX_CHECKED = 8;
const MAX_NEW_PHRASES = 16;

/** Answers from the signer about which addresses belong to which secret. */
export interface AccountChecks {
  /** Returns true if an account belongs to the secret of this device's wallet. */
  readonly isOwn: (walletId: string, account: WalletAccount) => boolean;
  /** Returns the accounts that belong to an offered wallet's secret. */
  readonly genuineOf: (walletId: string) => readonly WalletAccount[];
}

/**
 * Returns an offered vault that differs from this device's content only by additions. If the writer
 * isn't verified, only additions may be merged (vault rule 16): the result changes or deletes
 * nothing that this device knows, whatever times the offered vault has. Passkeys removed on this
 * device stay removed.
 */
export function additionsOnly(
  known: PublicPayload,
  offered: PublicPayload,
  checks: AccountChecks,
): PublicPayload {
  return {
    ...offered,
    wallets: [...knownWallets(known, offered, checks), ...newWallets(known, offered, checks)],
    keyring: withRemovals(known, offered.keyring).map(
      (entry) =>
        known.keyring.find(({ credentialId }) => credentialId === entry.credentialId) ?? entry,
    ),
    contacts: [
      ...known.contacts,
      ...offered.contacts.filter(({ address }) =>
        known.contacts.every((contact) => !isSameAddress(contact.address, address)),
      ),
    ],
    settings: { ...offered.settings, ...known.settings },
    backups: known.backups,
    tombstones: [],
    history: [],
  };
}

/**
 * Returns this device's wallets, and the offered accounts that derive from these wallets' secrets.
 */
function knownWallets(
  { wallets }: PublicPayload,
  offered: PublicPayload,
  { isOwn }: AccountChecks,
): PublicWallet[] {
  let checked = 0;
  return wallets.map((wallet) => {
    if (wallet.kind !== 'seed') return wallet;
    const added = offered.wallets
      .filter((other) => isSameSecret(other, wallet))
      .flatMap(({ accounts }) => accounts)
      .filter(({ address }) => !hasAccount(wallet, address))
      .filter((account) => checked++ < MAX_CHECKED && isOwn(wallet.id, account));
    return added.length === 0 ? wallet : { ...wallet, accounts: [...wallet.accounts, ...added] };
  });
}

/**
 * Returns wallets with a secret or an address that this device lacks, with the accounts that belong
 * to them.
 */
function newWallets(
  known: PublicPayload,
  offered: PublicPayload,
  { genuineOf }: AccountChecks,
): PublicWallet[] {
  let phrases = 0;
  return offered.wallets
    .filter(
      (wallet) =>
        !isRepeated(wallet, offered) &&
        known.wallets.every(({ id }) => id !== wallet.id) &&
        known.wallets.every((own) => !covers(own, wallet)),
    )
    .filter(({ kind }) => kind !== 'seed' || phrases++ < MAX_NEW_PHRASES)
    .map((wallet) =>
      wallet.kind === 'watch' ? wallet : { ...wallet, accounts: [...genuineOf(wallet.id)] },
    )
    .filter(({ accounts }) => accounts.length > 0);
}

/** Returns true when an id is used twice. Such an id doesn't identify one secret. */
function isRepeated({ id }: PublicWallet, { wallets }: PublicPayload): boolean {
  return wallets.filter((wallet) => wallet.id === id).length > 1;
}

function isSameSecret(a: PublicWallet, b: PublicWallet): boolean {
  const first = a.accounts[0]?.address;
  return a.kind === b.kind && (a.id === b.id || (first !== undefined && isFirst(b, first)));
}

/**
 * Returns true when `own` can do everything that the other wallet can, judging by the other
 * wallet's first account.
 */
function covers(own: PublicWallet, { kind, accounts }: PublicWallet): boolean {
  const first = accounts[0]?.address;
  if (first === undefined) return false;
  if (kind === 'watch') return accounts.every(({ address }) => hasAccount(own, address));
  return kind === 'seed'
    ? own.kind === 'seed' && isFirst(own, first)
    : own.kind !== 'watch' && hasAccount(own, first);
}

function hasAccount({ accounts }: PublicWallet, address: string): boolean {
  return accounts.some((account) => isSameAddress(account.address, address));
}

function isFirst({ accounts }: PublicWallet, address: string): boolean {
  return isSameAddress(accounts[0]?.address ?? '', address);
}
