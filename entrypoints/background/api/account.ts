import type { Address } from 'viem';
import { CondorError } from '../../../shared/errors.ts';

class NoAccountError extends CondorError<'no-account'> {}
class OtherAccountError extends CondorError<'other-account'> {}

/** Returns the account that a page acts for. Throws `NoAccountError` while none is chosen. */
export function ensureAccount(selected: string | undefined): Address {
  if (selected === undefined) {
    throw new NoAccountError('no-account', 'No account is selected.');
  }
  return selected as Address;
}

/**
 * Returns the account whose figures a page has shown. Throws `OtherAccountError` when the user
 * chose another one since, besides `NoAccountError`.
 */
export function ensureSameAccount(selected: string | undefined, seen: string): Address {
  const account = ensureAccount(selected);
  if (account.toLowerCase() !== seen.toLowerCase()) {
    throw new OtherAccountError('other-account', 'Another account is selected.');
  }
  return account;
}
