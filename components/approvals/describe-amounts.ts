import { i18n } from '#i18n';
import type { AmountFact, CoinFact, TokenFact } from '../../shared/approvals/facts/amounts.ts';
import { roundedUp, shortAddress } from '../../shared/format.ts';
import { amountText, exactText } from '../texts/numbers.ts';
import { payCoin } from '../texts/payments.ts';

/**
 * Returns a token's symbol. A symbol that only the token's contract reports is quoted and followed
 * by the short address.
 */
export function tokenName({ symbol, isClaim, address }: TokenFact): string {
  const token = shortAddress(address);
  if (symbol === undefined) return token;
  return isClaim === true ? i18n.t('meaning.claimedSymbol', { symbol, token }) : symbol;
}

/**
 * Returns an exact amount with its symbol, or in base units if the token's symbol or decimals
 * aren't known.
 */
export function wholeAmount({ token, units }: AmountFact): string {
  const { symbol, decimals } = token;
  return symbol === undefined || decimals === undefined
    ? i18n.t('meaning.unitsOf', {
        amount: amountText(BigInt(units), 0),
        name: shortAddress(token.address),
      })
    : `${amountText(BigInt(units), decimals, decimals)} ${tokenName(token)}`;
}

/**
 * Returns an exact amount. The title (`full`) is the token's whole address unless the token is
 * known.
 */
export function wholeShown(amount: AmountFact): { value: string; full?: string } {
  const { symbol, isClaim, address } = amount.token;
  const value = wholeAmount(amount);
  return symbol === undefined || isClaim === true ? { value, full: address } : { value };
}

/** Returns a shortened amount, and the exact amount for the title. */
export function shownAmount(amount: AmountFact, isCost?: true): { value: string; full?: string } {
  const { token, units } = amount;
  const { symbol, decimals } = token;
  if (symbol === undefined || decimals === undefined) return wholeShown(amount);
  return {
    value: `${readableAmount(BigInt(units), decimals, isCost)} ${tokenName(token)}`,
    full: `${exactText(BigInt(units), decimals)} ${tokenName(token)}`,
  };
}

/** Returns an amount with at most six decimals. A cost is rounded up. */
export function readableAmount(units: bigint, decimals: number, isCost = false): string {
  return amountText(isCost ? roundedUp(units, decimals, 6) : units, decimals, 6);
}

/** Returns an outgoing amount of the network's coin. */
export function coinAmount({ wei, coin }: CoinFact): string {
  return `${payCoin(BigInt(wei))} ${coin}`;
}

export function gasPriceText(price: string): string {
  return `${amountText(BigInt(price), 9)} gwei`;
}
