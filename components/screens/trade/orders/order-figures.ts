import { worthSymbol } from '../../../../shared/chain/lending.ts';
import { roundedUp } from '../../../../shared/format.ts';
import type { OrderRow, RowAmount } from '../../../../shared/messages/market.ts';
import { product } from '../../../../shared/orders/products.ts';
import { ONE_8 } from '../../../../shared/units.ts';
import {
  amountText,
  CENTS,
  contractsText,
  fittingUsd,
  plainPercent,
  priceText,
  shareText,
  wholeUsdText,
} from '../../../texts/numbers.ts';
import { getText, getUsd, payText, payUsd } from '../../../texts/payments.ts';

const CONTRACT_DECIMALS = 2;

const isDollars = ({ product: name }: OrderRow) => product(name).isQuoteCollateral;

/** Returns the premium per contract without the token's symbol. */
export function priceOf(row: OrderRow): string {
  const token = { symbol: isDollars(row) ? 'USDC' : row.collateralSymbol, decimals: 8 };
  return (row.side === 'buy' ? payText : getText)(row.price, token);
}

/** Returns the premium per contract in dollars; `undefined` when unknown. */
export function dollarsOf({ priceUsd, side }: OrderRow): string | undefined {
  if (priceUsd === undefined) return undefined;
  return (side === 'buy' ? payUsd : getUsd)(priceUsd);
}

/** Number of characters of a price that fit a column of a narrow chain. */
const NARROW = 10;

/**
 * Returns a price without cents, rounded against the taker, if the full `price` doesn't fit a
 * narrow column. Show the full price beside it.
 */
export function narrowPrice(row: OrderRow, price: string): string {
  if (price.length <= NARROW) return price;
  if (row.priceUsd === undefined) return priceOf(row).slice(0, NARROW);
  const exact = row.priceUsd;
  const whole = row.side === 'buy' ? roundedUp(exact, 8, 0) : exact;
  const text = wholeUsdText(whole);
  return text.length <= NARROW ? text : fittingUsd(whole, NARROW);
}

/** Returns a buyer's leverage or a seller's yield; a dash if the order has neither. */
export function edgeOf({ edge, side }: OrderRow): string {
  if (edge === undefined) return '—';
  const hundredths = BigInt(Math.round(edge * 100));
  return side === 'buy' ? `${shareText(hundredths)}×` : plainPercent(hundredths);
}

export function leftOf({ available, collateralDecimals }: OrderRow): string {
  return amountText(available, collateralDecimals, CONTRACT_DECIMALS);
}

export function contractsLeft({ available, collateralDecimals }: OrderRow): string {
  return contractsText(available, collateralDecimals);
}

export function maxPayoutOf(row: OrderRow): string {
  return withUnit(row, row.maxPayout, getText);
}

export function maxLossOf(row: OrderRow): string {
  return row.maxLoss === undefined ? '—' : withUnit(row, row.maxLoss, payText);
}

/** Returns an amount with its unit, whole dollars without cents. */
function withUnit(row: OrderRow, amount: bigint, textOf: typeof payText): string {
  const { collateralSymbol, collateralDecimals: decimals } = row;
  if (!isDollars(row))
    return `${textOf(amount, { symbol: collateralSymbol, decimals })} ${worthSymbol(collateralSymbol)}`;
  const shown = textOf === payText ? roundedUp(amount, decimals, CENTS) : amount;
  return priceText((shown * ONE_8) / 10n ** BigInt(decimals));
}

/**
 * Returns the amounts that are exchanged when one physical contract is exercised. Dollars are shown
 * to the cent.
 */
export function deliveryOf(row: OrderRow & Required<Pick<OrderRow, 'delivery'>>) {
  const textOf = ({ amount, symbol, decimals }: RowAmount, isGiven: boolean) => {
    const isDollar = (symbol === row.collateralSymbol) === isDollars(row);
    const fraction = isDollar ? 2 : 4;
    const shown = isGiven ? roundedUp(amount, decimals, fraction) : amount;
    return `${amountText(shown, decimals, fraction)} ${symbol}`;
  };
  return {
    given: textOf(row.delivery.given, true),
    received: textOf(row.delivery.received, false),
  };
}
