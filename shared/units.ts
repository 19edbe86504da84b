/**
 * Branded amounts. Money is always `bigint`. The brand names the scale, so that a price can't be
 * passed as an amount of tokens. Models, pictures and filters use plain numbers. Only the functions
 * at the end of this file convert amounts to numbers.
 */
declare const unit: unique symbol;
type Branded<Base, Unit extends string> = Base & { readonly [unit]: Unit };

/** A price with 8 decimals: strikes, premium per contract, spot, settlement price. */
export type Price8 = Branded<bigint, 'Price8'>;
/** Base units of a token with known decimals (for options: the collateral token). */
export type TokenAmount = Branded<bigint, 'TokenAmount'>;
/** US dollars with 8 decimals; signed for profits. */
export type Usd8 = Branded<bigint, 'Usd8'>;
/** A number of option contracts, scaled by the decimals of the collateral token. */
export type Contracts = Branded<bigint, 'Contracts'>;
/** Whole US cents. */
export type Cents = Branded<bigint, 'Cents'>;
/** Wei of the chain's native currency (18 decimals). */
export type Wei = Branded<bigint, 'Wei'>;
/** Whole seconds since the Unix epoch, as used by chains and orders. */
export type UnixSeconds = Branded<number, 'UnixSeconds'>;
/** Milliseconds since the Unix epoch, as used by clocks and sessions. */
export type EpochMs = Branded<number, 'EpochMs'>;

export const price8 = (value: bigint): Price8 => value as Price8;
export const tokenAmount = (value: bigint): TokenAmount => value as TokenAmount;
export const usd8 = (value: bigint): Usd8 => value as Usd8;
export const contracts = (value: bigint): Contracts => value as Contracts;
export const cents = (value: bigint): Cents => value as Cents;
export const wei = (value: bigint): Wei => value as Wei;
export const unixSeconds = (value: number): UnixSeconds => value as UnixSeconds;
export const secondsOf = (milliseconds: number): UnixSeconds =>
  unixSeconds(Math.floor(milliseconds / 1000));
export const epochMs = (value: number): EpochMs => value as EpochMs;

/** Maximum of a 256-bit integer on the chain. */
export const MAX_UINT256 = 2n ** 256n - 1n;

/** One unit with 8 decimals. Dividing `Price8 × n` by it restores the scale of n. */
export const ONE_8 = 100_000_000n;

/** Converts an 8-decimal amount to dollars. */
export function toNumber8(value: Price8 | Usd8): number {
  return Number(value) / Number(ONE_8);
}

/** Converts digits of an 8-decimal amount, as in price histories, to dollars. */
export function parseNumber8(digits: string): number {
  return Number(digits) / Number(ONE_8);
}

/** Converts dollars to the nearest `Price8`. */
export function toPrice8(dollars: number): Price8 {
  return price8(scaled(dollars, ONE_8));
}

/** Converts dollars to an 8-decimal amount, rounded to the nearest. */
export function toUsd8(dollars: number): Usd8 {
  return usd8(scaled(dollars, ONE_8));
}

/** Converts base units to whole tokens, or scaled contracts to contracts. */
export function toWhole(units: bigint, decimals: number): number {
  return Number(units) / 10 ** decimals;
}

function scaled(amount: number, scale: bigint): bigint {
  return BigInt(Math.round(amount * Number(scale)));
}
