import { i18n } from '#i18n';
import type {
  ActivityEntry,
  TransactionFailure,
  UnsignedCause,
} from '../../shared/activity/record.ts';
import { codeKey } from '../texts/code-key.ts';
import { describeCall } from './describe-call.ts';

/** Describes what was signed, sent or connected, in the current language. */
export function describeActivity(entry: ActivityEntry): string {
  switch (entry.kind) {
    case 'transaction':
      return describeCall(entry.what, entry.status === 'confirmed' ? 'done' : 'asked');
    case 'signature':
      return signedText(entry.what);
    case 'connection':
      return i18n.t('meaning.connectedSite', { host: hostOf(entry.origin) });
  }
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

function signedText(what: Extract<ActivityEntry, { kind: 'signature' }>['what']): string {
  if (what.kind === 'message') return i18n.t('meaning.signedAMessage');
  const { type, name } = what;
  if (type === undefined) return i18n.t('meaning.signedTypedData');
  return name === undefined
    ? i18n.t('meaning.signed', { type })
    : i18n.t('meaning.signedFor', { type, name });
}

export function describeEnd(entry: ActivityEntry): string | undefined {
  if (entry.kind !== 'transaction') return undefined;
  if (entry.status !== 'failed' && entry.status !== 'dropped') return undefined;
  return entry.failure === undefined ? undefined : failureText(entry.failure);
}

function failureText(failure: TransactionFailure): string {
  switch (failure.code) {
    case 'reverted':
      return i18n.t('activity.reverted');
    case 'nonce taken':
      return i18n.t('activity.nonceTaken');
    case 'code unchanged':
      return i18n.t('delegation.unchanged');
    case 'node refused':
      return i18n.t('activity.nodeRefused', { message: failure.text });
    case 'not signed':
      return i18n.t('activity.notSigned', { reason: i18n.t(causeKey(failure.cause)) });
  }
}

function causeKey(cause: UnsignedCause) {
  if (cause === 'other') return 'activity.tryAgain';
  return cause === 'no-answer'
    ? 'failures.chainUnreachable'
    : (`failures.${codeKey(cause)}` as const);
}
