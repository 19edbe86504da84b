import { i18n } from '#i18n';
import { localTime, utcTime } from '../../texts/times.ts';
import type { ApprovalCheck, ApprovalRow } from '../worded.ts';
import type { SignedContext } from './description.ts';

/** A deadline after the year 9999 means no deadline. */
const FOREVER = 253_402_300_799n;
/**
 * Seconds of validity from which Condor warns. Users forget signatures that stay valid for 90 days.
 */
const LONG_SECONDS = 90n * 24n * 3600n;

/**
 * Returns the row with a signature's expiry. `end` is Unix seconds as decimal text, or empty if the
 * signature never expires.
 */
export function endRow(end: string): ApprovalRow {
  const label = i18n.t('signed.role.end');
  if (isEndless(end)) return { label, value: i18n.t('signed.never') };
  return { label, value: localTime(Number(end)), full: utcTime(Number(end)) };
}

/** Warns when the latest of several deadlines is over, more than 90 days away, or missing. */
export function deadlineCheck(ends: readonly string[], { view }: SignedContext): ApprovalCheck {
  const label = i18n.t('rows.deadline');
  if (ends.some(isEndless)) {
    return { label, status: 'warned', detail: i18n.t('signed.neverExpires') };
  }
  const [last = 0n] = ends.map(BigInt).sort((a, b) => (a < b ? 1 : -1));
  if (last < BigInt(view.now)) {
    return { label, status: 'warned', detail: i18n.t('signed.alreadyExpired') };
  }
  if (last <= BigInt(view.now) + LONG_SECONDS) return { label, status: 'passed' };
  return {
    label,
    status: 'warned',
    detail: i18n.t('signed.validForLong', { end: localTime(Number(last)) }),
    full: utcTime(Number(last)),
  };
}

function isEndless(end: string): boolean {
  return end === '' || BigInt(end) > FOREVER;
}

/** Warns when the data names an account other than the signing account. */
export function ownerCheck(owner: string | undefined, { account }: SignedContext): ApprovalCheck[] {
  if (owner === undefined || owner.toLowerCase() === account.toLowerCase()) return [];
  return [
    {
      label: i18n.t('signed.role.owner'),
      status: 'warned',
      detail: i18n.t('signed.ownerIsAnother'),
    },
  ];
}

export function contractCheck(label: string, isKnown: boolean): ApprovalCheck {
  return isKnown
    ? { label, status: 'passed', detail: i18n.t('signed.knownContract') }
    : { label, status: 'warned', detail: i18n.t('signed.otherContract', { label }) };
}
