import { i18n } from '#i18n';
import type { ListedSpot } from '../../../../shared/messages/market.ts';
import { toPrice8 } from '../../../../shared/units.ts';
import { MINUTE_MS, useNow } from '../../../hooks/use-now.ts';
import { leftUntil, localTime, utcTime } from '../../../texts/times.ts';
import { SpotPrice } from '../../../ui/SpotPrice.tsx';

/** Shows the heading of a group of orders: the asset with its spot price, and the expiry. */
export function GroupHead(props: {
  asset: string;
  /** Undefined when neither source has a price. */
  spot: ListedSpot | undefined;
  /** Unix seconds. */
  expiry: number;
}) {
  const { asset, spot, expiry } = props;
  const now = useNow(MINUTE_MS);
  return (
    <span className="flex min-h-7 w-full flex-wrap items-baseline justify-between gap-x-3 border-y border-line bg-raised px-2.5 py-1 text-xs">
      <SpotPrice
        className="font-semibold"
        asset={asset}
        spot={spot && { ...spot, price: toPrice8(spot.price) }}
      />
      <span className="text-muted" title={utcTime(expiry)}>
        {i18n.t('orders.expires', { time: localTime(expiry), left: leftUntil(expiry, now) })}
      </span>
    </span>
  );
}
