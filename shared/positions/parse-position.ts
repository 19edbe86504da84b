import { type Address, type Hex, zeroAddress } from 'viem';
import { assetOfFeed, tokenAt } from '../chain/tokens.ts';
import { cleanName } from '../clean-name.ts';
import { isRecord } from '../is-record.ts';
import { contracts, price8, tokenAmount, type UnixSeconds, unixSeconds } from '../units.ts';
import { integerOf, uintOf } from '../wire/json-values.ts';
import type { ChainMoment, PositionRecord, PositionStatus, Settlement } from './record.ts';
import type { Side } from './value.ts';

/** Maximum characters of the name of an asset or token, more than twice the longest known name. */
const MAX_NAME = 24;

/** A position from an indexer, with the indexer's data about token and asset. */
export interface IndexedPosition {
  readonly position: PositionRecord;
  readonly collateralSymbol: string | undefined;
  readonly collateralDecimals: number | undefined;
  readonly underlyingAsset: string | undefined;
  /** The reported side. Often missing, so derive it with `sidesOf`. */
  readonly side: Side | undefined;
}

export interface ParsedPositions {
  readonly positions: readonly IndexedPosition[];
  /** Skipped rows: their index and the first invalid field. */
  readonly problems: readonly { readonly index: number; readonly field: string }[];
}

/**
 * Parses a list of positions from any known indexer: a bare array, `{data: []}` or `{positions:
 * []}`. Invalid rows are reported and skipped. Returns undefined if there isn't a list.
 */
export function parsePositions(answer: unknown): ParsedPositions | undefined {
  const list = listOf(answer);
  if (list === undefined) return undefined;
  const positions: IndexedPosition[] = [];
  const problems: { index: number; field: string }[] = [];
  list.forEach((item, index) => {
    const parsed = parsePosition(item);
    if (typeof parsed === 'string') problems.push({ index, field: parsed });
    else positions.push(parsed);
  });
  return { positions, problems };
}

/**
 * Returns which sides of a position an account has. An account that bought back its own option has
 * both sides.
 */
export function sidesOf(position: PositionRecord, account: Address): Side[] {
  const holder = account.toLowerCase();
  const sides: Side[] = [];
  if (position.buyer === holder) sides.push('buyer');
  if (position.seller === holder) sides.push('seller');
  return sides;
}

function listOf(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isRecord(answer)) return undefined;
  return listOf(answer.data ?? answer.positions);
}

/**
 * Parses one row; returns the row, or the invalid field. Accepts the variations of deployed
 * indexers: transaction hashes without 0x, any letter case, a settlement that is missing, null or
 * full of nulls, a missing side, missing extras.
 */
