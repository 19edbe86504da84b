import { useMemo, useState } from 'react';
import { type Outlook, quotesFor, type Ranking } from '../../../shared/desk/outlook.ts';
import { termStructure } from '../../../shared/desk/volatility.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { useDeskOrders } from './use-desk-orders.ts';

const SHOWN = 20;

interface Wish {
  readonly asset?: string;
  readonly outlook: Outlook;
  readonly ranking: Ranking;
}

/** Returns the live quotes that profit most from an expectation. */
export function useIdeas() {
  const [wish, onWish] = useState<Wish>({ outlook: 'up', ranking: 'gain' });
  const orders = useDeskOrders();
  const { expiries, chainOf, rows, hasAny, emptyState } = orders;
  const minute = Math.floor(useNow(MINUTE_MS) / 1000);
  const { assets, asset, spot } = orders.chooseAsset(wish.asset);
  const { outlook, ranking } = wish;
  const quotes = useMemo(() => {
    if (spot === undefined) return [];
    const now = unixSeconds(minute);
    const term = termStructure(expiries.filter((quoted) => quoted.asset === asset).map(chainOf), {
      spot,
      now,
    });
    const volatilityAt = (expiry: number) =>
      term.find((point) => point.expiry === expiry)?.volatility;
    const own = rows.filter((row) => row.asset === asset);
    return quotesFor(outlook, own, { spot, now, volatilityAt, ranking }).slice(0, SHOWN);
  }, [rows, expiries, chainOf, asset, spot, minute, outlook, ranking]);
  return { wish, onWish, hasAny, emptyState, assets, asset, spot, quotes, now: minute * 1000 };
}
