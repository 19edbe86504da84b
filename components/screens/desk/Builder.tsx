import { Blocks } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { i18n } from '#i18n';
import { type LegProblem, liveLegs, toggleLeg } from '../../../shared/desk/build.ts';
import { type Combination, combine, type Pick } from '../../../shared/desk/combine.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useWide } from '../../hooks/use-wide.ts';
import { FocusedRegion } from '../../ui/FocusedRegion.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OrderTicket } from '../trade/ticket/OrderTicket.tsx';
import { Beside } from './Beside.tsx';
import { BuilderLegs } from './BuilderLegs.tsx';
import { Chains } from './ChainPage.tsx';
import { Combined } from './Combined.tsx';
import { LegFills } from './LegFills.tsx';
import type { ChainView } from './use-chains.ts';
import { useDeskOrders } from './use-desk-orders.ts';
import type { LegFillsView, ReviewedLeg } from './use-leg-fills.ts';

/** A trade by hand: prices of the chain become legs, and the legs one picture and one review. */
export function Builder(props: {
  legs: readonly Pick[];
  onLegs: (legs: readonly Pick[]) => void;
  view: ChainView;
  onView: (view: ChainView) => void;
  /** The reviewed legs, and the way to review some. */
  fills: LegFillsView | undefined;
  onReview: (legs: readonly ReviewedLeg[], combination: Combination) => void;
  onLeaveFills: () => void;
  onFilled: () => void;
}) {
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
      // Legs under review or being filled stay as they are.
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
  const panel =
    fills !== undefined ? (
      <FocusedRegion label={i18n.t('desk.reviewLegs')}>
        <LegFills fills={fills} onBack={props.onLeaveFills} onFilled={props.onFilled} />
      </FocusedRegion>
    ) : structure !== undefined ? (
      <FocusedRegion label={i18n.t('ticket.order')}>
        <OrderTicket
          digest={structure.row.digest}
          size={{ by: 'contracts', amount: structure.contracts }}
          onBack={() => setStructure(undefined)}
          onFilled={props.onFilled}
        />
      </FocusedRegion>
    ) : legs.length === 0 ? (
      <div className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center text-sm text-muted">
        <Blocks aria-hidden size={28} />
        <p className="text-balance">{i18n.t('desk.noLegs')}</p>
        {problem === undefined ? null : (
          <Notice tone="warn">{i18n.t(`desk.leg.${problem}`)}</Notice>
        )}
      </div>
    ) : (
      <section aria-label={i18n.t('desk.builder')} className="flex flex-col gap-4 p-4">
        {problem === undefined ? null : (
          <Notice tone="warn">{i18n.t(`desk.leg.${problem}`)}</Notice>
        )}
        <BuilderLegs legs={legs} onLegs={onLegs} />
        {combination === undefined || spot === undefined ? (
          <Notice tone="warn">{i18n.t('desk.noSpot')}</Notice>
        ) : (
          <Combined
            combination={combination}
            legs={legs}
            spot={spot.price}
            onStructure={(row, contracts) => setStructure({ row, contracts })}
            onLegs={(reviewed) => props.onReview(reviewed, combination)}
          />
        )}
      </section>
    );
  const list = (
    <Chains
      picked={picked}
      left={undefined}
      shown={props.view}
      onShow={props.onView}
      onPick={onPick}
      isAbove={!isWide}
    />
  );
  if (isWide) return <Beside list={list}>{panel}</Beside>;
  // On a narrow page the fills take the place of the chain.
  if (fills !== undefined || structure !== undefined) return panel;
  return (
    <div className="flex flex-col">
      <div className="border-b border-line">{list}</div>
      {panel}
    </div>
  );
}
