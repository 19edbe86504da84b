import { wipe } from '../../../../shared/bytes.ts';
import type { Divergence } from '../../../../shared/messages/sync.ts';
import type { VaultMemory } from '../../../../shared/vault/anti-rollback.ts';
import {
  addedByBranch,
  compareBranches,
  deletedByBranch,
  mergeBranches,
} from '../../../../shared/vault/branches.ts';
import { epochMark, hasMark, parseEpochs } from '../../../../shared/vault/continuity.ts';
import type { PublicPayload, VaultPayload } from '../../../../shared/vault/payload.ts';
import { additionsOnly } from '../../../../shared/vault/unverified-branch.ts';
import type { Signer } from '../../signer/signer.ts';
import type { OpenedVault } from './open.ts';

/** Returns true if an offered vault's writer knew this device's newest epoch (vault rule 16). */
export function isVerified(
  { epochMark: mark }: Pick<VaultMemory, 'epochMark'>,
  { continuity }: VaultPayload,
): boolean {
  if (mark === undefined) return false;
  const epochs = parseEpochs(continuity);
  const isKnown = hasMark(epochs, mark);
  wipe(...epochs.map(({ secret }) => secret));
  return isKnown;
}

/** Returns the mark by which this device remembers a vault's newest epoch. */
export function newestMark({ continuity }: VaultPayload): string {
  const [newest] = parseEpochs(continuity.slice(0, 1));
  if (newest === undefined) throw new Error('the form of a payload requires an epoch');
  const mark = epochMark(newest);
  wipe(newest.secret);
  return mark;
}

interface Comparison {
  readonly isVerified: boolean;
  readonly signer: Pick<Signer, 'ownsAccount' | 'genuineAccounts'>;
}

/**
 * Returns the content of an offered vault that a merge may use: everything, or only the additions
 * if its writer isn't verified.
 */
export function mergeable(
  content: PublicPayload,
  payload: VaultPayload,
  { isVerified: isKnownWriter, signer }: Comparison,
): PublicPayload {
  if (isKnownWriter) return withoutSecrets(payload);
  return additionsOnly(content, withoutSecrets(payload), {
    isOwn: signer.ownsAccount,
    genuineOf: (id) => {
      const wallet = payload.wallets.find((candidate) => candidate.id === id);
      return wallet === undefined ? [] : signer.genuineAccounts(wallet);
    },
  });
}

/** Settings for a merge that only counts differences. */
const MERGE_ALL = { isFork: false, at: 0, leftOut: [] } as const;

/** Compares an offered vault with this device's content. */
export function differenceTo(
  options: Comparison & { readonly content: PublicPayload; readonly offered: OpenedVault },
): Divergence {
  const { content, offered, isVerified: isKnownWriter } = options;
  const { payload, digest } = offered;
  const taken = mergeable(content, payload, options);
  // Deletions by an unverified writer aren't accepted, so the deleted items are reported as
  // missing.
  const whole = withoutSecrets(isKnownWriter ? payload : { ...payload, tombstones: [] });
  return {
    here: viewOf(content),
    offered: viewOf(payload),
    offeredDigest: digest,
    adding: addedByBranch(content, taken),
    missing: compareBranches(content, whole).missing,
    mergedWallets: mergeBranches(content, taken, MERGE_ALL).wallets.length,
    deleting: deletedByBranch(content, whole),
    returning: compareBranches(content, taken).returning,
    unremovable: [],
    isVerified: isKnownWriter,
  };
}

export function viewOf({ revision, createdAt, device }: PublicPayload): Divergence['here'] {
  return { revision, createdAt, device };
}

function withoutSecrets({ continuity: _, ...payload }: VaultPayload): PublicPayload {
  return { ...payload, wallets: payload.wallets.map(({ secret: __, ...wallet }) => wallet) };
}
