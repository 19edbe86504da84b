import { i18n } from '#i18n';
import {
  decimalsOfShare,
  exactAmount,
  formatAmount,
  formatPrice,
  roundedUp,
  withCents,
} from '../../shared/format.ts';

/** Decimals of dollars shown to the cent, and of percentages shown to the hundredth. */
export const CENTS = 2;

const marks = () => ({ group: i18n.t('numbers.group'), decimal: i18n.t('numbers.decimal') });

/** Formats base units in the chosen language: grouped, rounded towards zero; see `formatAmount`. */
export function amountText(amount: bigint, decimals: number, fraction?: number): string {
  return formatAmount(amount, decimals, fraction, marks());
}

/** Decimals of an amount that isn't in dollars. */
export const TOKEN_DECIMALS = 6;

/** Returns a gain or a loss with its sign, rounded down so that no loss looks smaller. */
export function signedText(amount: bigint, decimals: number, fraction = TOKEN_DECIMALS): string {
  const shown = amount < 0n ? roundedUp(amount, decimals, fraction) : amount;
  return `${amount > 0n ? '+' : ''}${amountText(shown, decimals, fraction)}`;
}

/** Number of whole units above every token's total supply. */
const MAX_WHOLE = 10n ** 15n;

/**
 * Returns an amount in full if it fits in `most` characters or is below 10,000. Otherwise
 * abbreviates it and rounds it towards zero: "1.23B", or ">999T" for larger amounts. Show the exact
 * amount beside it.
 */
export function fittingText(
  amount: bigint,
  decimals: number,
  { most, fraction, isSigned = false }: { most: number; fraction?: number; isSigned?: boolean },
): string {
  const full = (isSigned ? signedText : amountText)(amount, decimals, fraction);
  const whole = (amount < 0n ? -amount : amount) / 10n ** BigInt(decimals);
  if (full.length <= most || whole < 10_000n) return full;
  const sign = amount < 0n ? '−' : isSigned ? '+' : '';
  return `${sign}${compactText(whole)}`;
}

