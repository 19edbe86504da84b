import { CondorError } from '../../../shared/errors.ts';
import type { UiFailure } from '../../../shared/messages/wallet-api.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { VaultError } from '../../../shared/vault/errors.ts';
import { chainFailure } from '../chain/revert-reason.ts';
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
  UNEXPECTED_ANSWER:
    'The server does not answer as a vault server does: too much, a redirect, or another form. Nothing was changed.',
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
    return { code: error.code, message: serviceSentence(error) };
  }
  if (error instanceof VaultError) {
    const kept = 'The wallets on this device are as they were.';
    const isServers = error.code !== 'INVALID_PAYLOAD' && error.code !== 'TOO_LARGE';
    return { code: error.code, message: isServers ? `${error.message} ${kept}` : error.message };
  }
  if (error instanceof RpcError && error.code === 'rejected') {
    return { code: 'rejected', message: 'You rejected it. Nothing was sent.' };
  }
  if (error instanceof CondorError && error.code !== 'node') {
    return { code: error.code, message: error.message };
  }
  return { code: 'chain', message: chainFailure(error) };
}

/** Said while this device's own copy of the vault is open instead of the server's. */
export function copyWarning(fault: unknown): string | undefined {
  if (fault === undefined) return undefined;
  return `Opened from this device’s own copy. ${uiFailure(fault).message}`;
}

function serviceSentence(error: ServiceError): string {
  const { retryAfter } = error.details;
  if (error.code === 'TRY_LATER' && typeof retryAfter === 'number') {
    return `The server is busy. Try again in ${retryAfter} seconds. Nothing was changed.`;
  }
  return SERVICE_SENTENCES[error.code] ?? error.message;
}
