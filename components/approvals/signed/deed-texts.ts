import type { Deed } from '../../../shared/approvals/signed/facts.ts';

/** Deeds with a danger that the user acknowledges. */
const DANGEROUS = [
  'allow',
  'allow all',
  'allow once',
  'send',
  'safe send',
  'safe allow',
  'safe call',
  'safe run code',
  'safe message',
  'operate account',
  'manage',
  'borrow',
  'approve agent',
  'approve fee',
  'convert to multisig',
  'vote alias',
] as const satisfies readonly Deed[];

type DangerousDeed = (typeof DANGEROUS)[number];

export const isDangerous = (deed: Deed): deed is DangerousDeed =>
  DANGEROUS.some((known) => known === deed);

/** Checks of a deed as such. */
export const DEED_NOTES = {
  'delegate votes': {
    label: 'signed.votes',
    status: 'warned',
    detail: 'signed.delegateVotesDetail',
  },
  'operate account': {
    label: 'signed.meaning',
    status: 'warned',
    detail: 'signed.userOperationDetail',
  },
  'safe run code': {
    label: 'signed.delegateCall',
    status: 'failed',
    detail: 'signed.delegateCallDetail',
  },
} as const;
