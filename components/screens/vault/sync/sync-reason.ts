import { i18n } from '#i18n';
import type { SyncState } from '../../../../shared/messages/sync.ts';

const REASONS = {
  UNREACHABLE: 'sync.unreachable',
  UNEXPECTED_ANSWER: 'sync.unexpectedAnswer',
  TRY_LATER: 'sync.busy',
  SERVICE_UNAVAILABLE: 'sync.cannotStore',
  AUTH_RETRY: 'sync.interrupted',
  CHALLENGE_EXPIRED: 'sync.interrupted',
  SESSION_EXPIRED: 'sync.interrupted',
  FAILED: 'sync.interrupted',
  UNKNOWN_PASSKEY: 'sync.unknownPasskey',
  AUTH_FAILED: 'sync.signatureRejected',
  FINISH_REGISTRATION: 'sync.passkeyUnconfirmed',
  TENANT_MISMATCH: 'sync.otherService',
  OTHER_VAULT: 'sync.otherAccount',
  WRONG_IDS: 'sync.otherAccount',
  WRONG_ACCOUNT: 'sync.otherAccount',
  SERVER_CHANGED: 'sync.otherDomain',
  ORIGIN_DENIED: 'sync.originDenied',
  NO_WRAP: 'sync.unreadableVault',
  WRONG_KEY: 'sync.unreadableVault',
  WRONG_VERSION: 'failures.WRONG_VERSION',
  CORRUPT_PAYLOAD: 'sync.unreadableVault',
  PAYLOAD_MISMATCH: 'sync.unreadableVault',
  KEYRING_MISMATCH: 'sync.unreadableVault',
} as const;

/** Describes in one or two sentences why the wallet doesn't use the server's vault. */
export function syncReason(state: Extract<SyncState, { kind: 'offline' | 'refused' }>): string {
  if (state.kind === 'offline' && state.code === 'TRY_LATER' && state.retryAfter !== undefined) {
    return i18n.t('sync.busyFor', { seconds: state.retryAfter });
  }
  const key = Object.entries(REASONS).find(([code]) => code === state.code)?.[1];
  return key === undefined ? i18n.t('sync.refused', { code: state.code }) : i18n.t(key);
}
