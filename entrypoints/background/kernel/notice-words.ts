import { i18n } from '#i18n';
import type { ProductName } from '../../../shared/chain/implementations.ts';
import { formatAmount, formatPrice, type NumberMarks, withCents } from '../../../shared/format.ts';
import type { Price8 } from '../../../shared/units.ts';

/** Texts of browser notifications in the user's language. */
export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/** Terms that name an option; strikes in dollars with 8 decimals. */
export interface OptionName {
  readonly asset?: string;
  readonly product?: ProductName;
  readonly strikes: Price8[];
}

const marks = (): NumberMarks => ({
  group: i18n.t('numbers.group'),
  decimal: i18n.t('numbers.decimal'),
});

/** Formats a price in dollars with 8 decimals; see `formatPrice`. */
export function noticePrice(price: bigint): string {
  return i18n.t('numbers.money', {
    sign: '',
    currency: '$',
    amount: formatPrice(price, marks()),
  });
}

/** Formats dollars with 8 decimals to the cent. A negative amount gets a minus. */
export function noticeUsd(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  return i18n.t('numbers.money', {
    sign: amount < 0n ? '−' : '',
    currency: '$',
    amount: withCents(formatAmount(size, 8, 2, marks()), marks()),
  });
}

/** Formats a token amount, given in base units, with its symbol. */
export function noticeAmount(units: bigint, decimals: number, symbol: string): string {
  return `${formatAmount(units, decimals, 6, marks())} ${symbol}`;
}

/** Returns an option's name: "ETH Put $2,500". */
export function nameText({ asset, product, strikes }: OptionName): string {
  const prices = strikes.map(noticePrice).join(' · ');
  return `${asset ?? i18n.t('positions.unknownAsset')} ${i18n.t(`products.${product ?? 'unknown'}`)} ${prices}`;
}
