import type { Address } from 'viem';
import { i18n } from '#i18n';
import { CondorError } from '../../../shared/errors.ts';

class NoAccountError extends CondorError<'no-account'> {}

/** The account that a page acts for. Throws `NoAccountError` while none is chosen. */
export function demandAccount(selected: string | undefined): Address {
  if (selected === undefined) {
    throw new NoAccountError('no-account', i18n.t('worker.unlockTheWalletAndChoose'));
  }
  return selected as Address;
}
