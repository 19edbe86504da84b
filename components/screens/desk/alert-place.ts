import type { AlertRule } from '../../../shared/messages/alerts.ts';
import { priceText } from '../../texts/numbers.ts';
import { productLabel } from '../../texts/product-name.ts';
import type { ChainView } from './use-chains.ts';

/** The desk's page that shows the subject of an alert. */
export type AlertPlace =
  | { readonly page: 'chain'; readonly view: ChainView }
  /** `key` of the position's row. */
  | { readonly page: 'position'; readonly account: string; readonly key: string };

export function alertPlace(rule: AlertRule): AlertPlace {
  switch (rule.kind) {
    case 'spot':
      return { page: 'chain', view: { search: '', asset: rule.asset } };
    case 'order': {
      const { asset, product, strikes, expiry } = rule.structure;
      const prices = strikes.map((strike) => priceText(BigInt(strike)));
      const search = [productLabel(product), ...prices].join(' ');
      return { page: 'chain', view: { search, asset, expiry } };
    }
    default: {
      const { account, option, side } = rule.position;
      return { page: 'position', account, key: `${option.toLowerCase()}:${side}` };
    }
  }
}
