import type { Address } from 'viem';
import { CondorError } from '../../../shared/errors.ts';

class NoAccountError extends CondorError<'no-account'> {}
class OtherAccountError extends CondorError<'other-account'> {}

/** The account that a page acts for. Throws `NoAccountError` while none is chosen. */
export function demandAccount(selected: string | undefined): Address {
  if (selected === undefined) {
    throw new NoAccountError('no-account', 'No account is selected.');
  }
  return selected as Address;
}

/**
 * The same, where a page has shown figures of an account: whoever was chosen since is not spent from.
 * Throws `OtherAccountError` besides.
 */
export function demandSameAccount(selected: string | undefined, seen: string): Address {
  const account = demandAccount(selected);
  if (account.toLowerCase() !== seen.toLowerCase()) {
    throw new OtherAccountError('other-account', 'Another account is selected.');
  }
  return account;
}
