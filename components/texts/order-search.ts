import { i18n } from '#i18n';
import type { OrderRow } from '../../shared/messages/market.ts';
import { productLabel } from './product-name.ts';

/** Separators between the words of a text. */
const BETWEEN = /[\s\-–·]+/;

/** Returns a row's words for a search, each after a space. */
export function searchableText(row: OrderRow): string {
  const side = i18n.t(row.side === 'buy' ? 'orders.buy' : 'orders.sell');
  const text = `${row.asset} ${productLabel(row.product)} ${row.structure} ${side} ${row.strikes.join(' ')} ${row.collateralSymbol}`;
  return ` ${text.toLowerCase().split(BETWEEN).join(' ')}`;
}

/** Splits a search into prefixes of words. A formatted price becomes a plain number. */
export function searchedWords(search: string): readonly string[] {
  const group = i18n.t('numbers.group');
  const decimal = i18n.t('numbers.decimal');
  return search
    .toLowerCase()
    .split(BETWEEN)
    .map((word) => word.replace(/^\$|\$$/g, ''))
    .filter((word) => word !== '')
    .map((word) => {
      if (!/^\d[\d.,]*$/.test(word)) return word;
      const [whole = '', fraction = ''] = word.replaceAll(group, '').split(decimal);
      const cut = fraction.replace(/0+$/, '');
      return cut === '' ? whole : `${whole}.${cut}`;
    });
}

/** Returns true if each of the searched beginnings starts a word of the row's text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(` ${word}`));
}
