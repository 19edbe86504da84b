import { VaultError } from './errors.ts';

/** What a device remembers of the newest snapshot that it opened or committed. */
export interface VaultMemory {
  readonly revision: number;
  readonly digest: string;
}

/**
 * Vault rule 7, before decryption: a server may not hand out an older snapshot, nor another one of
 * the same revision. A device without memory accepts what it first sees.
 */
export function checkNotOlder(memory: VaultMemory | undefined, seen: VaultMemory): void {
  if (memory === undefined) return;
  if (seen.revision < memory.revision) {
    throw new VaultError(
      'ROLLED_BACK',
      'The server offers an older vault than this device has seen.',
    );
  }
  if (seen.revision === memory.revision && seen.digest !== memory.digest) {
    throw new VaultError('FORKED', 'The server offers another vault of the same revision.');
  }
}

/** Vault rule 7, after decryption: across a gap of one, the new snapshot must name the remembered one. */
export function checkFollows(
  memory: VaultMemory | undefined,
  seen: { revision: number; prevDigest: string },
): void {
  if (memory === undefined || seen.revision !== memory.revision + 1) return;
  if (seen.prevDigest !== memory.digest) {
    throw new VaultError('BROKEN_CHAIN', 'The vault does not follow the one this device has seen.');
  }
}
