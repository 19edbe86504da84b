/** A language's number format. */
export interface NumberMarks {
  readonly group: string;
  readonly decimal: string;
}

const ENGLISH: NumberMarks = { group: ',', decimal: '.' };

/** Groups digits by three. */
function grouped(digits: string, { group }: NumberMarks): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, group);
}

/**
 * Formats base units for display: grouped, never scientific, at most `fraction` decimals, truncated
 * towards zero so that amounts never look larger. A non-zero amount below the last decimal is shown
 * like "<0.01".
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

/**
 * Rounds base units away from zero to the last shown decimal, so that a cost or a loss never looks
 * smaller. Less than that stays, and is shown like "<0.01".
 */
export function roundedUp(amount: bigint, decimals: number, fraction: number): bigint {
  const unit = 10n ** BigInt(Math.max(0, decimals - fraction));
  const rest = amount % unit;
  if (rest === 0n || rest === amount) return amount;
  return amount - rest + (amount < 0n ? -unit : unit);
}

/** Two decimals at least; "<0.01" stays as it is. */
export function withCents(amount: string, { decimal }: NumberMarks): string {
  if (amount.startsWith('<')) return amount;
  const [whole = '', cents = ''] = amount.split(decimal);
  return `${whole}${decimal}${cents.padEnd(2, '0')}`;
}

/**
 * Dollars with 8 decimals, without their sign and currency: a price of several digits to the cent, a
 * small one to six decimals. Cents are two digits or none.
 */
export function formatPrice(price: bigint, marks: NumberMarks): string {
  const size = price < 0n ? -price : price;
  const text = formatAmount(size, 8, size >= 100_00000000n ? 2 : 6, marks);
  return size % 100_000_000n === 0n ? text : withCents(text, marks);
}

/** Returns the decimals of a percentage or multiple in hundredths: two, and none from 100 on. */
export function decimalsOfShare(hundredths: bigint): 0 | 2 {
  return hundredths >= 10_000n ? 0 : 2;
}

/** Returns the exact amount, ungrouped, for copying. */
export function exactAmount(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`;
}

/** "0x1234…abcd". */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
