import { isRecord } from '../../is-record.ts';
import type { Budget } from '../budget.ts';
import type { TypedData } from '../typed-data.ts';
import type { SignedAsset, SignedFacts } from './facts.ts';

/** Parses typed data of one exact type. `account` is the signer. */
export type SignedReader = (
  data: TypedData,
  account: string,
  budget: Budget,
) => SignedFacts | undefined;

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns an integer as decimal text, like parsed typed data. */
export function integerOf(value: unknown): string {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? value : '0';
}

export function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns the address of the domain's contract; empty without one. */
export function contractOf({ domain }: TypedData): string {
  return textOf(domain.verifyingContract);
}

/** Returns true when the domain's contract is one of these (lower case). */
export function isFor(data: TypedData, contracts: readonly string[]): boolean {
  return contracts.includes(contractOf(data).toLowerCase());
}

export function coin(amount: string): SignedAsset {
  return { standard: 'coin', least: amount, most: amount };
}

export function erc20(token: string, amount: string): SignedAsset {
  return { standard: 'erc20', token, least: amount, most: amount };
}
