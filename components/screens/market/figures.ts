import { i18n } from '#i18n';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { languageTag } from '../../ui/numbers.ts';
import { productLabel } from '../../ui/product-name.ts';

const DOLLARS = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;

/** Dollars without cents; model values of statistics. A dash for what is unknown. */
export function dollarText(value: number | undefined): string {
  if (value === undefined) return '—';
  const fraction = value !== 0 && value < 100 ? 2 : 0;
  return value.toLocaleString(languageTag(), {
    ...DOLLARS,
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  });
}

/** The same in few letters, for headlines: "$1.2M". The full value belongs beside it. */
export function shortDollars(value: number | undefined): string {
  if (value === undefined || value < 100_000) return dollarText(value);
  return value.toLocaleString(languageTag(), {
    ...DOLLARS,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
}

export function countText(value: number | undefined): string {
  if (value === undefined) return '—';
  return value.toLocaleString(languageTag());
}

/** The same in few letters, for headlines: "12.3M". The full number belongs beside it. */
export function shortCount(value: number | undefined): string {
  if (value === undefined || value < 10_000_000) return countText(value);
  return value.toLocaleString(languageTag(), { notation: 'compact', maximumFractionDigits: 1 });
}

/** A share in percent, without its sign: "33.33". */
export function rateText(percent: number): string {
  return percent.toLocaleString(languageTag(), { maximumFractionDigits: 2 });
}

/** A day of the statistics: "21 Nov". Days are in UTC. */
export function dayText(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(languageTag(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}

/** A product in words; what an indexer calls otherwise stays as it says. */
export function productText(name: string): string {
  const known = PRODUCT_NAMES.find((product) => product === name);
  return known === undefined ? name : productLabel(known);
}

export function tradesText(count: number): string {
  return i18n.t('market.trades', count);
}
