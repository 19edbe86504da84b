import { assetOfFeed, tokenAt } from '../chain/tokens.ts';
import { implementationAt } from '../orders/products.ts';
import type { UnixSeconds } from '../units.ts';
import type { PositionWire } from '../wire/positions.ts';
import type { PositionRecord } from './record.ts';
import { optionStatus, type Side, valuePosition } from './value.ts';

/** Names of product families in the deployed indexer. */
const FAMILIES: Readonly<Record<string, string>> = {
  vanilla: 'VANILLA',
  spread: 'SPREAD',
  butterfly: 'BUTTERFLY',
  condor: 'CONDOR',
  ironCondor: 'IRON_CONDOR',
  ranger: 'RANGER',
};

/**
 * Returns a position in the indexer's format, with the side if the response is for one of its
 * holders.
 */
export function positionToWire(
  position: PositionRecord,
  now: UnixSeconds,
  side?: Side,
): PositionWire {
  const token = tokenAt(position.collateralToken);
  const found = position.implementation ? implementationAt(position.implementation) : undefined;
  const family = found && FAMILIES[found.product.structure];
  const { close, settlement, explicitClose, entry } = position;
  return {
    address: position.address,
    status: position.status,
    buyer: position.buyer,
    seller: position.seller,
    referrer: position.referrer,
    createdBy: position.createdBy,
    entryTimestamp: entry.timestamp,
    entryTxHash: entry.txHash,
    entryPremium: position.entryPremium.toString(),
    entryFeePaid: position.entryFeePaid.toString(),
    collateralToken: position.collateralToken,
    collateralSymbol: token?.symbol ?? '',
    collateralDecimals: token?.decimals ?? 0,
    underlyingAsset: assetOfFeed(position.priceFeed) ?? '',
    priceFeed: position.priceFeed,
    strikes: position.strikes.map(String),
    expiryTimestamp: position.expiry,
    numContracts: position.numContracts.toString(),
    collateralAmount: position.collateralAmount.toString(),
    optionType: Number(BigInt.asUintN(53, position.optionType)),
    settlement: settlement
      ? {
          settlementPrice: textOf(settlement.settlementPrice),
          payoutBuyer: textOf(settlement.payoutBuyer),
          collateralReturnedSeller: textOf(settlement.collateralReturnedSeller),
        }
      : null,
    explicitClose: explicitClose
      ? {
          closedBy: explicitClose.closedBy,
          collateralReturned: explicitClose.collateralReturned.toString(),
        }
      : null,
    entryBlock: entry.block,
    closeTimestamp: close?.timestamp ?? null,
    closeTxHash: close?.txHash ?? null,
    closeBlock: close?.block ?? null,
    optionTypeRaw: position.optionType.toString(),
    optionStatus: optionStatus(position, now),
    implementation: position.implementation ?? null,
    implementationName: found?.product.name ?? null,
    implementationType: family ?? null,
    bookAddress: position.source === 'book' ? position.createdBy : null,
    quotationId: textOf(position.quotationId),
    parentOption: position.parent ?? null,
    referralFeePaid: position.referralFeePaid.toString(),
    ...(side && { side, ...profitToWire(position, now, side) }),
  };
}

function profitToWire(position: PositionRecord, now: UnixSeconds, side: Side) {
  const { realized } = valuePosition({ position, side, now });
  const bps = realized?.profitBps;
  return {
    pnlUsd: textOf(realized?.profitUsd),
    pnlPct: bps === undefined ? null : (Number(bps) / 100).toFixed(2),
  };
}

function textOf(value: bigint | undefined): string | null {
  return value === undefined ? null : value.toString();
}
