import type { BranchItem } from '../vault/branches.ts';
import type { ENVELOPE_CODES } from '../vault/errors.ts';
import type { SERVICE_CODES } from './failure-codes.ts';

type ServiceCode = (typeof SERVICE_CODES)[number];
type EnvelopeCode = (typeof ENVELOPE_CODES)[number];

/** A revision of a vault, from its content. */
export interface RevisionView {
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Name of the device that wrote the revision. */
  readonly device: string;
}

/** The difference between this device's copy of the vault and the server's. */
export interface Divergence {
  readonly here: RevisionView;
  readonly offered: RevisionView;
  /** Digest of the offered envelope. Consent to a merge is for this envelope only. */
  readonly offeredDigest: string;
  /** Items that only the offered vault has, passkeys first. A merge adds them here. */
  readonly adding: readonly BranchItem[];
  /** Items that only this device has. */
  readonly missing: readonly BranchItem[];
  /** Number of wallets after a merge. A vault can have `MAX_WALLETS`. */
  readonly mergedWallets: number;
  /** Items deleted in the offered vault. A merge deletes them here. */
  readonly deleting: readonly BranchItem[];
  /** Items deleted on this device, but present in the offered vault. */
  readonly returning: readonly BranchItem[];
  /** Removed passkeys that the server keeps. After a merge, they could open the vault again. */
  readonly unremovable: readonly BranchItem[];
  /**
   * False if a device with only a removed passkey may have written the offered vault. A merge then
   * accepts only additions.
   */
  readonly isVerified: boolean;
}

/** A change of the vault by another device, which the user should recognize. */
export type ForeignChange =
  | { readonly kind: 'passkey-added'; readonly name: string; readonly credentialId: string }
  | { readonly kind: 'deleted'; readonly item: BranchItem };

/** The relation of the open vault to the vault on the server. */
export type SyncState =
  /** A new worker opened this device's copy and hasn't compared it with the server yet. */
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'syncing' }
  | { readonly kind: 'synced' }
  /** The server isn't available. A retry may help. `FAILED`: the comparison was interrupted. */
  | {
      readonly kind: 'offline';
      readonly code: ServiceCode | 'FAILED';
      readonly retryAfter?: number;
    }
  /** The server rejected the request, or offered a vault that this device rejects. */
  | { readonly kind: 'refused'; readonly code: ServiceCode | EnvelopeCode }
  /** The server offers an older revision, for example from a restored backup. */
  | ({ readonly kind: 'older' } & Divergence)
  /** The server offers a revision that lacks some of this device's data. */
  | ({ readonly kind: 'forked' } & Divergence)
  /** The server offers a vault that a device with only a removed passkey may have written. */
  | ({ readonly kind: 'unverified' } & Divergence);
