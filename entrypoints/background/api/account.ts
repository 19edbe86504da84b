import type { Address } from 'viem';
import { CondorError } from '../../../shared/errors.ts';

class NoAccountError extends CondorError<'no-account'> {}

/** The account that a page acts for. Throws `NoAccountError` while none is chosen. */
export function demandAccount(selected: string | undefined): Address {
  if (selected === undefined) {
    throw new NoAccountError('no-account', 'Unlock the wallet and choose an account first.');
  }
  return selected as Address;
}
