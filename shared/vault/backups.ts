import type { WalletBackup } from './payload.ts';

type Wallets = readonly { readonly id: string }[];

/** Merges two lists of records. Keeps the later of two records of one wallet. */
export function mergeBackups(
  first: readonly WalletBackup[],
  second: readonly WalletBackup[],
): WalletBackup[] {
  const merged = new Map<string, WalletBackup>();
  for (const backup of [...first, ...second]) {
    const known = merged.get(backup.walletId);
    merged.set(backup.walletId, known === undefined ? backup : newest(known, backup));
  }
  return [...merged.values()];
}

/** Returns the records of existing wallets. */
export function backupsOf(backups: readonly WalletBackup[], wallets: Wallets): WalletBackup[] {
  return backups.filter(({ walletId }) => wallets.some(({ id }) => id === walletId));
}

function newest(a: WalletBackup, b: WalletBackup): WalletBackup {
  return {
    walletId: a.walletId,
    ...later('phraseAt', a, b),
    ...later('fileAt', a, b),
  };
}

function later(
  field: 'phraseAt' | 'fileAt',
  a: WalletBackup,
  b: WalletBackup,
): Partial<WalletBackup> {
  const at = Math.max(a[field] ?? -1, b[field] ?? -1);
  return at < 0 ? {} : { [field]: at };
}
