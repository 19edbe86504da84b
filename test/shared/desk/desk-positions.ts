import type { ProductName } from '../../../shared/chain/implementations.ts';
import { product } from '../../../shared/orders/products.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';
import { DAY, NOW } from './desk-rows.ts';

/** A position in readable terms: contracts, with premium and fee in whole tokens. */
export interface PositionTerms extends Partial<PositionRow> {
  readonly contractCount?: number;
  readonly paid?: number;
  readonly charged?: number;
  readonly days?: number;
}

/** Returns a running position of ETH, bought a day ago. */
export function deskPosition(
  name: ProductName,
  strikes: readonly number[],
  terms: PositionTerms = {},
): PositionRow {
  const { contractCount = 1, paid = 100, charged = 1, days = 30, ...rest } = terms;
  const { isQuoteCollateral, isPhysical } = product(name);
  const decimals = isQuoteCollateral ? 6 : 18;
  const units = (amount: number, scale = decimals) =>
    BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(scale - 6);
  const side = rest.side ?? 'buyer';
  const address = `0x${name}${strikes.join('')}${side}${contractCount}${days}`;
  return {
    key: `${address}:${side}`,
    address,
    state: 'open',
    asset: 'ETH',
    product: name,
    isPhysical,
    side,
    strikes: strikes.map((strike) => price8(units(strike, 8))),
    expiry: NOW + days * DAY,
    token: { address: '0x1', symbol: isQuoteCollateral ? 'USDC' : 'WETH', decimals },
    contracts: contracts(units(contractCount)),
    premium: tokenAmount(units(paid)),
    fee: tokenAmount(units(charged)),
    collateral: tokenAmount(units(0)),
    isReceived: false,
    worth: { value: tokenAmount(0n), profit: tokenAmount(0n) },
    volatility: 0.6,
    entry: { at: NOW - DAY, txHash: '0xe' },
    buyer: side === 'buyer' ? '0xme' : '0xb0b',
    seller: side === 'seller' ? '0xme' : '0xa1ice',
    referrer: '0x0',
    verification: 'verified',
    isUnproven: false,
    compared: [],
    disagreements: [],
    isMoneyProven: true,
    isPayoffEstimate: false,
    isFresh: false,
    hasFailedSettlement: false,
    actions: [],
    ...rest,
  };
}
