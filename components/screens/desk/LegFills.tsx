import { Check, Circle, CircleX, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { i18n } from '#i18n';
import { worthSymbol } from '../../../shared/chain/lending.ts';
import type { LiveLeg } from '../../../shared/desk/build.ts';
import type { Combination } from '../../../shared/desk/combine.ts';
import { cashOf, type DeskFill } from '../../../shared/desk/offer.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { FillStage } from '../../../shared/messages/ticket.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { amountText, contractsText, usdText } from '../../texts/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { FillProgress } from '../ticket/FillProgress.tsx';
import { CombinedFigures } from './CombinedFigures.tsx';
import { quoteName } from './quote-name.ts';

/** A leg as the user agreed to it. */
export interface ReviewedLeg {
  readonly fill: DeskFill;
  /** Per contract, with 8 decimals. */
  readonly price: string;
}

const DONE: readonly FillStage[] = ['mined', 'indexed', 'not indexed'];

/**
 * One review of several fills, which then run one after another. Each has its own confirmations; the
 * next one begins when the receipt of the last one is proven, and none after a failure.
 */
export function LegFills(props: {
  legs: readonly ReviewedLeg[];
  /** All legs together, as the user agreed to them. */
  combination: Combination;
  /** The best quotes of the same legs now. */
  live: readonly LiveLeg[];
  /** Leaves, with the number of legs that are filled: they are positions now. */
  onBack: (filled: number) => void;
  onFilled: () => void;
}) {
  const { legs, live } = props;
  const call = useWalletCall();
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const toleranceBps = useSnapshot((snapshot) => snapshot.priceToleranceBps) ?? 0;
  const fills = useSnapshot((snapshot) => snapshot.fills) ?? [];
  /** The account of the review, which stays that of all fills. */
  const [owner] = useState(selected);
  /** Fills that were started, in the order of the legs. */
  const [ids, setIds] = useState<readonly string[]>([]);
  const begin = useAction(async (index: number) => {
    const leg = legs[index];
    if (leg === undefined || owner === undefined) return;
    const terms = termsKey(leg.fill.row);
    const now = live.find(({ row }) => termsKey(row) === terms);
    if (now?.isLive !== true) throw new Error(i18n.t('desk.legEnded'));
    const { id } = await call('fills.start', {
      digest: now.row.digest,
      contracts: leg.fill.contracts.toString(),
      agreedPrice: leg.price,
      toleranceBps,
      account: owner,
    });
    setIds((known) => [...known.slice(0, index), id]);
  });
  const stageOf = (index: number) => fills.find(({ id }) => id === ids[index])?.stage;
  const doneCount = ids.filter((_, index) => DONE.includes(stageOf(index) ?? 'failed')).length;
  const isNext = ids.length > 0 && doneCount === ids.length && doneCount < legs.length;
  const canBegin = isNext && !begin.isRunning && begin.problem === undefined;
  const { run } = begin;
  useEffect(() => {
    if (canBegin) void run(doneCount);
  }, [canBegin, run, doneCount]);
  const current = ids.at(-1);
  const hasFailed = stageOf(ids.length - 1) === 'failed' || begin.problem !== undefined;
  const isPartly = doneCount !== 0 && doneCount !== legs.length;
  const back = () => props.onBack(doneCount);
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-3 p-4">
      {ids.length === 0 ? (
        <PageHeader title={i18n.t('desk.reviewLegs')} backLabel={i18n.t('ui.back')} onBack={back} />
      ) : null}
      <ol className="flex flex-col gap-2" aria-label={i18n.t('desk.fillsInOrder')}>
        {legs.map((leg, index) => (
          <LegLine
            key={leg.fill.row.digest}
            leg={leg}
            state={stateOf(stageOf(index), index < ids.length)}
          />
        ))}
      </ol>
      {ids.length === 0 ? (
        <>
          <CombinedFigures combination={props.combination} />
          <Notice>{i18n.t('desk.legsHow', legs.length)}</Notice>
        </>
      ) : null}
      {isPartly && hasFailed ? (
        <Notice tone="warn">
          {i18n.t('desk.legsPartly', { done: doneCount, all: legs.length })}
        </Notice>
      ) : null}
      {begin.problem === undefined ? null : <Notice tone="bad">{begin.problem}</Notice>}
      {ids.length === 0 || begin.problem !== undefined ? (
        <Button disabled={begin.isRunning} onClick={() => void begin.run(doneCount)}>
          {i18n.t(ids.length === 0 ? 'desk.beginLegs' : 'progress.again')}
        </Button>
      ) : null}
      {current === undefined ? null : (
        <FillProgress
          key={current}
          id={current}
          onBack={back}
          onAgain={() => void begin.run(ids.length - 1)}
          onPositions={props.onFilled}
        />
      )}
    </div>
  );
}

type State = 'waiting' | 'under way' | 'done' | 'failed';

function stateOf(stage: FillStage | undefined, isStarted: boolean): State {
  if (!isStarted) return 'waiting';
  if (stage === undefined || stage === 'failed') return 'failed';
  return DONE.includes(stage) ? 'done' : 'under way';
}

const STATES = {
  waiting: { icon: Circle, text: 'desk.legWaits', className: 'text-muted' },
  'under way': { icon: LoaderCircle, text: 'desk.legRuns', className: 'text-accent' },
  done: { icon: Check, text: 'desk.legDone', className: 'text-good' },
  failed: { icon: CircleX, text: 'desk.legFailed', className: 'text-bad' },
} as const;

function LegLine({ leg: { fill }, state }: { leg: ReviewedLeg; state: State }) {
  const { row, quote, decimals } = fill;
  const { icon: Icon, text, className } = STATES[state];
  const cash = cashOf(fill);
  const locked = `${amountText(quote.collateral, decimals)} ${worthSymbol(row.collateralSymbol)}`;
  return (
    <li
      data-fill-state={state}
      className="flex items-start gap-3 rounded-xl border border-line bg-surface p-3 text-sm"
    >
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${className}`} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold">
          {quoteName(row)} · {contractsText(fill.contracts, decimals)}
        </span>
        <span className="text-xs text-muted">
          {row.side === 'buy'
            ? i18n.t('desk.legPays', { amount: usdText(-cash) })
            : i18n.t('desk.legReceives', { amount: usdText(cash), locked })}
        </span>
      </span>
      <span className={`text-xs ${className}`}>{i18n.t(text)}</span>
    </li>
  );
}
