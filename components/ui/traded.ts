import { i18n } from '#i18n';
import type { TradedFact } from '../../shared/approvals/facts/amounts.ts';

/** A known product in the chosen language; for an unknown one what it seems to be. */
export function productOfTraded({ product, guess }: TradedFact): string {
  return product === undefined
    ? i18n.t(`products.guess.${guess ?? 'option'}`)
    : i18n.t(`products.${product}`);
}

export function assetOfTraded({ asset }: TradedFact): string {
  return asset ?? i18n.t('fill.unknownAsset');
}

/** "ETH call spread": within a sentence English writes a product's name small. */
export function tradedText(traded: TradedFact): string {
  const product = productOfTraded(traded);
  const isEnglish = i18n.t('numbers.language') === 'en';
  return `${assetOfTraded(traded)} ${isEnglish ? product.toLowerCase() : product}`;
}
