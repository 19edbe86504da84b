import { isSameAddress } from '../../is-same-address.ts';
import type { SignedFacts } from './facts.ts';

/**
 * Returns true for a signature that gives others rights over the account itself: to run their code
 * as the account, or to act for it. Condor never makes such a signature for a site, whatever the
 * account's code is: a signature of today takes effect on the day the account delegates.
 */
export function givesAccountAway(facts: SignedFacts, account: string): boolean {
  if (facts.kind !== 'deed') return false;
  const { deed, fields } = facts;
  if (deed === 'runCode' || deed === 'delegateAccount') return true;
  // The account may be an owner of another smart account.
  return (
    deed === 'operateAccount' &&
    fields.some((field) => field.role === 'smartAccount' && isSameAddress(field.value, account))
  );
}
