import type { Clock } from '../../../../shared/ports.ts';
import { mergeBranches } from '../../../../shared/vault/branches.ts';
import { dropsPasskey } from '../../../../shared/vault/continuity.ts';
import type { PublicPayload, VaultPayload } from '../../../../shared/vault/payload.ts';
import type { Signer } from '../../signer/signer.ts';
import type { OpenedVault } from '../open/open.ts';
import { ensureWalletRoom } from './wallet-room.ts';

interface FollowingDeps {
  readonly signer: Pick<Signer, 'withSecrets' | 'loadBeside' | 'dropBeside'>;
  readonly clock: Clock;
  readonly deviceName: () => string;
}

/** Returns the revision after `base`, with all secrets, for sealing only. */
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
 * Returns the revision after an offered vault that holds its content and this device's, with all
 * secrets. The signer holds those of the offered vault only meanwhile.
 */
export function merging(
  deps: FollowingDeps,
  merge: {
    readonly known: PublicPayload;
    readonly offered: OpenedVault;
    /** The part of the offered vault that the merge takes. */
    readonly content: PublicPayload;
    readonly isVerified: boolean;
    readonly isFork: boolean;
    readonly leftOut: readonly string[];
    readonly of: 'offered' | 'both';
  },
): VaultPayload {
  const { known, offered, content, isVerified, isFork, leftOut, of } = merge;
  const { keyring } = deps.signer.loadBeside(offered.payload);
  try {
    const merged = mergeBranches(known, content, { isFork, at: deps.clock.now(), leftOut });
    ensureWalletRoom(merged.wallets.length);
    const base = { revision: offered.payload.revision, digest: offered.digest };
    const isNewEpoch = !isVerified || dropsPasskey([...known.keyring, ...keyring], merged.keyring);
    return following(deps, { base, content: merged, of, isNewEpoch });
  } finally {
    deps.signer.dropBeside();
  }
}
