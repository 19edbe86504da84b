import type { Deed } from '../../../shared/approvals/signed/facts.ts';

const DANGEROUS = [
  'allow',
  'allowAll',
  'allowOnce',
  'send',
  'safeSend',
  'safeAllow',
  'safeCall',
  'safeRunCode',
  'safeMessage',
  'operateAccount',
  'manage',
  'borrow',
  'approveAgent',
  'approveFee',
  'convertToMultisig',
  'voteAlias',
] as const satisfies readonly Deed[];

type DangerousDeed = (typeof DANGEROUS)[number];

export const isDangerous = (deed: Deed): deed is DangerousDeed =>
  DANGEROUS.some((known) => known === deed);

export const DEED_NOTES = {
  delegateVotes: 'warned',
  operateAccount: 'warned',
  safeRunCode: 'failed',
} as const;
