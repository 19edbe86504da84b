import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import { productLabel } from '../../texts/product-name.ts';

/** Returns the label of a product by its name in sums; "option" for an unknown name. */
export function productNamed(name: string): string {
  return productLabel(PRODUCT_NAMES.find((product) => product === name));
}
