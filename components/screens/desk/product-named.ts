import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { productLabel } from '../../texts/product-name.ts';

/** Returns the label of a product that a sum names; that of an unknown one for any other name. */
export function productNamed(name: string): string {
  return productLabel(PRODUCT_NAMES.find((product) => product === name));
}
