/** A language's number format. */
export interface NumberMarks {
  readonly group: string;
  readonly decimal: string;
}

const ENGLISH: NumberMarks = { group: ',', decimal: '.' };

function grouped(digits: string, { group }: NumberMarks): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, group);
}

/** Number of significant digits of an amount below its last decimal. */
const SMALL_DIGITS = 2;
const MAX_ZEROS = 5;

/**
 * Formats base units for display: grouped, never scientific, at most `fraction` decimals, truncated
 * towards zero so that amounts never look larger. An amount below the last decimal is shown with
 * two significant digits. Below a millionth, a positive amount is "<0.000001" and a negative one "≈
 * 0".
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
    const fractionDigits = digits.slice(digits.length - decimals);
    const small = smallDecimals(fractionDigits);
    if (small === undefined) return sign === '' ? `<0${marks.decimal}000001` : '≈ 0';
    const kept = fractionDigits.slice(0, small).replace(/0+$/, '');
    return `${sign}0${marks.decimal}${kept}`;
  }
  return `${sign}${grouped(whole, marks)}${cut === '' ? '' : `${marks.decimal}${cut}`}`;
}

/** Returns the decimals of a small amount's significant digits; undefined below a millionth. */
function smallDecimals(fractionDigits: string): number | undefined {
  const zeros = fractionDigits.search(/[1-9]/);
  return zeros < 0 || zeros > MAX_ZEROS ? undefined : zeros + SMALL_DIGITS;
}

/**
 * Rounds base units away from zero to the last shown decimal, so that a cost or a loss never looks
 * smaller; see `formatAmount`. An amount below a millionth stays unchanged.
 */
export function roundedUp(amount: bigint, decimals: number, fraction: number): bigint {
  const whole = 10n ** BigInt(Math.max(0, decimals - fraction));
  const size = amount < 0n ? -amount : amount;
  const shown = size >= whole ? fraction : smallDecimals(size.toString().padStart(decimals, '0'));
  if (shown === undefined) return amount;
  const unit = 10n ** BigInt(Math.max(0, decimals - shown));
  const rest = amount % unit;
  if (rest === 0n) return amount;
  return amount - rest + (amount < 0n ? -unit : unit);
}

/** Returns an amount with at least two decimals. "<0.000001" and "≈ 0" stay unchanged. */
export function withCents(amount: string, { decimal }: NumberMarks): string {
  if (amount.startsWith('<') || amount.startsWith('≈')) return amount;
  const [whole = '', cents = ''] = amount.split(decimal);
  return `${whole}${decimal}${cents.padEnd(2, '0')}`;
}

/**
 * Formats dollars with 8 decimals, without sign and currency: from 100 dollars to the nearest cent,
 * smaller prices to six decimals. Cents are two digits or none.
 */
export function formatPrice(price: bigint, marks: NumberMarks): string {
  const size = price < 0n ? -price : price;
  const isSmall = size < 100_00000000n;
  const shown = isSmall ? size : nearestCent(size);
  const text = formatAmount(shown, 8, isSmall ? 6 : 2, marks);
  return shown % 100_000_000n === 0n ? text : withCents(text, marks);
}

/** A price is neither a gain nor a cost, so no rounding direction is safer. */
function nearestCent(size: bigint): bigint {
  const cent = 1_000_000n;
  return ((size + cent / 2n) / cent) * cent;
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

/** Returns the first and last digits: "0x1234…abcd". */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
