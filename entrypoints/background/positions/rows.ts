import { formatAmount, formatPrice } from '../../../shared/format.ts';
import type { PositionRow, PositionState } from '../../../shared/messages/market.ts';
import { profitCurve } from '../../../shared/orders/curve.ts';
import { pictureOfCurve } from '../../../shared/orders/picture.ts';
import { toNumber8 } from '../../../shared/orders/price.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import { ascending } from '../../../shared/orders/strikes.ts';
import { assetOfFeed, tokenAt } from '../../../shared/orders/tokens.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { type Side, termsOfPosition, valuePosition } from '../../../shared/positions/value.ts';
import type { Price8, UnixSeconds } from '../../../shared/units.ts';
import type { Verification } from './verify.ts';

/** One position as the table shows it, seen from one of its sides. Unknown stays unknown. */
export function positionRow(input: {
  position: PositionRecord;
  side: Side;
  now: UnixSeconds;
  spotOf: (asset: string) => Price8 | undefined;
  verification: Verification;
  optimistic: boolean;
}): PositionRow {
  const { position, side, now, verification } = input;
  const asset = assetOfFeed(position.priceFeed);
  const token = tokenAt(position.collateralToken);
  const spot = asset === undefined ? undefined : input.spotOf(asset);
  const decimals = token?.decimals ?? 0;
  const symbol = token?.symbol ?? 'units';
  const money = (amount: bigint) => `${formatAmount(amount, decimals, 4)} ${symbol}`;
  const { realized, intrinsic } = valuePosition({ position, side, now, spot });
  const worth = realized ?? intrinsic;
  const picture = pictureOf(position, side, spot);
  return {
    address: position.address,
    state: stateOf(position, now),
    asset: asset ?? 'Unknown asset',
    structure: labelOf(position),
    side,
    strikes: ascending(position.strikes).map(toNumber8),
    expiry: position.expiry,
    contracts: formatAmount(position.numContracts, decimals),
    premium: money(position.entryPremium),
    ...(worth === undefined
      ? {}
      : {
          value: money(worth.value),
          profit: `${worth.profit > 0n ? '+' : ''}${money(worth.profit)}`,
          profitSign: worth.profit > 0n ? 1 : worth.profit < 0n ? -1 : 0,
        }),
    ...(position.settlement?.settlementPrice === undefined
      ? {}
      : { settlementPrice: formatPrice(position.settlement.settlementPrice) }),
    entryTxHash: position.entry.txHash,
    counterparty: side === 'buyer' ? position.seller : position.buyer,
    verification: verification.result,
    ...(verification.result === 'disagrees'
      ? { disagreement: `The option contract says otherwise about ${verification.what}.` }
      : {}),
    optimistic: input.optimistic,
    ...(picture === undefined ? {} : { picture }),
  };
}

function stateOf(position: PositionRecord, now: UnixSeconds): PositionState {
  if (position.status === 'settled' || position.status === 'closed') return position.status;
  return position.expiry > now ? 'open' : 'awaiting settlement';
}

function labelOf({ implementation }: PositionRecord): string {
  const known = implementation === undefined ? undefined : implementationAt(implementation);
  return known?.product.label ?? 'Option';
}

function pictureOf(position: PositionRecord, side: Side, spot: Price8 | undefined) {
  const terms = termsOfPosition(position);
  const token = tokenAt(position.collateralToken);
  const asset = assetOfFeed(position.priceFeed);
  if (terms === undefined || token === undefined || asset === undefined) return undefined;
  const curve = profitCurve({
    terms,
    contracts: position.numContracts,
    decimals: token.decimals,
    side: side === 'buyer' ? 'buy' : 'sell',
    premium: position.entryPremium,
    fee: position.entryFeePaid,
  });
  return pictureOfCurve({ curve, strikes: terms.strikes, asset, spot });
}
