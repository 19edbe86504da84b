import type { BranchItem } from '../vault/branches.ts';
import type { ENVELOPE_CODES } from '../vault/errors.ts';
import type { SERVICE_CODES } from './failure-codes.ts';

type ServiceCode = (typeof SERVICE_CODES)[number];
type EnvelopeCode = (typeof ENVELOPE_CODES)[number];

/** A revision of a vault, as described by its content. */
export interface RevisionView {
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Name of the device that wrote the revision. */
  readonly device: string;
}

/** This device's copy of the vault, compared with the server's. */
export interface Divergence {
  readonly here: RevisionView;
  readonly offered: RevisionView;
  /** Digest of the offered envelope: consent to a merge covers only this one. */
  readonly offeredDigest: string;
  /** Items only in the offered vault; a merge adds them here. Passkeys first. */
  readonly adding: readonly BranchItem[];
  /** Only on this device. */
  readonly missing: readonly BranchItem[];
  /** Number of wallets after a merge; a vault holds `MAX_WALLETS`. */
  readonly mergedWallets: number;
  /** Items deleted in the offered vault; a merge deletes them here. */
  readonly deleting: readonly BranchItem[];
  /** Items deleted on this device, but present in the offered vault. */
  readonly returning: readonly BranchItem[];
  /** Removed passkeys that the server keeps: a merge would let them open the vault again. */
  readonly unremovable: readonly BranchItem[];
  /** False when the writer may only have a removed passkey. A merge then takes only additions. */
  readonly isVerified: boolean;
}

/** A change of the vault that another device made, and that the user should recognize. */
export type ForeignChange =
  | { readonly kind: 'passkey-added'; readonly name: string; readonly credentialId: string }
  | { readonly kind: 'deleted'; readonly item: BranchItem };

/** The open vault's relation to the server's: facts that the pages word. */
export type SyncState =
  /** Opened from this device's copy by a new worker, and not compared with the server since. */
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'syncing' }
  | { readonly kind: 'synced' }
  /** The server isn't available now; a retry may help. `FAILED`: the comparison was interrupted. */
  | {
      readonly kind: 'offline';
      readonly code: ServiceCode | 'FAILED';
      readonly retryAfter?: number;
    }
  /** The server rejected the request, or offered a vault that this device rejects. */
  | { readonly kind: 'refused'; readonly code: ServiceCode | EnvelopeCode }
  /** The server offers an older revision, for example after restoring a backup. */
  | ({ readonly kind: 'older' } & Divergence)
  /** The server offers a revision that lacks data of this device. */
  | ({ readonly kind: 'forked' } & Divergence)
  /** The server offers a vault whose writer may have a removed passkey only. */
  | ({ readonly kind: 'unverified' } & Divergence);
