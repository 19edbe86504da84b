import { i18n } from '#i18n';
import type { OrderRow, RowAmount } from '../../../shared/messages/market.ts';
import { product } from '../../../shared/orders/products.ts';
import { amountText, centsOfToken, contractsText, shareText, usdText } from '../../ui/numbers.ts';

/** Decimals that a list has room for. */
const TOKEN_DECIMALS = 6;
const CONTRACT_DECIMALS = 2;

/** The collateral is worth a dollar each, so prices are in dollars. */
const isDollars = ({ product: name }: OrderRow) => product(name).isQuoteCollateral;

/** Premium per contract without its token. */
export function priceOf(row: OrderRow): string {
  const amount = BigInt(row.price);
  return isDollars(row) ? centsOfToken(amount, 8) : amountText(amount, 8, TOKEN_DECIMALS);
}

/** The price in dollars; `undefined` where it isn't known. */
export function dollarsOf({ priceUsd }: OrderRow): string | undefined {
  return priceUsd === undefined ? undefined : usdText(BigInt(priceUsd));
}

/** Leverage of a buyer, yield of a seller; a dash where neither says anything. */
export function edgeOf({ edge, side }: OrderRow): string {
  if (edge === undefined) return '—';
  const figure = shareText(BigInt(Math.round(edge * 100)));
  return side === 'buy' ? `${figure}×` : i18n.t('numbers.percent', { amount: figure });
}

/** Contracts that are left, as a bare number. */
export function leftOf({ available, collateralDecimals }: OrderRow): string {
  return amountText(BigInt(available), collateralDecimals, CONTRACT_DECIMALS);
}

/** Contracts that are left, with their word. */
export function contractsLeft({ available, collateralDecimals }: OrderRow): string {
  return contractsText(BigInt(available), collateralDecimals);
}

/** The most that one contract pays. */
export function maxPayoutOf({ maxPayout, collateralDecimals }: OrderRow): string {
  return amountText(BigInt(maxPayout), collateralDecimals);
}

/** The most that one contract costs its seller. */
export function maxLossOf({ maxLoss, collateralDecimals }: OrderRow): string {
  return maxLoss === undefined ? '—' : amountText(BigInt(maxLoss), collateralDecimals);
}

/** What is given for what when a physical contract is exercised: dollars to the cent. */
export function deliveryOf(row: OrderRow & Required<Pick<OrderRow, 'delivery'>>) {
  const textOf = ({ amount, symbol, decimals }: RowAmount) => {
    const isDollar = (symbol === row.collateralSymbol) === isDollars(row);
    return `${amountText(BigInt(amount), decimals, isDollar ? 2 : 4)} ${symbol}`;
  };
  return { given: textOf(row.delivery.given), received: textOf(row.delivery.received) };
}
