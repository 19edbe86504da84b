import { i18n } from '#i18n';
import { isNumber } from '../../shared/parse-amount.ts';
import { decimalMark } from './numbers.ts';

/**
 * Describes the problem of a typed amount. If the amount is unreadable, explains how to write
 * numbers.
 */
export function amountProblem(typed: string, otherwise: string): string {
  return isNumber(typed, decimalMark()) ? otherwise : i18n.t('ticket.noNumber');
}
