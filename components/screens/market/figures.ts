import { i18n } from '#i18n';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { languageTag, notationTag } from '../../texts/numbers.ts';
import { productLabel } from '../../texts/product-name.ts';

const DOLLARS = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;

/** Returns dollars without cents, for statistics. A dash when unknown. */
export function dollarText(value: number | undefined): string {
  if (value === undefined) return '—';
  const fraction = value !== 0 && value < 100 ? 2 : 0;
  return value.toLocaleString(notationTag(), {
    ...DOLLARS,
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  });
}

/** Returns the same abbreviated for headlines: "$1.2M". Show the full value beside it. */
export function shortDollars(value: number | undefined): string {
  if (value === undefined || value < 100_000) return dollarText(value);
  return value.toLocaleString(notationTag(), {
    ...DOLLARS,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
}

export function countText(value: number | undefined): string {
  if (value === undefined) return '—';
  return value.toLocaleString(notationTag());
}

/** Returns a number abbreviated for headlines: "12.3M". Show the full number beside it. */
export function shortCount(value: number | undefined): string {
  if (value === undefined || value < 10_000_000) return countText(value);
  return value.toLocaleString(notationTag(), { notation: 'compact', maximumFractionDigits: 1 });
}

/** Returns a share in percent, without its sign: "33.33". */
export function rateText(percent: number): string {
  return percent.toLocaleString(notationTag(), { maximumFractionDigits: 2 });
}

/** Returns a day of the statistics: "21 Nov". Days are in UTC. */
export function dayText(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(languageTag(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}

/** Returns the name of a product; an unknown one keeps the indexer's name. */
export function productText(name: string): string {
  const known = PRODUCT_NAMES.find((product) => product === name);
  return known === undefined ? name : productLabel(known);
}

export function tradesText(count: number): string {
  return i18n.t('market.trades', count);
}
