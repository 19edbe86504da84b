import { i18n } from '#i18n';
import { APPROVAL_CODES } from '../../shared/messages/failure-codes.ts';
import type { Failure, PlainCode } from '../../shared/messages/failures.ts';
import {
  fillFailureOf,
  TICKET_CODES,
  type TicketCode,
} from '../../shared/orders/ticket-failures.ts';
import type { RpcFailure } from '../../shared/rpc/codes.ts';
import { ENVELOPE_CODES } from '../../shared/vault/errors.ts';
import { describeCallFailure } from './describe-call-failure.ts';
import { failureKey } from './failure-key.ts';
import { feedName } from './service-names.ts';

/** Problems of an envelope that this device created, for which the server isn't to blame. */
const OWN_ENVELOPE_CODES: readonly string[] = [
  'INVALID_PAYLOAD',
  'TOO_LARGE',
  'DAMAGED_COPY',
  'DAMAGED_DEVICE_VAULT',
  'MISPLACED_DEVICE_VAULT',
];

/** Codes of requests that ended before they were signed. */
export const UNSENT_CODES: readonly string[] = [
  'rejected',
  'lockedMeanwhile',
  'unanswered',
  'notPending',
];

/** Describes what happened and what to do. Says "nothing changed" only if that is proven. */
export function describeFailure(failure: Failure): string {
  const { code, phase } = failure;
  if (phase === 'missing' || phase === 'lost') {
    const outcome = i18n.t(
      phase === 'lost' ? 'failures.otherSavedFirst' : 'failures.mayArriveLater',
    );
    // The texts of other failures suggest a new attempt. A new attempt is safe only once the
    // outcome is known.
    return code === 'WRONG_RECEIPT' ? `${causeOf(failure)} ${outcome}` : outcome;
  }
  const sentences = [causeOf(failure)];
  if (isOfServersVault(code)) sentences.push(i18n.t('failures.walletsKept'));
  if (phase === 'beforeSend') {
    sentences.push(i18n.t(beforeSend(code)));
  }
  return sentences.join(' ');
}

/**
 * Returns the key of the text about effects that certainly didn't happen, because the request ended
 * before it was sent.
 */
function beforeSend(code: Failure['code']) {
  if (UNSENT_CODES.some((known) => known === code)) return 'failures.nothingSent';
  return APPROVAL_CODES.some((known) => known === code)
    ? 'failures.nothingSigned'
    : 'failures.nothingSaved';
}

function causeOf(failure: Failure): string {
  if (failure.code === 'chain') return describeCallFailure(failure.details);
  if (!('details' in failure)) {
    return plainCause(failure.code);
  }
  switch (failure.code) {
    case 'TRY_LATER':
      return i18n.t('failures.serverBusyFor', { seconds: failure.details.retryAfter });
    case 'tooManyWallets':
      return i18n.t('failures.tooManyWallets', failure.details);
    case 'tooManyPasskeys':
      return i18n.t('failures.tooManyPasskeys', failure.details);
    case 'feedUnreachable':
      return i18n.t('failures.feedUnreachable', { name: feedName(failure.details.host) });
    case 'feedUnreadable':
      return i18n.t('failures.feedUnreadable', { name: feedName(failure.details.host) });
    case 'askedByOther':
      return i18n.t('quotations.askedByOther');
    case 'refusedReceiver':
      return refusalOf(failure.details);
    default:
      return plainCause(failure.code);
  }
}

function plainCause(code: PlainCode | RpcFailure): string {
  return isTicketCode(code)
    ? i18n.t(`fill.failure.${fillFailureOf(code)}`)
    : i18n.t(failureKey(code));
}

function refusalOf(refusal: Extract<Failure, { code: 'refusedReceiver' }>['details']): string {
  if (refusal.reason !== 'token') return i18n.t(`receiver.${refusal.reason}`);
  const { symbol } = refusal;
  return symbol === undefined ? i18n.t('receiver.someToken') : i18n.t('receiver.token', { symbol });
}

function isTicketCode(code: string): code is TicketCode {
  return TICKET_CODES.some((known) => known === code);
}

function isOfServersVault(code: string): boolean {
  return ENVELOPE_CODES.some((known) => known === code) && !OWN_ENVELOPE_CODES.includes(code);
}
