import { i18n } from '#i18n';
import { CondorError } from '../../../shared/errors.ts';
import type { UiFailure } from '../../../shared/messages/wallet-api.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { VaultError, type VaultErrorCode } from '../../../shared/vault/errors.ts';
import { RecoveryError } from '../../../shared/vault/recovery.ts';
import { chainFailure } from '../chain/revert-reason.ts';
import { ServiceError, type ServiceErrorCode } from '../vault/errors.ts';

const SERVICE_SENTENCES = {
  UNREACHABLE: 'worker.theVaultServerDoesNot',
  ORIGIN_DENIED: 'worker.theServerDoesNotAccept',
  ENROLLMENT_DISABLED: 'worker.thisServerTakesNoNew',
  AUTH_FAILED: 'worker.theServerDidNotAccept',
  UNKNOWN_PASSKEY: 'worker.theServerDoesNotKnow',
  FINISH_REGISTRATION: 'worker.thisPasskeyWasCreatedBut',
  UNEXPECTED_ANSWER: 'worker.theServerDoesNotAnswer',
  TRY_LATER: 'worker.theServerIsBusyWait',
  SERVICE_UNAVAILABLE: 'worker.theServerCannotStoreAnything',
  REVISION_CONFLICT: 'worker.otherDevicesSavedAtThe',
  CHALLENGE_EXPIRED: 'worker.thePasskeyPromptTookToo',
  PASSKEY_LIMIT: 'worker.theAccountHas8Passkeys',
} as const satisfies Partial<Record<ServiceErrorCode, string>>;

const VAULT_SENTENCES = {
  WRONG_VERSION: 'vault.failedVersion',
  WRONG_ACCOUNT: 'vault.failedAccount',
  ROLLED_BACK: 'vault.failedRollback',
  FORKED: 'vault.failedFork',
  UNCOMPARABLE: 'vault.failedUncomparable',
  NO_WRAP: 'vault.failedNoWrap',
  WRONG_KEY: 'vault.failedKey',
  CORRUPT_PAYLOAD: 'vault.failedDamaged',
  DAMAGED_COPY: 'vault.damagedCopy',
  PAYLOAD_MISMATCH: 'vault.failedMismatch',
  KEYRING_MISMATCH: 'vault.failedKeyring',
  INVALID_PAYLOAD: 'vault.failedInvalid',
  TOO_LARGE: 'vault.failedTooLarge',
} as const satisfies Record<VaultErrorCode, string>;

/** Errors that the server has no part in. */
const OWN_VAULT_ERRORS = ['INVALID_PAYLOAD', 'TOO_LARGE', 'DAMAGED_COPY'] as const;

const RECOVERY_SENTENCES = {
  'not-a-recovery-file': 'vault.notARecoveryFile',
  'bad-code': 'vault.badRecoveryCode',
  'wrong-code': 'vault.wrongRecoveryCode',
} as const satisfies Record<RecoveryError['code'], string>;

/** The one table of the wallet's own pages: failures as sentences. */
export function uiFailure(error: unknown): UiFailure {
  if (error instanceof ServiceError) {
    return { code: error.code, message: serviceSentence(error) };
  }
  if (error instanceof VaultError) {
    const kept = i18n.t('worker.theWalletsOnThisDevice');
    const isServers = !OWN_VAULT_ERRORS.some((code) => code === error.code);
    const message = i18n.t(VAULT_SENTENCES[error.code]);
    return { code: error.code, message: isServers ? `${message} ${kept}` : message };
  }
  if (error instanceof RecoveryError) {
    return { code: error.code, message: i18n.t(RECOVERY_SENTENCES[error.code]) };
  }
  if (error instanceof RpcError && error.code === 'rejected') {
    return { code: 'rejected', message: i18n.t('worker.youRejectedItNothingWas') };
  }
  const away = new RpcError('chainUnreachable').message;
  if (error instanceof RpcError && error.message === away) {
    return { code: error.code, message: i18n.t('worker.theChainCannotBeReached') };
  }
  if (error instanceof CondorError && error.code !== 'node') {
    return { code: error.code, message: error.message };
  }
  return { code: 'chain', message: chainFailure(error) };
}

function serviceSentence(error: ServiceError): string {
  const sentence = serviceCause(error);
  const { phase } = error.details;
  if (phase === 'before-send') return `${sentence} ${i18n.t('worker.nothingSaved')}`;
  return phase === 'missing' ? `${sentence} ${i18n.t('worker.mayArriveLater')}` : sentence;
}

function serviceCause(error: ServiceError): string {
  const { retryAfter } = error.details;
  if (error.code === 'TRY_LATER' && typeof retryAfter === 'number') {
    return i18n.t('worker.theServerIsBusyTry', { seconds: retryAfter });
  }
  const key = Object.entries(SERVICE_SENTENCES).find(([code]) => code === error.code)?.[1];
  return key === undefined ? error.message : i18n.t(key);
}
