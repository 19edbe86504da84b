import type { PublicPayload } from '../../../../shared/vault/payload.ts';
import type { UnreadablePart } from '../../kernel/stored-recovery.ts';
import type { UnlockedPasskey } from '../passkeys/local-key.ts';
import type { DeviceVault } from '../record/keys.ts';

export type VaultState =
  | { readonly status: 'starting' }
  | { readonly status: 'empty' }
  | { readonly status: 'unreadable'; readonly parts: readonly UnreadablePart[] }
  | { readonly status: 'locked'; readonly device: DeviceVault }
  | UnlockedState;

export interface UnlockedState {
  readonly status: 'unlocked';
  readonly device: DeviceVault;
  readonly payload: PublicPayload;
  readonly passkey: UnlockedPasskey;
  /**
   * Epoch milliseconds of the automatic lock. Each use of the wallet's own pages postpones the
   * lock.
   */
  readonly deadline: number;
  /**
   * Epoch milliseconds of the last unlock by passkey. The absolute maximum is measured from here.
   */
  readonly unlockedAt: number;
}
