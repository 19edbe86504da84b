import type { Address, Hex } from 'viem';
import { checksumAddress } from 'viem';
import { isRecord } from '../is-record.ts';
import {
  contracts,
  type EpochMs,
  epochMs,
  type Price8,
  price8,
  tokenAmount,
  type UnixSeconds,
  unixSeconds,
} from '../units.ts';
import { integerOf, isFiniteNumber, uintOf } from '../wire/json-values.ts';
import type { Order, SignedOrder } from './order.ts';
import type { FeedGreeks } from './price.ts';

/** A feed's entry: a signed order with the additional fields that deployed feeds send. */
export interface FeedEntry extends SignedOrder {
  readonly ticker?: string;
  readonly greeks?: FeedGreeks;
}

/** A skipped entry, with the path of its first invalid field. */
interface FeedProblem {
  readonly index: number;
  readonly field: string;
}

export interface Feed {
  readonly orders: readonly FeedEntry[];
  readonly problems: readonly FeedProblem[];
  /** Spot prices by ticker. Assets without a valid price are missing. */
  readonly marketData: Readonly<Record<string, Price8>>;
  readonly timestamp: EpochMs | undefined;
}

/** A feed's response whose entries aren't parsed yet. */
export interface FeedBody extends Pick<Feed, 'marketData' | 'timestamp'> {
  readonly items: readonly unknown[];
}

/** Returns the parts of a response, wrapped in `data` or bare; undefined if it isn't a feed. */
export function parseFeedBody(answer: unknown): FeedBody | undefined {
  if (!isRecord(answer)) return undefined;
  const body = isRecord(answer.data) ? answer.data : answer;
  if (!Array.isArray(body.orders)) return undefined;
  return {
    items: body.orders,
    marketData: parseMarketData(body.market_data),
    timestamp: parseTimestamp(body.timestamp),
  };
}

/**
 * Parses a feed's response, wrapped in `data` or bare. Invalid entries are reported and skipped;
 * extra fields are ignored; missing greeks and null `extraOptionData` are valid. Integers must be
 * exact: a fraction, an exponent or a number above 2^53 makes the entry invalid. Returns undefined
 * if the response isn't a feed.
 */
export function parseFeed(answer: unknown): Feed | undefined {
  const body = parseFeedBody(answer);
  if (body === undefined) return undefined;
  const { items, marketData, timestamp } = body;
  const read = createEntryReader();
  const orders: FeedEntry[] = [];
  const problems: FeedProblem[] = [];
  items.forEach((item, index) => {
    const entry = read(item);
    if (typeof entry === 'string') problems.push({ index, field: entry });
    else orders.push(entry);
  });
  return { orders, problems, marketData, timestamp };
}

/** Parses one entry; returns the entry, or the path of the invalid field. */
export function parseFeedEntry(item: unknown): FeedEntry | string {
  return createEntryReader()(item);
}

/** Returns a parser for many entries. The parser computes each address's checksum only once. */
export function createEntryReader(): (item: unknown) => FeedEntry | string {
  const known = new Map<string, Address>();
  const address = (value: unknown): Address | undefined => {
    if (typeof value !== 'string') return undefined;
    const seen = known.get(value);
    if (seen !== undefined) return seen;
    if (!isHex(value, 42)) return undefined;
    const checksummed = checksumAddress(lowerHex(value));
    known.set(value, checksummed);
    return checksummed;
  };
  return (item) => readEntry(item, address);
}

function readEntry(
  item: unknown,
  address: (value: unknown) => Address | undefined,
): FeedEntry | string {
  if (!isRecord(item)) return 'entry';
  const order = readOrder(item.order, address);
  if (typeof order === 'string') return order;
  const nonce = uintOf(item.nonce);
  if (nonce === undefined) return 'nonce';
  const { signature } = item;
  if (!isHex(signature)) return 'signature';
  const optionBookAddress = address(item.optionBookAddress);
  if (optionBookAddress === undefined) return 'optionBookAddress';
  const ticker = isRecord(item.order) ? item.order.ticker : undefined;
  const greeks = readGreeks(item.greeks);
  return {
    order,
    nonce,
    signature,
    optionBookAddress,
    ...(typeof ticker === 'string' && { ticker: ticker.slice(0, 64) }),
    ...(greeks && { greeks }),
  };
}

