import { CondorError } from '../../../shared/errors.ts';
import type { UiFailure } from '../../../shared/messages/wallet-api.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { chainFailure } from '../chain/simulate.ts';
import { ServiceError, type ServiceErrorCode } from '../vault/errors.ts';

const SERVICE_SENTENCES: Readonly<Partial<Record<ServiceErrorCode, string>>> = {
  UNREACHABLE:
    'The vault server does not answer. Check its address and that it runs. Nothing was changed.',
  ORIGIN_DENIED:
    'The server does not accept this address as its own. Check the address with whoever runs it.',
  ENROLLMENT_DISABLED:
    'This server takes no new accounts. Ask whoever runs it, or use another one.',
  AUTH_FAILED: 'The server did not accept this passkey. Try another one.',
  UNKNOWN_PASSKEY:
    'The server does not know this passkey. It may belong to another server or have been removed.',
  FINISH_REGISTRATION:
    'This passkey was created but never confirmed, so it cannot sign in. Create a new account, or use another passkey.',
  TRY_LATER: 'The server is busy. Wait a minute and try again.',
  SERVICE_UNAVAILABLE: 'The server cannot store anything just now. Nothing was changed. Try again.',
  REVISION_CONFLICT:
    'Other devices saved at the same time, three times in a row. Nothing was lost. Try again.',
  CHALLENGE_EXPIRED: 'The passkey prompt took too long. Nothing was changed. Try again.',
  PASSKEY_LIMIT: 'The account has 8 passkeys, which is the limit.',
};

/** The one table of the wallet's own pages: failures as sentences. */
export function uiFailure(error: unknown): UiFailure {
  if (error instanceof ServiceError) {
    return { code: error.code, message: SERVICE_SENTENCES[error.code] ?? error.message };
  }
  if (error instanceof RpcError && error.code === 'rejected') {
    return { code: 'rejected', message: 'You rejected it. Nothing was sent.' };
  }
  if (error instanceof CondorError && error.code !== 'node') {
    return { code: error.code, message: error.message };
  }
  return { code: 'chain', message: chainFailure(error) };
}