/** Abbreviates a whole number to its three leading digits. */
function compactText(whole: bigint): string {
  const isBeyond = whole >= MAX_WHOLE;
  const digits = String(isBeyond ? MAX_WHOLE - 1n : whole);
  const led = `${digits.slice(0, 3)}${'0'.repeat(Math.max(0, digits.length - 3))}`;
  const text = Number(led).toLocaleString(notationTag(), {
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  return isBeyond ? `>${text}` : text;
}

/** Returns dollars with 8 decimals in at most `most` characters; see `fittingText`. */
export function fittingUsd(amount: bigint, most: number, isSigned = false): string {
  const full = (isSigned ? signedUsdText : usdText)(amount);
  if (full.length <= most) return full;
  const text = fittingText(amount < 0n ? -amount : amount, 8, { most: 0 });
  const sign = amount < 0n ? '−' : isSigned ? '+' : '';
  return withCurrency(sign, text);
}

/**
 * Returns basis points as a share with its sign in at most `most` characters; see `fittingText`.
 */
export function fittingPercent(bps: bigint, most: number): string {
  const amount = fittingText(bps, CENTS, { most: most - 2, isSigned: true });
  return i18n.t('numbers.percent', { amount });
}

/** Returns a price in dollars with 8 decimals; see `formatPrice`. */
export function priceText(price: bigint): string {
  return withCurrency('', formatPrice(price, marks()));
}

/**
 * Returns a price for a column: to the cent from $100 on, and with up to six decimals below $100.
 */
export function columnPriceText(price: bigint): string {
  const size = price < 0n ? -price : price;
  return money('', size, size >= 100_00000000n ? CENTS : 6);
}

/** Returns dollars (8 decimals) to the cent: "$1,234.50". */
export function usdText(amount: bigint): string {
  return money(amount < 0n ? '−' : '', amount < 0n ? -amount : amount, CENTS);
}

/** Returns dollars with 8 decimals without cents, rounded towards zero: "$12,345". */
export function wholeUsdText(amount: bigint): string {
  return withCurrency(amount < 0n ? '−' : '', amountText(amount < 0n ? -amount : amount, 8, 0));
}

/**
 * Returns a gain or a loss in dollars with 8 decimals, rounded down to the cent so that no loss
 * looks smaller: "+$12.50"; "−$3.01" for a loss of $3.001.
 */
export function signedUsdText(amount: bigint): string {
  const shown = amount < 0n ? roundedUp(amount, 8, CENTS) : amount;
  return `${shown > 0n ? '+' : ''}${usdText(shown)}`;
}

export function centsText(cents: bigint): string {
  return usdText(cents * 1_000_000n);
}

/** Returns a model's figure with its sign and a number of significant digits: "+0.45". */
export function modelText(value: number, digits: number): string {
  // A feed can report any number, and "1.2E+30" isn't readable.
  if (!(Math.abs(value) < 1e12)) return '—';
  const size = Math.abs(value) < 1e-9 ? 0 : Math.abs(value);
  const text = size.toLocaleString(notationTag(), { maximumSignificantDigits: digits });
  return `${size === 0 ? '' : value < 0 ? '−' : '+'}${text}`;
}

/** Returns a greek with its sign for a narrow cell: two digits, at most three decimals. */
export function shortGreek(value: number): string {
  return Math.abs(value) < 0.01
    ? modelText(Math.round(value * 1000) / 1000, 1)
    : modelText(value, 2);
}

/** Returns a delta with two decimals and its sign: "−0.45". */
export function deltaText(delta: number): string {
  const hundredths = Math.abs(delta) < 1e9 ? Math.round(Math.abs(delta) * 100) : Number.NaN;
  if (Number.isNaN(hundredths)) return '—';
  const text = (hundredths / 100).toLocaleString(notationTag(), { minimumFractionDigits: CENTS });
  return `${hundredths === 0 ? '' : delta < 0 ? '−' : '+'}${text}`;
}

/** Returns a volatility (a fraction) in whole percent. */
export function volatilityText(volatility: number): string {
  if (!(volatility >= 0 && volatility < 1000)) return '—';
  return i18n.t('numbers.percent', { amount: amountText(BigInt(Math.round(volatility * 100)), 0) });
}

/** Returns a probability (0 to 1) in whole percent, but never as 0 or 100 percent. */
export function chanceText(chance: number): string {
  if (!(chance >= 0 && chance <= 1)) return '—';
  const percent = (amount: number) =>
    i18n.t('numbers.percent', { amount: amountText(BigInt(amount), 0) });
  if (chance < 0.01) return `< ${percent(1)}`;
  if (chance > 0.99) return `> ${percent(99)}`;
  return percent(Math.round(chance * 100));
}

/** Returns contracts with their unit, to two decimals. The size fields show the exact number. */
export function contractsText(contracts: bigint, decimals: number): string {
  return contractsWord(amountText(contracts, decimals, CENTS));
}

/** Returns an amount of a dollar token to the cent, with two decimals. */
export function centsOfToken(amount: bigint, decimals: number): string {
  return withCents(amountText(amount, decimals, CENTS), marks());
}

/** Tokens that are worth a dollar; a hundredth of such a token is a cent. */
const DOLLARS: readonly string[] = ['USDC', 'aBasUSDC'];

/** Returns true for a token whose amounts are shown to the cent. */
export function isDollar(symbol: string | undefined): boolean {
  return symbol !== undefined && DOLLARS.includes(symbol);
}

/**
 * Returns an amount: dollar tokens to the cent, other tokens to six decimals. Show the exact amount
 * on hover.
 */
export function tokenText(
  amount: bigint,
  { symbol, decimals }: { readonly symbol: string | undefined; readonly decimals: number },
): string {
  return isDollar(symbol) ? centsOfToken(amount, decimals) : amountText(amount, decimals);
}

/** Returns a formatted number of contracts with its unit: "1 contract", "0.5 contracts". */
export function contractsWord(written: string): string {
  return i18n.t('numbers.contracts', written === '1' ? 1 : 2, [written]);
}

/** Returns the decimal separator of typed numbers. */
export function decimalMark(): '.' | ',' {
  return i18n.t('numbers.decimal') === ',' ? ',' : '.';
}

/** Returns a multiple or percentage given in hundredths: "5.25", and from a hundred on "416". */
export function shareText(hundredths: bigint): string {
  return amountText(hundredths, CENTS, decimalsOfShare(hundredths));
}

/** Returns basis points as a share without a plus sign: "12.5%", and from 100% on "416%". */
export function plainPercent(bps: bigint): string {
  return i18n.t('numbers.percent', { amount: shareText(bps) });
}

/** Returns basis points as a share with its sign: "+12.5%". */
export function percentText(bps: bigint): string {
  return i18n.t('numbers.percent', { amount: signedText(bps, CENTS) });
}

/**
 * Returns the language tag for numbers: the chosen language without a region. With the browser's
 * region, as in `en-DE`, numbers would look different from the numbers in Condor's texts.
 */
function notationTag(): string {
  return i18n.t('numbers.language');
}

/** Returns the language tag for dates: the browser's tag if it belongs to the chosen language. */
export function languageTag(): string {
  const chosen = i18n.t('numbers.language');
  return navigator.language.startsWith(chosen) ? navigator.language : chosen;
}

function money(sign: string, size: bigint, fraction: number): string {
  return withCurrency(sign, withCents(amountText(size, 8, fraction), marks()));
}

/**
 * Returns an amount with its sign and "$". "<" and ">" precede the currency: "+<$0.000001". A loss
 * that is too small to show is "≈ $0".
 */
function withCurrency(sign: string, amount: string): string {
  const [, bound = '', rest = ''] = /^([<>]?)(.*)$/.exec(amount) ?? [];
  if (bound === '<' && sign === '−')
    return i18n.t('numbers.money', { sign: '≈ ', currency: '$', amount: '0' });
  return i18n.t('numbers.money', { sign: `${sign}${bound}`, currency: '$', amount: rest });
}

/** Returns the exact amount, ungrouped, with the decimal mark that input fields accept. */
export function exactText(amount: bigint, decimals: number): string {
  return exactAmount(amount, decimals).replace('.', decimalMark());
}
