import { useCallback, useMemo, useRef, useState } from 'react';
import { type LegProblem, liveLegs, toggleLeg } from '../../../shared/desk/build.ts';
import { type Combination, combine, type Pick } from '../../../shared/desk/combine.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useWide } from '../../hooks/use-wide.ts';
import type { DeskQuote } from './figure-rows.ts';
import type { ChainView } from './use-chains.ts';
import { useDeskOrders } from './use-desk-orders.ts';
import type { LegFillsView } from './use-leg-fills.ts';

export interface BuilderProps {
  legs: readonly Pick[];
  onLegs: (legs: readonly Pick[]) => void;
  view: ChainView;
  onView: (view: ChainView) => void;
  /** The legs under review. */
  fills: LegFillsView | undefined;
  onReview: (legs: readonly DeskFill[], combination: Combination) => void;
  onLeaveFills: () => void;
  onFilled: () => void;
  /** Adds quotes to the portfolio's chart. */
  onTry: (quotes: readonly DeskQuote[]) => void;
}

/** Returns a trade's legs as live orders, their combination, and a function that adds a quote. */
export function useBuilder(props: BuilderProps) {
  const { onLegs, fills } = props;
  const isWide = useWide();
  const [problem, setProblem] = useState<LegProblem>();
  const [structure, setStructure] = useState<{
    readonly row: OrderRow;
    readonly contracts: bigint;
  }>();
  const { rows, view } = useDeskOrders();
  const seconds = Math.floor(useNow() / 1000);
  const legs = useMemo(() => liveLegs(props.legs, rows, seconds), [props.legs, rows, seconds]);
  const picked = useMemo(() => props.legs.map(({ row }) => termsKey(row)), [props.legs]);
  const latest = useRef(props.legs);
  latest.current = props.legs;
  const isFilling = fills !== undefined;
  const onPick = useCallback(
    (row: OrderRow) => {
      // Legs under review or being filled don't change.
      if (isFilling) return;
      const next = toggleLeg(latest.current, row);
      setProblem(typeof next === 'string' ? next : undefined);
      if (typeof next !== 'string') onLegs(next);
    },
    [onLegs, isFilling],
  );
  const asset = legs[0]?.row.asset;
  const spot = asset === undefined ? undefined : view?.spot[asset];
  const combination = useMemo(
    () => (spot === undefined ? undefined : combine(legs, rows, spot)),
    [legs, rows, spot],
  );
  return { isWide, problem, structure, setStructure, legs, picked, onPick, spot, combination };
}
