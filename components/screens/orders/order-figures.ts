import { i18n } from '#i18n';
import { roundedUp } from '../../../shared/format.ts';
import type { OrderRow, RowAmount } from '../../../shared/messages/market.ts';
import { product } from '../../../shared/orders/products.ts';
import {
  amountText,
  centsOfToken,
  contractsText,
  shareText,
  usdText,
} from '../../texts/numbers.ts';

/** Decimals that fit in a list. */
const TOKEN_DECIMALS = 6;
const CONTRACT_DECIMALS = 2;

/** Returns true when the collateral is a dollar token, so that prices are in dollars. */
const isDollars = ({ product: name }: OrderRow) => product(name).isQuoteCollateral;

/** Returns the premium per contract without its token. */
export function priceOf(row: OrderRow): string {
  const amount = BigInt(row.price);
  return isDollars(row) ? centsOfToken(amount, 8) : amountText(amount, 8, TOKEN_DECIMALS);
}

/** Returns the price in dollars; `undefined` when unknown. */
export function dollarsOf({ priceUsd }: OrderRow): string | undefined {
  return priceUsd === undefined ? undefined : usdText(BigInt(priceUsd));
}

/** Returns a buyer's leverage or a seller's yield; a dash without either. */
export function edgeOf({ edge, side }: OrderRow): string {
  if (edge === undefined) return '—';
  const figure = shareText(BigInt(Math.round(edge * 100)));
  return side === 'buy' ? `${figure}×` : i18n.t('numbers.percent', { amount: figure });
}

/** Returns the available contracts as a bare number. */
export function leftOf({ available, collateralDecimals }: OrderRow): string {
  return amountText(BigInt(available), collateralDecimals, CONTRACT_DECIMALS);
}

/** Returns the available contracts with their unit. */
export function contractsLeft({ available, collateralDecimals }: OrderRow): string {
  return contractsText(BigInt(available), collateralDecimals);
}

/** Returns the largest payout of one contract. */
export function maxPayoutOf({ maxPayout, collateralDecimals }: OrderRow): string {
  return amountText(BigInt(maxPayout), collateralDecimals);
}

/** Returns the largest loss of a seller per contract. */
export function maxLossOf({ maxLoss, collateralDecimals }: OrderRow): string {
  if (maxLoss === undefined) return '—';
  const shown = roundedUp(BigInt(maxLoss), collateralDecimals, TOKEN_DECIMALS);
  return amountText(shown, collateralDecimals, TOKEN_DECIMALS);
}

/** Returns the exchange when a physical contract is exercised: dollars to the cent. */
export function deliveryOf(row: OrderRow & Required<Pick<OrderRow, 'delivery'>>) {
  const textOf = ({ amount, symbol, decimals }: RowAmount) => {
    const isDollar = (symbol === row.collateralSymbol) === isDollars(row);
    return `${amountText(BigInt(amount), decimals, isDollar ? 2 : 4)} ${symbol}`;
  };
  return { given: textOf(row.delivery.given), received: textOf(row.delivery.received) };
}
