import { i18n } from '#i18n';
import { PRICE_FEEDS } from '../../../../shared/chain/deployments.ts';
import type { ProductName } from '../../../../shared/chain/implementations.ts';
import type { OrderFilter } from '../../../../shared/messages/order-filter.ts';
import { product } from '../../../../shared/orders/products.ts';
import { askedProducts } from '../../../../shared/quotations/new-option.ts';
import { decimalMark } from '../../../texts/numbers.ts';
import { searchedWords } from '../../../texts/order-search.ts';
import { productLabel } from '../../../texts/product-name.ts';

/** An option to ask makers for, as far as the order list's filter describes one. */
export interface Prefill {
  readonly asset: string;
  readonly product: ProductName;
  readonly isBuyer: boolean;
  /** As text; empty unless the search has as many numbers as the product has strikes. */
  readonly strikes: readonly string[];
  /** Unix seconds, a number of days like "7d", or empty for any. */
  readonly expiry: string;
}

/** Prefills the request form from the filter and the search of the order list. */
export function prefillOf(filter: OrderFilter | undefined): Prefill {
  const words = searchedWords(filter?.search ?? '');
  const asset =
    PRICE_FEEDS.find((feed) => feed.asset === filter?.asset)?.asset ??
    PRICE_FEEDS.find((feed) => words.includes(feed.asset.toLowerCase()))?.asset ??
    'ETH';
  const products = askedProducts(asset);
  const chosen =
    products.find((name) => name === filter?.product) ?? searchedProduct(products, words) ?? 'PUT';
  const numbers = words.filter((word) => /^\d+(?:\.\d+)?$/.test(word));
  const isSale = filter?.side === 'sell' || words.includes(i18n.t('orders.sell').toLowerCase());
  return {
    asset,
    product: chosen,
    isBuyer: !isSale,
    strikes:
      numbers.length === product(chosen).strikeCount
        ? numbers.map((word) => word.replace('.', decimalMark()))
        : [],
    expiry: filter?.expiry ?? '',
  };
}

/** Returns the product with the longest name whose words are all in the search. */
function searchedProduct(
  products: readonly ProductName[],
  words: readonly string[],
): ProductName | undefined {
  const wordsOfName = (name: ProductName) =>
    productLabel(name)
      .toLowerCase()
      .split(/[\s-]+/);
  const [longest] = products
    .filter((name) => wordsOfName(name).every((word) => words.includes(word)))
    .sort((a, b) => wordsOfName(b).length - wordsOfName(a).length);
  return longest;
}
