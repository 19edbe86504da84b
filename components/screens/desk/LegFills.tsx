import { i18n } from '#i18n';
import { worthSymbol } from '../../../shared/chain/lending.ts';
import { cashOf } from '../../../shared/desk/offer.ts';
import { contractsText } from '../../texts/numbers.ts';
import { getUsd, payText, payUsd } from '../../texts/payments.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Step, StepList } from '../../ui/StepList.tsx';
import { FillProgress } from '../trade/ticket/FillProgress.tsx';
import { CombinedFigures } from './CombinedFigures.tsx';
import { quoteName } from './quote-name.ts';
import type { LegFillsView, LegState, ReviewedLeg } from './use-leg-fills.ts';

/** One review of several fills, then the progress of each. Each has its own confirmations. */
export function LegFills(props: {
  fills: LegFillsView;
  /** Leaves; the fills go on while they are under way. */
  onBack: () => void;
  onFilled: () => void;
}) {
  const { legs, ids, states, doneCount, hasFailed, begin, problem, combination } = props.fills;
  const current = ids.at(-1);
  const isPartly = doneCount !== 0 && doneCount !== legs.length;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-3 p-4">
      {ids.length === 0 ? (
        <PageHeader
          title={i18n.t('desk.reviewLegs')}
          backLabel={i18n.t('ui.back')}
          onBack={props.onBack}
        />
      ) : null}
      <StepList
        label={i18n.t('desk.fillsInOrder')}
        steps={legs.map((leg, index) => ({
          ...stepOf(leg),
          state: ids.length === 0 ? index + 1 : STATES[states[index] ?? 'waiting'],
        }))}
      />
      {ids.length === 0 ? (
        <>
          <CombinedFigures combination={combination} />
          <Notice>{i18n.t('desk.legsHow', legs.length)}</Notice>
        </>
      ) : null}
      {isPartly && hasFailed ? (
        <Notice tone="warn">
          {i18n.t('desk.legsPartly', { done: doneCount, all: legs.length })}
        </Notice>
      ) : null}
      <Notice tone="bad">{problem}</Notice>
      {ids.length === 0 || problem !== undefined ? (
        <Button disabled={begin.isRunning} onClick={() => void begin.run(doneCount)}>
          {i18n.t(ids.length === 0 ? 'desk.beginLegs' : 'progress.again')}
        </Button>
      ) : null}
      {current === undefined ? null : (
        <FillProgress
          key={current}
          id={current}
          onBack={props.onBack}
          onAgain={() => void begin.run(doneCount)}
          onPositions={props.onFilled}
        />
      )}
    </div>
  );
}

const STATES = {
  waiting: 'ahead',
  'under way': 'running',
  done: 'done',
  failed: 'failed',
} as const satisfies Record<LegState, Step['state']>;

function stepOf({ fill }: ReviewedLeg): Omit<Step, 'state'> {
  const { row, quote, decimals } = fill;
  const cash = cashOf(fill);
  const locked = `${payText(quote.collateral, { symbol: row.collateralSymbol, decimals })} ${worthSymbol(row.collateralSymbol)}`;
  return {
    key: row.digest,
    title: `${quoteName(row)} · ${contractsText(fill.contracts, decimals)}`,
    note:
      row.side === 'buy'
        ? i18n.t('desk.legPays', { amount: payUsd(-cash) })
        : i18n.t('desk.legReceives', { amount: getUsd(cash), locked }),
  };
}
