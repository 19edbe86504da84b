import { useMemo, useState } from 'react';
import { smileOf, termStructure } from '../../../shared/desk/volatility.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { useDeskOrders } from './use-desk-orders.ts';

/** Returns the volatility of an asset's live orders by strike and by expiry. */
export function useVolatility() {
  const orders = useDeskOrders();
  const { view, expiries, chainOf, hasAny, emptyState } = orders;
  const [chosen, setChosen] = useState<{ asset?: string; expiry?: number }>({});
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const { assets, asset, spot } = orders.chooseAsset(chosen.asset);
  const ofAsset = useMemo(
    () => expiries.filter((quoted) => quoted.asset === asset).map(chainOf),
    [expiries, chainOf, asset],
  );
  const chain = ofAsset.find(({ expiry }) => expiry === chosen.expiry) ?? ofAsset[0];
  const market = useMemo(() => ({ spot, now: unixSeconds(now) }), [spot, now]);
  const smile = useMemo(() => (chain === undefined ? [] : smileOf(chain, market)), [chain, market]);
  const terms = useMemo(() => termStructure(ofAsset, market), [ofAsset, market]);
  return {
    view,
    hasAny,
    emptyState,
    assets,
    asset,
    ofAsset,
    chain,
    spot,
    smile,
    terms,
    choose: setChosen,
  };
}
