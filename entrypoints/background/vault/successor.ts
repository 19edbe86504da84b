import type { Divergence } from '../../../shared/messages/sync.ts';
import { relationTo, type VaultMemory } from '../../../shared/vault/anti-rollback.ts';
import { compareBranches } from '../../../shared/vault/branches.ts';
import { VaultError } from '../../../shared/vault/errors.ts';
import type { PublicPayload } from '../../../shared/vault/payload.ts';
import type { OpenedVault } from './open.ts';

/** The offered vault lacks something that this device knows, or brings back what it deleted. */
export class DivergedError extends VaultError {
  readonly divergence: Divergence;

  constructor(code: 'ROLLED_BACK' | 'FORKED', divergence: Divergence) {
    super(code, 'The offered vault does not follow the known one.');
    this.divergence = divergence;
  }
}

/** This device's knowledge of its vault. */
export interface KnownVault {
  readonly memory: VaultMemory;
  /** Content of the remembered snapshot; `undefined` when the passkey at hand doesn't open it. */
  readonly content: PublicPayload | undefined;
  /** The remembered snapshot is damaged: it holds nothing that could still be lost. */
  readonly isDamaged: boolean;
}

/**
 * Vault rules 7 and 12: an offered vault may replace the known one only if it descends from it, or
 * contains everything that it contains. Throws `DivergedError` with the difference, or `VaultError`
 * ROLLED_BACK or UNCOMPARABLE when this device's copy can't be read.
 */
export function requireSuccessor(known: KnownVault | undefined, offered: OpenedVault): void {
  if (known === undefined) return;
  const { payload, digest } = offered;
  const { revision, prevDigest } = payload;
  const relation = relationTo(known.memory, { revision, digest, prevDigest });
  if (relation === 'same' || relation === 'next') return;
  const isOlder = relation === 'older';
  if (known.content === undefined) {
    if (isOlder) throw new VaultError('ROLLED_BACK', 'The server offers an older vault.');
    if (known.isDamaged && revision > known.memory.revision) return;
    throw new VaultError(
      'UNCOMPARABLE',
      'The offered vault cannot be compared with the stored copy.',
    );
  }
  const difference = compareBranches(known.content, payload);
  const isSafe = difference.missing.length === 0 && difference.returning.length === 0;
  if (isSafe && !isOlder) return;
  throw new DivergedError(isOlder ? 'ROLLED_BACK' : 'FORKED', {
    here: viewOf(known.content),
    offered: viewOf(payload),
    offeredDigest: digest,
    ...difference,
  });
}

export function viewOf({ revision, createdAt, device }: PublicPayload): Divergence['here'] {
  return { revision, createdAt, device };
}
