import { type Price8, tokenAmount } from './units.ts';

/** How a language writes numbers. */
export interface NumberMarks {
  readonly group: string;
  readonly decimal: string;
}

const ENGLISH: NumberMarks = { group: ',', decimal: '.' };

/** Digits grouped by three. */
function grouped(digits: string, { group }: NumberMarks): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, group);
}

/**
 * An amount of base units as people read it: grouped, never scientific, at most `fraction` decimals,
 * cut off towards zero, so that nothing looks larger than it is. A non-zero amount too small to
 * show reads as "<0.01".
 */
export function formatAmount(
  amount: bigint,
  decimals: number,
  fraction = 6,
  marks: NumberMarks = ENGLISH,
): string {
  const sign = amount < 0n ? '−' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const shown = Math.min(fraction, decimals);
  const rest = digits.slice(digits.length - decimals, digits.length - decimals + shown);
  const cut = rest.replace(/0+$/, '');
  if (amount !== 0n && /^0*$/.test(whole) && cut === '') {
    return `${sign}<${shown === 0 ? '1' : `0${marks.decimal}${'0'.repeat(shown - 1)}1`}`;
  }
  return `${sign}${grouped(whole, marks)}${cut === '' ? '' : `${marks.decimal}${cut}`}`;
}

/** Decimals of a share or a multiple in hundredths: two, and none from a hundred on. */
export function decimalsOfShare(hundredths: bigint): 0 | 2 {
  return hundredths >= 10_000n ? 0 : 2;
}

/** The exact amount, ungrouped, as it is copied. */
export function exactAmount(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`;
}

/** A price with 8 decimals in dollars: "$2,650" or "$0.1234". */
export function formatPrice(price: Price8): string {
  const fraction = price >= 100_00000000n ? 2 : 6;
  return `$${formatAmount(tokenAmount(price), 8, fraction)}`;
}

/** US cents as dollars with two decimals: "$1,234.50". */
export function formatCents(cents: bigint): string {
  const sign = cents < 0n ? '−' : '';
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${sign}$${grouped(digits.slice(0, -2), ENGLISH)}.${digits.slice(-2)}`;
}

/** "0x1234…abcd". */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** The last second that ECMAScript dates know. */
const MAX_DATE_SECONDS = 8_640_000_000_000;

/** A UTC date and time to the minute: "21 Nov 2026, 08:00 UTC". */
export function formatUtc(seconds: number): string {
  // Contracts take any number: one that no calendar holds is told as it is.
  if (Math.abs(seconds) > MAX_DATE_SECONDS) return `${seconds} s after 1970`;
  const date = new Date(seconds * 1000);
  const day = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}
