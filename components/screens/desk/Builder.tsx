import { Blocks } from 'lucide-react';
import { i18n } from '#i18n';
import { FocusedRegion } from '../../ui/FocusedRegion.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OrderTicket } from '../trade/ticket/OrderTicket.tsx';
import { Beside } from './Beside.tsx';
import { BuilderLegs } from './BuilderLegs.tsx';
import { Chains } from './ChainPage.tsx';
import { Combined } from './Combined.tsx';
import { LegFills } from './LegFills.tsx';
import { type BuilderProps, useBuilder } from './use-builder.ts';

/** Builds a trade: chosen quotes become legs, which share one chart and one review. */
export function Builder(props: BuilderProps) {
  return <BuilderView {...props} {...useBuilder(props)} />;
}

type Build = ReturnType<typeof useBuilder>;
type Shown = Build & Omit<BuilderProps, 'legs'>;

export function BuilderView(props: Shown) {
  const { fills, isWide, structure } = props;
  const panel = <Panel {...props} />;
  const list = (
    <Chains
      picked={props.picked}
      left={undefined}
      shown={props.view}
      onShow={props.onView}
      onPick={props.onPick}
      isAbove={!isWide}
    />
  );
  if (isWide) return <Beside list={list}>{panel}</Beside>;
  // On a narrow page, the panel replaces the chain.
  if (fills !== undefined || structure !== undefined) return panel;
  return (
    <div className="flex flex-col">
      <div className="border-b border-line">{list}</div>
      {panel}
    </div>
  );
}

/** Shows the review or the fills, the ticket of a whole structure, or the legs with their chart. */
function Panel(props: Shown) {
  const { onLegs, fills, problem, structure, legs, combination, spot } = props;
  if (fills !== undefined)
    return (
      <FocusedRegion label={i18n.t('desk.reviewLegs')}>
        <LegFills fills={fills} onBack={props.onLeaveFills} onFilled={props.onFilled} />
      </FocusedRegion>
    );
  if (structure !== undefined)
    return (
      <FocusedRegion label={i18n.t('ticket.order')}>
        <OrderTicket
          digest={structure.row.digest}
          size={{ by: 'contracts', amount: structure.contracts }}
          onBack={() => props.setStructure(undefined)}
          onFilled={props.onFilled}
        />
      </FocusedRegion>
    );
  const note =
    problem === undefined ? null : <Notice tone="warn">{i18n.t(`desk.leg.${problem}`)}</Notice>;
  if (legs.length === 0)
    return (
      <div className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center text-sm text-muted">
        <Blocks aria-hidden size={28} />
        <p className="text-balance">{i18n.t('desk.noLegs')}</p>
        {note}
      </div>
    );
  return (
    <section aria-label={i18n.t('desk.builder')} className="flex flex-col gap-4 p-4">
      {note}
      <BuilderLegs legs={legs} onLegs={onLegs} />
      {combination === undefined || spot === undefined ? (
        <Notice tone="warn">{i18n.t('desk.noSpot')}</Notice>
      ) : (
        <Combined
          combination={combination}
          legs={legs}
          spot={spot.price}
          onStructure={(row, contracts) => props.setStructure({ row, contracts })}
          onLegs={(reviewed) => props.onReview(reviewed, combination)}
          onTry={() =>
            props.onTry(combination.fills.map(({ row, contracts }) => ({ row, spot, contracts })))
          }
        />
      )}
    </section>
  );
}