function readOrder(
  item: unknown,
  address: (value: unknown) => Address | undefined,
): Order | string {
  if (!isRecord(item)) return 'order';
  const maker = address(item.maker);
  if (maker === undefined) return 'order.maker';
  const orderExpiryTimestamp = seconds(item.orderExpiryTimestamp);
  if (orderExpiryTimestamp === undefined) return 'order.orderExpiryTimestamp';
  const collateral = address(item.collateral);
  if (collateral === undefined) return 'order.collateral';
  const { isCall, isLong } = item;
  if (typeof isCall !== 'boolean') return 'order.isCall';
  const priceFeed = address(item.priceFeed);
  if (priceFeed === undefined) return 'order.priceFeed';
  const implementation = address(item.implementation);
  if (implementation === undefined) return 'order.implementation';
  if (typeof isLong !== 'boolean') return 'order.isLong';
  const maxCollateralUsable = uintOf(item.maxCollateralUsable);
  if (maxCollateralUsable === undefined) return 'order.maxCollateralUsable';
  const strikes = readStrikes(item.strikes);
  if (strikes === undefined) return 'order.strikes';
  const expiry = seconds(item.expiry);
  if (expiry === undefined) return 'order.expiry';
  const price = uintOf(item.price);
  if (price === undefined) return 'order.price';
  const extraOptionData = item.extraOptionData ?? '0x';
  if (!isHex(extraOptionData)) return 'order.extraOptionData';
  return {
    maker,
    orderExpiryTimestamp,
    collateral,
    isCall,
    priceFeed,
    implementation,
    isLong,
    maxCollateralUsable: tokenAmount(maxCollateralUsable),
    strikes,
    expiry,
    price: price8(price),
    // The taker chooses this member and the maker doesn't sign it, so an invalid value is harmless.
    numContracts: contracts(uintOf(item.numContracts) ?? 0n),
    extraOptionData,
  };
}

function readStrikes(value: unknown): Price8[] | undefined {
  if (!Array.isArray(value) || value.length < 1 || value.length > 4) return undefined;
  const strikes: Price8[] = [];
  for (const item of value as readonly unknown[]) {
    const strike = uintOf(item);
    if (strike === undefined) return undefined;
    strikes.push(price8(strike));
  }
  return strikes;
}

function readGreeks(value: unknown): FeedGreeks | undefined {
  if (!isRecord(value)) return undefined;
  const { delta, iv, gamma, theta, vega } = value;
  return isFiniteNumber(delta) &&
    isFiniteNumber(iv) &&
    isFiniteNumber(gamma) &&
    isFiniteNumber(theta) &&
    isFiniteNumber(vega)
    ? { delta, iv, gamma, theta, vega }
    : undefined;
}

function parseMarketData(value: unknown): Record<string, Price8> {
  const prices: Record<string, Price8> = {};
  if (!isRecord(value)) return prices;
  // A price below the smallest unit is treated as missing instead of zero.
  for (const [asset, price] of Object.entries(value).slice(0, 100))
    if (isFiniteNumber(price) && price >= 1e-8 && price < 1e9)
      prices[asset] = price8(BigInt(price.toFixed(8).replace('.', '')));
  return prices;
}

function parseTimestamp(value: unknown): EpochMs | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return isFiniteNumber(time) ? epochMs(time) : undefined;
}

/** Accepts whole seconds that a date can represent. */
function seconds(value: unknown): UnixSeconds | undefined {
  const parsed = integerOf(value);
  return parsed === undefined ? undefined : unixSeconds(parsed);
}

function isHex(value: unknown, length?: number): value is Hex {
  return (
    typeof value === 'string' &&
    value.length % 2 === 0 &&
    (length === undefined || value.length === length) &&
    /^0x[0-9a-fA-F]*$/.test(value)
  );
}

function lowerHex(value: Hex): Hex {
  return `0x${value.slice(2).toLowerCase()}`;
}
