import type {
  CEREMONY_CODES,
  ENVELOPE_CODES,
  HOLDING_CODES,
  RECOVERY_CODES,
  SECRET_CODES,
  SERVICE_CODES,
  SIGNER_CODES,
} from '../../shared/messages/failure-codes.ts';

/** Text keys of failures around the vault, its passkeys, wallets and secrets. */

export const SERVICE_TEXTS = {
  UNREACHABLE: 'failures.serverUnreachable',
  UNEXPECTED_ANSWER: 'failures.notAVaultServer',
  ORIGIN_DENIED: 'failures.addressDenied',
  ENROLLMENT_DISABLED: 'failures.enrollmentDisabled',
  AUTH_FAILED: 'failures.passkeyNotAccepted',
  UNKNOWN_PASSKEY: 'failures.passkeyUnknown',
  FINISH_REGISTRATION: 'failures.passkeyUnconfirmed',
  TRY_LATER: 'failures.serverBusy',
  SERVICE_UNAVAILABLE: 'failures.serverCannotStore',
  REVISION_CONFLICT: 'failures.otherDevicesSaved',
  CHALLENGE_EXPIRED: 'failures.promptTooSlow',
  PASSKEY_LIMIT: 'failures.passkeyLimit',
  SESSION_EXPIRED: 'failures.sessionExpired',
  AUTH_REQUIRED: 'failures.sessionExpired',
  AUTH_RETRY: 'failures.signInInterrupted',
  TENANT_MISMATCH: 'failures.otherService',
  CREDENTIAL_EXISTS: 'failures.passkeyExists',
  VAULT_PENDING: 'failures.vaultPending',
  KEEP_EXISTING_PASSKEYS: 'failures.keepPasskeys',
  SIGNING_PASSKEY_MISSING: 'failures.signingPasskeyMissing',
  WRONG_CHALLENGE: 'failures.wrongChallenge',
  SERVER_CHANGED: 'failures.serverChanged',
  WRONG_IDS: 'failures.answeredAboutAnother',
  WRONG_RECEIPT: 'failures.wrongReceipt',
  OUTCOME_UNKNOWN: 'failures.outcomeUnknown',
  FORMER_SAVE_UNKNOWN: 'failures.formerSaveUnknown',
  OFFER_CHANGED: 'failures.offerChanged',
  REMOVAL_REFUSED: 'failures.removalRefused',
  DEVICE_HAS_VAULT: 'failures.deviceHasVault',
  OTHER_VAULT: 'failures.otherVault',
  NO_DEVICE_VAULT: 'deviceVault.needsServer',
  BODY_TOO_LARGE: 'failures.serverRefused',
  CHALLENGE_MISMATCH: 'failures.serverRefused',
  DIGEST_MISMATCH: 'failures.serverRefused',
  INVALID_REQUEST: 'failures.serverRefused',
  JSON_REQUIRED: 'failures.serverRefused',
  METHOD_NOT_ALLOWED: 'failures.serverRefused',
  NOT_FOUND: 'failures.serverRefused',
  OPERATION_EXISTS: 'failures.serverRefused',
  OPERATION_UNKNOWN: 'failures.serverRefused',
  PREFLIGHT_DENIED: 'failures.serverRefused',
  QUERY_NOT_SUPPORTED: 'failures.serverRefused',
} as const satisfies Record<(typeof SERVICE_CODES)[number], string>;

export const ENVELOPE_TEXTS = {
  WRONG_VERSION: 'failures.vaultVersion',
  WRONG_ACCOUNT: 'failures.vaultOfAnotherAccount',
  ROLLED_BACK: 'failures.vaultOlder',
  FORKED: 'failures.vaultForked',
  UNVERIFIED: 'failures.vaultUnverified',
  UNCOMPARABLE: 'failures.vaultUncomparable',
  NO_WRAP: 'failures.noKeyForPasskey',
  WRONG_KEY: 'failures.passkeyDoesNotOpen',
  CORRUPT_PAYLOAD: 'failures.snapshotDamaged',
  DAMAGED_COPY: 'failures.copyDamaged',
  DAMAGED_DEVICE_VAULT: 'deviceVault.damaged',
  MISPLACED_DEVICE_VAULT: 'deviceVault.misplaced',
  PAYLOAD_MISMATCH: 'failures.snapshotMismatch',
  KEYRING_MISMATCH: 'failures.keyringMismatch',
  INVALID_PAYLOAD: 'failures.vaultCannotHold',
  TOO_LARGE: 'failures.vaultFull',
} as const satisfies Record<(typeof ENVELOPE_CODES)[number], string>;

export const CEREMONY_TEXTS = {
  cancelled: 'failures.promptCancelled',
  'no-prf': 'failures.noPrf',
  'no-user-verification': 'failures.noUserVerification',
  'already-registered': 'failures.alreadyRegistered',
  'not-allowed-here': 'failures.passkeysNotAllowed',
  unsupported: 'failures.passkeysUnsupported',
  failed: 'failures.promptFailed',
  'window-closed': 'failures.windowClosed',
  'window-open': 'failures.windowOpen',
  'prf-differs': 'failures.keyChanges',
  'untested-wrap': 'failures.keyDiffers',
} as const satisfies Record<(typeof CEREMONY_CODES)[number], string>;

export const SIGNER_TEXTS = {
  locked: 'failures.locked',
  'locked-meanwhile': 'failures.lockedMeanwhile',
  'unknown-account': 'failures.accountCannotSign',
  'watch-only': 'failures.noSecret',
  'secret-missing': 'failures.secretMissing',
} as const satisfies Record<(typeof SIGNER_CODES)[number], string>;

export const HOLDING_TEXTS = {
  'draft-gone': 'failures.draftGone',
  'duplicate-wallet': 'failures.duplicateWallet',
  'duplicate-account': 'failures.duplicateAccount',
  'not-a-seed': 'failures.notASeed',
  'passkey-in-use': 'failures.passkeyInUse',
  'passkey-not-in-vault': 'failures.passkeyNotInVault',
  'no-removal': 'failures.noRemoval',
  'not-stored': 'deviceVault.notStored',
  'too-many-vaults': 'otherVaults.tooMany',
  'no-such-vault': 'otherVaults.gone',
  'lock-first': 'otherVaults.lockFirst',
} as const satisfies Record<(typeof HOLDING_CODES)[number], string>;

export const SECRET_TEXTS = {
  'phrase-length': 'failures.phraseLength',
  'bad-phrase': 'failures.badPhrase',
  'bad-key': 'failures.badKey',
  'damaged-secret': 'failures.damagedSecret',
  'bad-keystore': 'failures.badKeystore',
  'costly-keystore': 'failures.costlyKeystore',
  'empty-keystore': 'failures.emptyKeystore',
  'wrong-password': 'failures.wrongPassword',
} as const satisfies Record<(typeof SECRET_CODES)[number], string>;

export const RECOVERY_TEXTS = {
  'not-a-recovery-file': 'failures.notARecoveryFile',
  'bad-code': 'failures.badRecoveryCode',
  'wrong-code': 'failures.wrongRecoveryCode',
  'recovered-wallet-differs': 'failures.recoveredWalletDiffers',
} as const satisfies Record<(typeof RECOVERY_CODES)[number], string>;
