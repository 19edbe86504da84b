import type { Address, Hex } from 'viem';
import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';

/** Returns the text of a column that the row's schema has checked. */
export function hex(text: string): Address & Hex {
  return `0x${text.slice(2)}`;
}

export function addressOf(text: string | null): Address | undefined {
  return text === null ? undefined : hex(text);
}

export function amountOf(text: string | null): TokenAmount | undefined {
  return text === null ? undefined : tokenAmount(BigInt(text));
}

export function integerOf(text: string | null): bigint | undefined {
  return text === null ? undefined : BigInt(text);
}

export function digitsOf(value: bigint | undefined): string | null {
  return value === undefined ? null : value.toString();
}
