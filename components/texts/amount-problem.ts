import { i18n } from '#i18n';
import { isNumber } from '../../shared/parse-amount.ts';
import { decimalMark } from './numbers.ts';

/** Returns how numbers are written if a typed one isn't readable, and otherwise what else is wrong. */
export function amountProblem(typed: string, otherwise: string): string {
  return isNumber(typed, decimalMark()) ? otherwise : i18n.t('ticket.noNumber');
}
