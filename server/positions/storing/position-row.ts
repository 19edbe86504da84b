import { Compile } from 'typebox/schema';
import type { PositionRecord, Settlement } from '../../../shared/positions/record.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { addressOf, amountOf, digitsOf, hex, integerOf } from './columns.ts';
import { StoredPosition } from './row-schemas.ts';

/** Compiled, unlike other schemas, because a response may have thousands of rows. */
const VALIDATOR = Compile(StoredPosition);

/**
 * Returns a record as a row. `implementation` is empty if it wasn't read yet, and `unknown` if the
 * option doesn't return an address.
 */
export function positionRowOf(position: PositionRecord, implementation: string): StoredPosition {
  const { entry, close, settlement, explicitClose } = position;
  return {
    address: position.address,
    status: position.status,
    source: position.source,
    buyer: position.buyer,
    seller: position.seller,
    referrer: position.referrer,
    created_by: position.createdBy,
    implementation,
    entry_block: entry.block,
    entry_log: entry.logIndex,
    entry_time: entry.timestamp,
    entry_tx: entry.txHash,
    entry_premium: position.entryPremium.toString(),
    entry_fee: position.entryFeePaid.toString(),
    referral_fee: position.referralFeePaid.toString(),
    collateral_token: position.collateralToken,
    price_feed: position.priceFeed,
    strikes: position.strikes.join(','),
    expiry: position.expiry,
    num_contracts: position.numContracts.toString(),
    collateral_amount: position.collateralAmount.toString(),
    option_type: position.optionType.toString(),
    parent: position.parent ?? null,
    quotation_id: digitsOf(position.quotationId),
    close_block: close?.block ?? null,
    close_time: close?.timestamp ?? null,
    close_tx: close?.txHash ?? null,
    settlement_price: digitsOf(settlement?.settlementPrice),
    payout_buyer: digitsOf(settlement?.payoutBuyer),
    payout_seller: digitsOf(settlement?.collateralReturnedSeller),
    closed_by: explicitClose?.closedBy ?? null,
    close_returned: digitsOf(explicitClose?.collateralReturned),
  };
}

/** Returns a stored row as a record; undefined when a column is invalid. */
export function positionOf(stored: unknown): PositionRecord | undefined {
  if (!VALIDATOR.Check(stored)) return undefined;
  const row = stored;
  return {
    address: hex(row.address),
    status: row.status,
    source: row.source,
    buyer: hex(row.buyer),
    seller: hex(row.seller),
    referrer: hex(row.referrer),
    createdBy: hex(row.created_by),
    entry: {
      block: row.entry_block,
      logIndex: row.entry_log,
      timestamp: unixSeconds(row.entry_time),
      txHash: hex(row.entry_tx),
    },
    entryPremium: tokenAmount(BigInt(row.entry_premium)),
    entryFeePaid: tokenAmount(BigInt(row.entry_fee)),
    referralFeePaid: tokenAmount(BigInt(row.referral_fee)),
    collateralToken: hex(row.collateral_token),
    priceFeed: hex(row.price_feed),
    strikes:
      row.strikes === '' ? [] : row.strikes.split(',').map((strike) => price8(BigInt(strike))),
    expiry: unixSeconds(row.expiry),
    numContracts: contracts(BigInt(row.num_contracts)),
    collateralAmount: tokenAmount(BigInt(row.collateral_amount)),
    optionType: BigInt(row.option_type),
    implementation: row.implementation.startsWith('0x') ? hex(row.implementation) : undefined,
    parent: addressOf(row.parent),
    quotationId: integerOf(row.quotation_id),
    close: closeOf(row),
    settlement: settlementOf(row),
    explicitClose:
      row.closed_by === null || row.close_returned === null
        ? undefined
        : {
            closedBy: hex(row.closed_by),
            collateralReturned: tokenAmount(BigInt(row.close_returned)),
          },
  };
}

/** Returns the column: the implementation, or the stored value (`unknown` after a failure). */
export function implementationColumn(
  position: PositionRecord,
  earlier: ReadonlyMap<string, string>,
): string {
  return position.implementation ?? earlier.get(position.address) ?? '';
}

function closeOf(row: StoredPosition): PositionRecord['close'] {
  const { close_block: block, close_time: time, close_tx: tx } = row;
  if (block === null || time === null || tx === null) return undefined;
  return { block, timestamp: unixSeconds(time), txHash: hex(tx) };
}

function settlementOf(row: StoredPosition): Settlement | undefined {
  const { settlement_price: price, payout_buyer: buyer, payout_seller: seller } = row;
  if (price === null && buyer === null && seller === null) return undefined;
  return {
    settlementPrice: price === null ? undefined : price8(BigInt(price)),
    payoutBuyer: amountOf(buyer),
    collateralReturnedSeller: amountOf(seller),
  };
}
