import type { Clock } from '../../../../shared/ports.ts';
import { mergeBranches, returningPasskeyIds } from '../../../../shared/vault/branches.ts';
import { dropsPasskey } from '../../../../shared/vault/continuity.ts';
import type { PublicPayload, VaultPayload } from '../../../../shared/vault/payload.ts';
import type { Signer } from '../../signer/signer.ts';
import { mergeable } from '../open/offered.ts';
import type { OpenedVault } from '../open/open.ts';
import type { Change } from './change.ts';
import { ensureWalletRoom } from './wallet-room.ts';

interface FollowingDeps {
  readonly signer: Signer;
  readonly clock: Clock;
  readonly deviceName: () => string;
}

/** Returns the revision after `base` with all secrets, to be sealed immediately. */
export function following(
  { signer, clock, deviceName }: FollowingDeps,
  next: {
    readonly base: { readonly revision: number; readonly digest: string };
    readonly content: PublicPayload;
  } & Parameters<Signer['withSecrets']>[1],
): VaultPayload {
  const { base, content, ...continuation } = next;
  const payload = {
    ...content,
    revision: base.revision + 1,
    prevDigest: base.digest,
    createdAt: clock.now(),
    device: deviceName(),
  };
  return signer.withSecrets(payload, continuation);
}

/**
 * Returns the change that merges an offered vault with this device's content, as the user agreed.
 * The signer keeps the offered vault's secrets only during the sealing.
 */
export function mergeOf(
  deps: FollowingDeps,
  merge: {
    readonly known: PublicPayload;
    readonly offered: OpenedVault;
    readonly isVerified: boolean;
    readonly isFork: boolean;
    readonly of: 'offered' | 'both';
    readonly consent: NonNullable<Change['consent']>;
  },
): Change {
  const { known, offered, isVerified, isFork, of, consent } = merge;
  const { signer } = deps;
  const { payload, digest } = offered;
  const content = mergeable(known, payload, { isVerified, signer });
  return {
    purpose: 'confirm-merge',
    edits: (leftOut) => {
      const { keyring } = signer.loadBeside(payload);
      try {
        const merged = mergeBranches(known, content, { isFork, at: deps.clock.now(), leftOut });
        ensureWalletRoom(merged.wallets.length);
        const before = [...known.keyring, ...keyring];
        const isNewEpoch = !isVerified || dropsPasskey(before, merged.keyring);
        const base = { revision: payload.revision, digest };
        return following(deps, { base, content: merged, of, isNewEpoch });
      } finally {
        signer.dropBeside();
      }
    },
    wraps: { returning: returningPasskeyIds(known, content) },
    consent,
  };
}
