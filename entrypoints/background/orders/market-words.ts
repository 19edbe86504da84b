import { i18n } from '#i18n';
import { formatAmount } from '../../../shared/format.ts';
import type { OrderDescription } from '../../../shared/orders/describe.ts';

/** Base units in the chosen language, cut off towards zero; see `formatAmount`. */
export function amountWords(amount: bigint, decimals: number, fraction?: number): string {
  const marks = { group: i18n.t('numbers.group'), decimal: i18n.t('numbers.decimal') };
  return formatAmount(amount, decimals, fraction, marks);
}

/**
 * Dollars with 8 decimals: a price of several digits to the cent, a small one to six decimals. Cents
 * are two digits or none.
 */
export function priceWords(price: bigint): string {
  const text = amountWords(price, 8, price >= 100_00000000n ? 2 : 6);
  const decimal = i18n.t('numbers.decimal');
  const [whole = '', rest = ''] = text.split(decimal);
  const isBare = price % 100_000_000n === 0n || text.startsWith('<');
  const amount = isBare ? text : `${whole}${decimal}${rest.padEnd(2, '0')}`;
  return i18n.t('numbers.money', { sign: '', currency: '$', amount });
}

/** No product has more strikes; an order that names more is refused, and need not be read whole. */
const MOST_STRIKES = 4;

/** Strikes in one line. */
export function strikesWords(strikes: readonly bigint[]): string {
  const named = strikes.slice(0, MOST_STRIKES).map(priceWords).join(' · ');
  const rest = strikes.length - MOST_STRIKES;
  return rest > 0 ? `${named} … (+${rest})` : named;
}

/** US cents as dollars with two decimals: "$1,234.50". */
export function centsWords(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  const rest = (size % 100n).toString().padStart(2, '0');
  const amount = `${amountWords(size / 100n, 0)}${i18n.t('numbers.decimal')}${rest}`;
  return i18n.t('numbers.money', { sign: cents < 0n ? '−' : '', currency: '$', amount });
}

/** The last moment that a date can hold, in seconds: chains may tell of later ones. */
const LATEST = 8_640_000_000_000;

const TO_THE_MINUTE = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const satisfies Intl.DateTimeFormatOptions;

/** A moment in UTC to the minute, as the chosen language writes it: "21 Nov 2026, 08:00 UTC". */
export function utcWords(seconds: number): string {
  return timeWords(seconds, { ...TO_THE_MINUTE, timeZone: 'UTC', timeZoneName: 'short' });
}

/** The same moment in the user's own zone: "21 Nov 2026, 09:00". UTC belongs beside it. */
export function localWords(seconds: number): string {
  return timeWords(seconds, TO_THE_MINUTE);
}

/** A moment as a row or a check tells it: in the user's own zone, in UTC on hover. */
export function momentRow(seconds: number): { value: string; full: string } {
  return { value: localWords(seconds), full: utcWords(seconds) };
}

function timeWords(seconds: number, options: Intl.DateTimeFormatOptions): string {
  if (!(Math.abs(seconds) < LATEST)) return i18n.t('times.unknown');
  return new Date(seconds * 1000).toLocaleString(i18n.t('numbers.language'), options);
}

/** A known product as the chosen language calls it; for an unknown one what it seems to be. */
export function productWords({ product, guess }: OrderDescription): string {
  return product === undefined
    ? i18n.t(`products.guess.${guess ?? 'option'}`)
    : i18n.t(`products.${product.name}`);
}

/** "ETH call spread": within a sentence English writes a product's name small. */
export function tradedWords(description: OrderDescription): string {
  const product = productWords(description);
  const isEnglish = i18n.t('numbers.language') === 'en';
  const asset = description.asset ?? i18n.t('fill.unknownAsset');
  return `${asset} ${isEnglish ? product.toLowerCase() : product}`;
}
