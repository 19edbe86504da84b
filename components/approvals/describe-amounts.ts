import { i18n } from '#i18n';
import type { AmountFact, CoinFact, TokenFact } from '../../shared/approvals/facts/amounts.ts';
import { exactAmount, shortAddress } from '../../shared/format.ts';
import { amountText } from '../ui/numbers.ts';

/** Returns a token's symbol, or its short address. */
export function tokenName({ symbol, address }: TokenFact): string {
  return symbol ?? shortAddress(address);
}

/** Returns an exact amount with its symbol; raw units for an unknown token. */
export function wholeAmount({ token, units }: AmountFact): string {
  const { symbol, decimals } = token;
  return symbol === undefined || decimals === undefined
    ? i18n.t('meaning.unitsOf', { amount: units, name: shortAddress(token.address) })
    : `${amountText(BigInt(units), decimals, decimals)} ${symbol}`;
}

/** Returns the same with the whole address of an unknown token, for the title. */
export function wholeShown(amount: AmountFact): { value: string; full?: string } {
  const { symbol, decimals, address } = amount.token;
  const value = wholeAmount(amount);
  return symbol === undefined || decimals === undefined ? { value, full: address } : { value };
}

/** Returns an amount with readable decimals, and the exact one for the title. */
export function shownAmount(amount: AmountFact): { value: string; full?: string } {
  const { token, units } = amount;
  const { symbol, decimals } = token;
  if (symbol === undefined || decimals === undefined) return wholeShown(amount);
  return {
    value: `${amountText(BigInt(units), decimals)} ${symbol}`,
    full: `${exactAmount(BigInt(units), decimals)} ${symbol}`,
  };
}

export function coinAmount({ wei, coin }: CoinFact): string {
  return `${amountText(BigInt(wei), 18)} ${coin}`;
}

/** Wei per gas. */
export function gasPriceText(price: string): string {
  return `${amountText(BigInt(price), 9)} gwei`;
}
