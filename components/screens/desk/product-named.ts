import { i18n } from '#i18n';
import { PRODUCT_TEXTS } from '../../../shared/orders/product-texts.ts';

/** Returns the label of a product that a sum names; that of an unknown one for any other name. */
export function productNamed(name: string): string {
  const [, key] = Object.entries(PRODUCT_TEXTS).find(([product]) => product === name) ?? [];
  return i18n.t(key ?? 'products.unknown');
}
