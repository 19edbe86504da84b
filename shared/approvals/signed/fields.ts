import { isRecord } from '../../messages/page.ts';
import type { TypedData } from '../typed-data.ts';
import type { SignedFacts } from './facts.ts';

/** Parses typed data of one exact type. `account` is the signer. */
export type SignedReader = (data: TypedData, account: string) => SignedFacts | undefined;

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns an integer as decimal text, which is its form in parsed typed data. */
export function integerOf(value: unknown): string {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? value : '0';
}

export function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Returns the address of the domain's contract; empty without one. */
export function contractOf({ domain }: TypedData): string {
  return textOf(domain.verifyingContract);
}
