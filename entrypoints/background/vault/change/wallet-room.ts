import { CondorError } from '../../../../shared/errors.ts';
import type { HOLDING_CODES } from '../../../../shared/messages/failure-codes.ts';
import { MAX_WALLETS } from '../../../../shared/wire/vault-limits.ts';

export class WalletsError extends CondorError<(typeof HOLDING_CODES)[number] | 'tooManyWallets'> {}

/** Throws `WalletsError` `tooManyWallets` when a vault can't have this many wallets. */
export function ensureWalletRoom(count: number): void {
  if (count <= MAX_WALLETS) return;
  throw new WalletsError('tooManyWallets', 'The vault has no room for so many wallets.', {
    details: { most: MAX_WALLETS },
  });
}
