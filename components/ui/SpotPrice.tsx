import { i18n } from '#i18n';
import type { ListedSpot } from '../../shared/messages/market.ts';
import type { Price8 } from '../../shared/units.ts';
import { priceText } from '../texts/numbers.ts';

/** Shows an asset's spot price; the title names the price's source. */
export function SpotPrice(props: {
  asset: string;
  /** Undefined when neither source has a price. */
  spot: { readonly price: Price8; readonly source: ListedSpot['source'] } | undefined;
  className?: string;
}) {
  const { asset, spot } = props;
  return (
    <span className={props.className} title={i18n.t(sourceKey(spot?.source), { asset })}>
      {i18n.t('orders.spot', { asset, price: spot === undefined ? '—' : priceText(spot.price) })}
    </span>
  );
}

function sourceKey(source: ListedSpot['source'] | undefined) {
  if (source === undefined) return 'orders.spotUnknown';
  return source === 'chain' ? 'orders.spotOnChain' : 'orders.spotWhy';
}
