import type { PasskeyView, WalletView } from '../../../shared/messages/snapshot.ts';

/** Losses with the only passkey, and how to prevent them. */
export type BackupGap =
  /** Only a copy outside brings accounts back: a recovery phrase or a private key. */
  | {
      readonly kind: 'seeds' | 'keys' | 'both' | 'nothing';
      readonly seeds: readonly string[];
      readonly keys: readonly string[];
    }
  /** Wallets that were added after the recovery file was saved. */
  | { readonly kind: 'newer'; readonly names: readonly string[] };

/** The user's backups outside of the vault. */
export interface Backups {
  /** Epoch milliseconds of the newest recovery file. */
  readonly recoveryFileAt: number | undefined;
  /** Ids of the wallets whose recovery phrase the user has confirmed. */
  readonly confirmedPhrases: readonly string[];
}

/** `undefined` when a second passkey, a whole recovery file, or every recovery phrase exists. */
export function backupGap(
  vault: { readonly passkeys: readonly PasskeyView[]; readonly wallets: readonly WalletView[] },
  { recoveryFileAt, confirmedPhrases }: Backups,
): BackupGap | undefined {
  if (vault.passkeys.length > 1) return undefined;
  const namesOf = (wallets: readonly WalletView[]) => wallets.map(({ name }) => name);
  if (recoveryFileAt !== undefined) {
    const newer = vault.wallets.filter(
      ({ kind, addedAt }) => kind !== 'watch' && addedAt > recoveryFileAt,
    );
    return newer.length === 0 ? undefined : { kind: 'newer', names: namesOf(newer) };
  }
  const all = vault.wallets.filter(({ kind }) => kind === 'seed');
  const seeds = namesOf(all.filter(({ id }) => !confirmedPhrases.includes(id)));
  const keys = namesOf(vault.wallets.filter(({ kind }) => kind === 'key'));
  if (all.length > 0 && seeds.length === 0 && keys.length === 0) return undefined;
  const kind =
    seeds.length > 0 && keys.length > 0
      ? 'both'
      : seeds.length > 0
        ? 'seeds'
        : keys.length > 0
          ? 'keys'
          : 'nothing';
  return { kind, seeds, keys };
}
