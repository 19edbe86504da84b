import { isSameAddress } from '../../is-same-address.ts';
import type { SignedFacts } from './facts.ts';

/**
 * Returns true for a signature that gives others rights over the account itself: to run their code
 * as the account, or to act for it. Condor never makes these signatures for a site. They are
 * dangerous even for an account without code, because they take effect when the account delegates.
 */
export function givesAccountAway(facts: SignedFacts, account: string): boolean {
  if (facts.kind !== 'deed') return false;
  const { deed, fields } = facts;
  if (deed === 'runCode' || deed === 'delegateAccount') return true;
  // An operation of another smart account, which the account may own, is allowed.
  return (
    deed === 'operateAccount' &&
    fields.some((field) => field.role === 'smartAccount' && isSameAddress(field.value, account))
  );
}
