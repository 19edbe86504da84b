import type { ProductName } from '../../../shared/chain/implementations.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { product } from '../../../shared/orders/products.ts';
import { contracts, tokenAmount, toPrice8, toUsd8 } from '../../../shared/units.ts';

/** Current time in the desk's tests, in Unix seconds. */
export const NOW = 1_800_000_000;
export const DAY = 86_400;
export const SPOT = 3000;

/**
 * Returns a valid ETH quote that expires in 30 days. `usd` is the price in dollars per contract.
 */
export function deskRow(
  name: ProductName,
  strikes: readonly number[],
  { usd = 100, ...rest }: Partial<OrderRow> & { readonly usd?: number } = {},
): OrderRow {
  const { label, isQuoteCollateral, isPhysical } = product(name);
  return {
    digest: `${name} ${strikes} ${rest.side} ${rest.maker} ${usd}`,
    maker: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    asset: 'ETH',
    product: name,
    structure: label,
    side: 'buy',
    physical: isPhysical,
    strikes,
    expiry: NOW + 30 * DAY,
    quoteEnds: NOW + 60,
    collateralSymbol: isQuoteCollateral ? 'USDC' : 'WETH',
    collateralDecimals: isQuoteCollateral ? 6 : 18,
    price: toPrice8(isQuoteCollateral ? usd : usd / SPOT),
    priceUsd: toUsd8(usd),
    maxPayout: tokenAmount(1n),
    available: contracts(5n * 10n ** (isQuoteCollateral ? 6n : 18n)),
    thumbnail: { gain: '', loss: '', zero: 16 },
    isChecked: true,
    ...rest,
  };
}
