import { Type } from 'typebox';
import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../bytes.ts';
import { PRICE_FEEDS } from '../chain/deployments.ts';
import { MOST_EXPIRY_AHEAD, MOST_STRIKE } from '../orders/absurd.ts';
import { requiredCollateral } from '../orders/payoff.ts';
import { PRODUCT_NAMES } from '../orders/products.ts';
import { termsOf } from '../orders/terms.ts';
import { parseAs, parseJson } from '../parse.ts';
import {
  contracts,
  fromMillionths,
  parseNumber8,
  price8,
  tokenAmount,
  toMillionths,
  toPrice8,
  toUsd8,
} from '../units.ts';
import { type Holding, numberLegs } from './holding.ts';

/** Characters of a link's state; a longer one isn't read. */
export const MOST_SHARED = 12_000;
/** Options in one link. */
const MOST_PARTS = 60;
/** Dollars or contracts; more has too many digits for a link. */
const MOST_AMOUNT = 10_000_000_000_000_000;

const closed = { additionalProperties: false };
const units = (digits: number) => Type.String({ pattern: `^(?:0|-?[1-9][0-9]{0,${digits}})$` });

const PartSchema = Type.Object(
  {
    product: Type.String({ maxLength: 32 }),
    /** 8 decimals. */
    strikes: Type.Array(units(17), { minItems: 1, maxItems: 4 }),
    /** Unix seconds. */
    expiry: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }),
    /** Millionths of a contract; negative for a seller. */
    contracts: units(17),
    /** Dollars paid with 8 decimals; negative when received. */
    cost: Type.Optional(units(23)),
    /** Ten-thousandths: 6000 is 60 %. */
    volatility: Type.Optional(Type.Integer({ minimum: 1, maximum: 200_000 })),
  },
  closed,
);

const SharedSchema = Type.Object(
  {
    kind: Type.Union([Type.Literal('trade'), Type.Literal('portfolio')]),
    asset: Type.String({ maxLength: 16 }),
    /** Dollars with 8 decimals. */
    spot: units(17),
    /** Unix seconds of the figures. */
    at: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }),
    parts: Type.Array(PartSchema, { minItems: 1, maxItems: MOST_PARTS }),
    /** Only when the user added it. */
    account: Type.Optional(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })),
  },
  closed,
);

/** A trade or a portfolio as somebody shared it: figures that nobody proves. */
export interface SharedView {
  readonly kind: 'trade' | 'portfolio';
  readonly asset: string;
  /** Dollars. */
  readonly spot: number;
  /** Unix seconds. */
  readonly at: number;
  /** Without counterparties; the collateral is by formula. */
  readonly holdings: readonly Holding[];
  /** An address that the sender added. */
  readonly account?: string;
}

/**
 * Returns a view as text for a link's fragment: base64url of JSON. The text contains no address
 * unless `account` is given, neither of makers nor of options. Undefined for a view that a link can't
 * hold: too many options, or a figure that it can't state exactly.
 */
export function encodeShared(view: SharedView): string | undefined {
  const text = stateText(view);
  return text !== undefined && decodeShared(text) !== undefined ? text : undefined;
}

function stateText(view: SharedView): string | undefined {
  const digits = (amount: number, scaled: (amount: number) => bigint) =>
    Math.abs(amount) < MOST_AMOUNT ? scaled(amount).toString() : 'none';
  const { kind, asset, spot, at, account } = view;
  const state = {
    kind,
    asset,
    spot: digits(spot, toPrice8),
    at,
    parts: view.holdings.map(({ terms, expiry, count, cost, volatility }) => ({
      product: terms.product.name,
      strikes: terms.strikes.map(String),
      expiry,
      contracts: digits(count, toMillionths),
      ...(cost === undefined ? {} : { cost: digits(cost, toUsd8) }),
      ...(volatility === undefined ? {} : { volatility: Math.round(volatility * 10_000) }),
    })),
    ...(account === undefined ? {} : { account }),
  };
  const text = toBase64url(utf8(JSON.stringify(state)));
  return text.length <= MOST_SHARED && parseAs(SharedSchema, state) !== undefined
    ? text
    : undefined;
}

/**
 * Reads a link's fragment, which anybody can write; undefined for anything that `encodeShared` doesn't
 * write: other members, other forms of a number, unknown products and assets, wrong strikes, and
 * expiries and strikes that no order has.
 */
export function decodeShared(text: string): SharedView | undefined {
  if (text.length > MOST_SHARED) return undefined;
  const state = parseAs(SharedSchema, jsonOf(text));
  if (state === undefined || !PRICE_FEEDS.some(({ asset }) => asset === state.asset))
    return undefined;
  const spot = parseNumber8(state.spot);
  const holdings = state.parts.map((part, i) => holdingOf(part, state.asset, spot, i));
  const known = holdings.filter((holding) => holding !== undefined);
  if (!(spot > 0) || known.length < holdings.length) return undefined;
  if (known.some((holding) => isAbsurd(holding, state.at))) return undefined;
  const { kind, asset, at, account } = state;
  const view = { kind, asset, spot, at, holdings: known };
  const read = account === undefined ? view : { ...view, account };
  return stateText(read) === text ? read : undefined;
}

/** Applies the limits of orders to an option, at the time of its figures. */
function isAbsurd({ expiry, terms }: Holding, at: number): boolean {
  return expiry - at > MOST_EXPIRY_AHEAD || terms.strikes.some((strike) => strike > MOST_STRIKE);
}

function jsonOf(text: string): unknown {
  const bytes = fromBase64url(text);
  try {
    return bytes === undefined ? undefined : parseJson(fromUtf8(bytes));
  } catch {
    // Invalid UTF-8: the schema check rejects `undefined`.
    return undefined;
  }
}

function holdingOf(
  part: Type.Static<typeof PartSchema>,
  asset: string,
  spot: number,
  index: number,
): Holding | undefined {
  const name = PRODUCT_NAMES.find((known) => known === part.product);
  const strikes = part.strikes.map((strike) => price8(BigInt(strike)));
  const terms = name && termsOf(name, strikes);
  const millionths = BigInt(part.contracts);
  if (terms === undefined || millionths === 0n) return undefined;
  const { isQuoteCollateral } = terms.product;
  const token = isQuoteCollateral
    ? { symbol: 'USD', decimals: 6 }
    : { symbol: asset, decimals: 18 };
  const sold = contracts((-millionths * 10n ** BigInt(token.decimals)) / 1_000_000n);
  return {
    key: `${index}`,
    asset,
    terms,
    legs: numberLegs(terms),
    count: fromMillionths(millionths),
    expiry: part.expiry,
    cost: part.cost === undefined ? undefined : parseNumber8(part.cost),
    volatility: part.volatility === undefined ? undefined : part.volatility / 10_000,
    counterparty: '',
    token,
    locked: sold > 0n ? requiredCollateral({ terms, contracts: sold }) : tokenAmount(0n),
    tokenPrice: isQuoteCollateral ? 1 : spot,
  };
}
