import type {
  CeremonyFailure,
  CeremonyOutcome,
  CeremonyWork,
  PromptPurpose,
} from '../../../shared/messages/ceremony.ts';

export const PURPOSES = {
  'create-vault': 'ceremony.createVault',
  'confirm-new-passkey': 'ceremony.confirmNewPasskey',
  'sign-in': 'ceremony.signIn',
  unlock: 'ceremony.unlock',
  'show-secret': 'ceremony.showSecret',
  'make-recovery-file': 'ceremony.makeRecoveryFile',
  'restore-wallets': 'ceremony.restoreWallets',
  'create-another-passkey': 'ceremony.createAnotherPasskey',
  'try-new-passkey': 'ceremony.tryNewPasskey',
  'confirm-with-former-passkey': 'ceremony.confirmWithFormerPasskey',
  'confirm-removal': 'ceremony.confirmRemoval',
  'save-wallet': 'ceremony.saveWallet',
  'save-changes': 'ceremony.saveChanges',
  'add-account': 'ceremony.addAccount',
  'watch-address': 'ceremony.watchAddress',
  'confirm-merge': 'ceremony.confirmMerge',
  'record-backup': 'ceremony.recordBackup',
  'confirm-account-deletion': 'deviceVault.confirmDeletion',
} as const satisfies Record<PromptPurpose, string>;

export const WORK = {
  opening: 'ceremony.opening',
  saving: 'ceremony.saving',
  'waiting-for-sync': 'ceremony.waitingForSync',
} as const satisfies Record<CeremonyWork, string>;

export const OUTCOMES = {
  confirmed: 'ceremony.confirmed',
  saved: 'ceremony.saved',
  'vault-ready': 'ceremony.vaultReady',
  'signed-in': 'ceremony.signedIn',
  unlocked: 'ceremony.unlocked',
  synced: 'ceremony.synced',
  'registered-again': 'ceremony.registeredAgain',
  merged: 'ceremony.merged',
  connected: 'deviceVault.connected',
  'left-server': 'deviceVault.leftServer',
} as const satisfies Record<CeremonyOutcome, string>;

const PROMPT_FAILURES = {
  cancelled: 'prompt.cancelled',
  'no-prf': 'prompt.noPrf',
  'no-user-verification': 'prompt.noUserVerification',
  'already-registered': 'prompt.alreadyRegistered',
  'not-allowed-here': 'prompt.domainDenied',
  unsupported: 'prompt.unsupported',
  failed: 'prompt.failed',
} as const satisfies Record<CeremonyFailure, string>;

/**
 * Returns the text key for a prompt without a credential. Only the first prompt of a ceremony
 * proves that nothing was changed: the worker can have used the credential of an earlier one.
 */
export function promptFailure(failure: CeremonyFailure, hasReported: boolean) {
  return failure === 'cancelled' && hasReported
    ? 'failures.promptCancelled'
    : PROMPT_FAILURES[failure];
}
