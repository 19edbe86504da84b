import type { BranchItem } from '../vault/branches.ts';
import type { ENVELOPE_CODES, SERVICE_CODES } from './failure-codes.ts';

type ServiceCode = (typeof SERVICE_CODES)[number];
type EnvelopeCode = (typeof ENVELOPE_CODES)[number];

/** One revision of a vault as its content describes it. */
export interface RevisionView {
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Name of the device that wrote it. */
  readonly device: string;
}

/** This device's copy of the vault beside the one that the server offers. */
export interface Divergence {
  readonly here: RevisionView;
  readonly offered: RevisionView;
  /** Digest of the offered envelope: consent to a merge counts for this one only. */
  readonly offeredDigest: string;
  /** Only on this device. */
  readonly missing: readonly BranchItem[];
  /** Deleted on this device, and in the offered vault again. */
  readonly returning: readonly BranchItem[];
}

/** How the open vault relates to the server's: facts, which the pages put into words. */
export type SyncState =
  /** Opened from this device's copy by a new worker, and not compared with the server's since. */
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'syncing' }
  | { readonly kind: 'synced' }
  /** The server can't be used now; trying again later may help. `FAILED`: the comparison broke off. */
  | {
      readonly kind: 'offline';
      readonly code: ServiceCode | 'FAILED';
      readonly retryAfter?: number;
    }
  /** The server refused, or offered what this device refuses. */
  | { readonly kind: 'refused'; readonly code: ServiceCode | EnvelopeCode }
  /** The server offers an older revision, as after a restored backup. */
  | ({ readonly kind: 'older' } & Divergence)
  /** The server offers a revision that doesn't contain everything that this device knows. */
  | ({ readonly kind: 'forked' } & Divergence);
