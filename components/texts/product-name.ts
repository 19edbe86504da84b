import { i18n } from '#i18n';
import type { ProductName } from '../../shared/chain/implementations.ts';

/** Returns a product's name in the chosen language; "option" for an unknown product. */
export function productLabel(product: ProductName | undefined): string {
  return i18n.t(`products.${product ?? 'unknown'}`);
}