export function parsePosition(item: unknown): IndexedPosition | string {
  if (!isRecord(item)) return 'row';
  const address = addressOf(item.address);
  if (address === undefined) return 'address';
  const status = STATUSES.find((known) => known === item.status);
  if (status === undefined) return 'status';
  const buyer = addressOf(item.buyer);
  if (buyer === undefined) return 'buyer';
  const seller = addressOf(item.seller);
  if (seller === undefined) return 'seller';
  const collateralToken = addressOf(item.collateralToken);
  if (collateralToken === undefined) return 'collateralToken';
  const priceFeed = addressOf(item.priceFeed);
  if (priceFeed === undefined) return 'priceFeed';
  const strikes = Array.isArray(item.strikes) ? item.strikes.map(uintOf) : undefined;
  if (strikes === undefined || strikes.includes(undefined)) return 'strikes';
  const expiry = secondsOf(item.expiryTimestamp);
  if (expiry === undefined) return 'expiryTimestamp';
  const amounts = {
    entryPremium: uintOf(item.entryPremium),
    entryFeePaid: uintOf(item.entryFeePaid ?? '0'),
    numContracts: uintOf(item.numContracts),
    collateralAmount: uintOf(item.collateralAmount),
  };
  for (const [field, amount] of Object.entries(amounts)) if (amount === undefined) return field;
  const createdBy = addressOf(item.createdBy) ?? zeroAddress;
  const token = tokenAt(collateralToken);
  const position: PositionRecord = {
    address,
    status,
    source: item.quotationId == null ? 'book' : 'factory',
    buyer,
    seller,
    referrer: addressOf(item.referrer) ?? zeroAddress,
    createdBy,
    entry: { ...entryOf(item), logIndex: 0 },
    entryPremium: tokenAmount(amounts.entryPremium ?? 0n),
    entryFeePaid: tokenAmount(amounts.entryFeePaid ?? 0n),
    referralFeePaid: tokenAmount(uintOf(item.referralFeePaid) ?? 0n),
    collateralToken,
    priceFeed,
    strikes: strikes.map((strike) => price8(strike ?? 0n)),
    expiry,
    numContracts: contracts(amounts.numContracts ?? 0n),
    collateralAmount: tokenAmount(amounts.collateralAmount ?? 0n),
    optionType: uintOf(item.optionTypeRaw) ?? uintOf(item.optionType) ?? 0n,
    implementation: addressOf(item.implementation),
    parent: addressOf(item.parentOption),
    quotationId: uintOf(item.quotationId),
    close: closeOf(item),
    settlement: settlementOf(item.settlement),
    explicitClose: explicitCloseOf(item.explicitClose),
  };
  return {
    position,
    collateralSymbol: token?.symbol ?? textOf(item.collateralSymbol),
    collateralDecimals: token?.decimals ?? integerOf(item.collateralDecimals),
    underlyingAsset: assetOfFeed(priceFeed) ?? textOf(item.underlyingAsset),
    side: item.side === 'buyer' || item.side === 'seller' ? item.side : undefined,
  };
}

const STATUSES: readonly PositionStatus[] = ['pending_init', 'open', 'settled', 'closed'];
const NO_HASH: Hex = `0x${'0'.repeat(64)}`;

function entryOf(item: Record<string, unknown>): ChainMoment {
  return {
    block: integerOf(item.entryBlock) ?? 0,
    timestamp: secondsOf(item.entryTimestamp) ?? unixSeconds(0),
    txHash: hashOf(item.entryTxHash) ?? NO_HASH,
  };
}

function closeOf(item: Record<string, unknown>): ChainMoment | undefined {
  const timestamp = secondsOf(item.closeTimestamp);
  if (timestamp === undefined || timestamp === 0) return undefined;
  return {
    block: integerOf(item.closeBlock) ?? 0,
    timestamp,
    txHash: hashOf(item.closeTxHash) ?? NO_HASH,
  };
}

function settlementOf(value: unknown): Settlement | undefined {
  if (!isRecord(value)) return undefined;
  const [price, payout, returned] = [
    uintOf(value.settlementPrice),
    uintOf(value.payoutBuyer),
    uintOf(value.collateralReturnedSeller),
  ];
  if (price === undefined && payout === undefined && returned === undefined) return undefined;
  return {
    settlementPrice: price === undefined ? undefined : price8(price),
    payoutBuyer: payout === undefined ? undefined : tokenAmount(payout),
    collateralReturnedSeller: returned === undefined ? undefined : tokenAmount(returned),
  };
}

function explicitCloseOf(value: unknown): PositionRecord['explicitClose'] {
  if (!isRecord(value)) return undefined;
  const closedBy = addressOf(value.closedBy);
  const collateralReturned = uintOf(value.collateralReturned);
  return closedBy && collateralReturned !== undefined
    ? { closedBy, collateralReturned: tokenAmount(collateralReturned) }
    : undefined;
}

function addressOf(value: unknown): Address | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
    ? (value.toLowerCase() as Address)
    : undefined;
}

function hashOf(value: unknown): Hex | undefined {
  const digits =
    typeof value === 'string' ? /^(?:0x)?([0-9a-fA-F]{64})$/.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : `0x${digits.toLowerCase()}`;
}

function secondsOf(value: unknown): UnixSeconds | undefined {
  const parsed = integerOf(value);
  return parsed === undefined ? undefined : unixSeconds(parsed);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanName(value, MAX_NAME) : undefined;
}
