import type { FailureCode } from '../../../../shared/messages/failures.ts';
import { WalletFailure } from '../../../hooks/wallet-connection.ts';

/** Failures of a sign-in that don't depend on the passkey. */
const OTHER_CAUSES: readonly FailureCode[] = [
  'UNREACHABLE',
  'UNEXPECTED_ANSWER',
  'TRY_LATER',
  'SERVICE_UNAVAILABLE',
  'DEVICE_HAS_VAULT',
  'windowOpen',
  'interrupted',
];

/** Returns true when a sign-in may have failed because this device has no passkey of the vault. */
export function lacksPasskey(error: unknown): boolean {
  return error instanceof WalletFailure && !OTHER_CAUSES.includes(error.code);
}
