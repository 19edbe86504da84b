import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact, PartyRole } from '../../../../shared/approvals/facts/dangers.ts';
import { type KnownAddress, looksLike } from '../../../../shared/chain/receiver.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';

export interface PartyFindings {
  readonly checks: readonly CheckFact[];
  readonly dangers: readonly DangerFact[];
}

/** Checks a receiver: known, new, or similar to a known address. */
export function explainReceiver(known: readonly KnownAddress[], to: string): PartyFindings {
  const found = known.find(({ address }) => isSameAddress(address, to));
  if (found !== undefined) {
    return { checks: [{ code: 'receiver.known', status: 'passed', known: found }], dangers: [] };
  }
  const alike = findLookAlike(known, to, 'receiver');
  if (alike.checks.length > 0) return alike;
  return { checks: [{ code: 'receiver.new', status: 'warned' }], dangers: [] };
}

/** Checks a receiver that a site chose. A new receiver needs an acknowledgement. */
export function explainNewReceiver(known: readonly KnownAddress[], to: string): PartyFindings {
  const { checks, dangers } = explainReceiver(known, to);
  const isNew = checks.some(({ code }) => code === 'receiver.new');
  return { checks, dangers: isNew ? [...dangers, { code: 'receiver.new' }] : dangers };
}

/** Warns of an address that imitates a known one. */
export function findLookAlike(
  known: readonly KnownAddress[],
  address: string,
  role: PartyRole,
): PartyFindings {
  const alike = known.find((one) => looksLike(address, one.address));
  if (alike === undefined || known.some((one) => isSameAddress(one.address, address))) {
    return { checks: [], dangers: [] };
  }
  return {
    checks: [{ code: `${role}.looksAlike`, status: 'warned', known: alike }],
    dangers: [{ code: 'looksAlike', role, known: alike }],
  };
}
