import { i18n } from '#i18n';
import type { TradedFact } from '../../shared/approvals/facts/amounts.ts';

/** Returns a known product's name in the chosen language; for an unknown product, a description. */
export function productOfTraded({ product, guess }: TradedFact): string {
  return i18n.t(
    product === undefined ? `products.guess.${guess ?? 'option'}` : `products.${product}`,
  );
}

export function tradedAsset({ asset }: TradedFact): string {
  return asset ?? i18n.t('fill.unknownAsset');
}

/** Returns asset and product as within a sentence: "ETH call spread". */
export function tradedText(traded: TradedFact): string {
  const product = productOfTraded(traded);
  const isEnglish = i18n.t('numbers.language') === 'en';
  return `${tradedAsset(traded)} ${isEnglish ? product.toLowerCase() : product}`;
}
