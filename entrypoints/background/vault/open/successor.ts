import type { Divergence } from '../../../../shared/messages/sync.ts';
import { relationTo, type VaultMemory } from '../../../../shared/vault/anti-rollback.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import type { PublicPayload } from '../../../../shared/vault/payload.ts';
import type { Signer } from '../../signer/signer.ts';
import { differenceTo, isVerified } from './offered.ts';
import type { OpenedVault } from './open.ts';

/**
 * Thrown when the offered vault lacks something that this device knows, restores something that
 * this device deleted, or may have another writer.
 */
export class DivergedError extends VaultError {
  readonly diverged: 'ROLLED_BACK' | 'FORKED' | 'UNVERIFIED';
  readonly divergence: Divergence;

  constructor(diverged: DivergedError['diverged'], divergence: Divergence) {
    super(diverged);
    this.diverged = diverged;
    this.divergence = divergence;
  }
}

export interface KnownVault {
  readonly memory: VaultMemory;
  /** Content of the remembered snapshot; `undefined` if the present passkey doesn't open it. */
  readonly content: PublicPayload | undefined;
  /** True if the remembered snapshot is damaged. Replacing a damaged snapshot loses nothing. */
  readonly isDamaged: boolean;
  /** True if the new snapshot comes from the vault's home, not from this device's storage. */
  readonly isOffered: boolean;
  readonly removed: readonly string[];
}

/**
 * Checks whether an offered vault may replace the known vault (vault rules 7, 12 and 16). The
 * offered vault's writer must know the newest epoch. The offered vault must descend from the known
 * vault, or contain all its content. Throws `DivergedError` with the difference, or `VaultError`
 * ROLLED_BACK, UNVERIFIED or UNCOMPARABLE when this device's copy can't be read.
 */
export function ensureSuccessor(
  known: KnownVault | undefined,
  offered: OpenedVault,
  signer: Pick<Signer, 'ownsAccount' | 'genuineAccounts'>,
): void {
  if (known === undefined) return;
  const { payload, digest } = offered;
  const { memory, content } = known;
  const { revision, prevDigest } = payload;
  const relation = relationTo(memory, { revision, digest, prevDigest });
  const isKnownWriter = isVerified(memory, payload);
  // The user returned to a copy from before a removal, and the home now has that copy.
  const isOutdated = known.isOffered && memory.epochMark !== undefined && !isKnownWriter;
  if (relation === 'same' && !isOutdated) return;
  if (relation === 'next' && isKnownWriter) return;
  const isOlder = relation === 'older';
  if (content === undefined) {
    if (isOlder) throw new VaultError('ROLLED_BACK');
    if (known.isDamaged && isKnownWriter && revision > memory.revision) return;
    if (!isKnownWriter) throw new VaultError('UNVERIFIED');
    throw new VaultError('UNCOMPARABLE');
  }
  const difference = differenceTo({ content, offered, isVerified: isKnownWriter, signer });
  const isSafe = difference.missing.length === 0 && difference.returning.length === 0;
  if (isSafe && isKnownWriter && !isOlder) return;
  throw new DivergedError(
    isOlder ? 'ROLLED_BACK' : isKnownWriter ? 'FORKED' : 'UNVERIFIED',
    difference,
  );
}
