import { useEffect } from 'react';
import { i18n } from '#i18n';
import { liveLegs } from '../../../shared/desk/build.ts';
import type { Combination } from '../../../shared/desk/combine.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import type { FillStage } from '../../../shared/messages/ticket.ts';
import { secondsOf } from '../../../shared/units.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';

/** A leg as the user agreed to it. */
export interface ReviewedLeg {
  readonly fill: DeskFill;
  /** Per contract, with 8 decimals. */
  readonly price: string;
}

/** Legs under one review, which are filled one after another. */
export interface LegRun {
  readonly legs: readonly ReviewedLeg[];
  /** All legs together, as the user agreed to them. */
  readonly combination: Combination;
  /** The account of the review, which stays that of all fills. */
  readonly owner: string;
  /** Fills that were started, in the order of the legs. */
  readonly ids: readonly string[];
}

export type LegState = 'waiting' | 'under way' | 'done' | 'failed';
export type LegFillsView = NonNullable<ReturnType<typeof useLegFills>>;

const DONE: readonly FillStage[] = ['mined', 'indexed', 'not indexed'];

/**
 * Runs the reviewed legs while any section of the desk is shown: the next fill begins when the receipt
 * of the last one is proven, and none after a failure. Undefined without a review.
 */
export function useLegFills({
  run,
  setRun,
}: {
  run: LegRun | undefined;
  setRun: (run: LegRun) => void;
}) {
  const call = useWalletCall();
  const toleranceBps = useSnapshot((snapshot) => snapshot.priceToleranceBps) ?? 0;
  const fills = useSnapshot((snapshot) => snapshot.fills) ?? [];
  const legs = run?.legs ?? [];
  const ids = run?.ids ?? [];
  const begin = useAction(async (index: number) => {
    const leg = legs[index];
    if (leg === undefined || run === undefined) return;
    const { rows } = await call('orders.list', { fresh: false });
    const picks = [{ row: leg.fill.row, millionths: 1n }];
    const [now] = liveLegs(picks, rows, secondsOf(Date.now()));
    if (now?.isLive !== true) throw new Error(i18n.t('desk.legEnded'));
    const { id } = await call('fills.start', {
      digest: now.row.digest,
      contracts: leg.fill.contracts.toString(),
      agreedPrice: leg.price,
      toleranceBps,
      account: run.owner,
    });
    setRun({ ...run, ids: [...run.ids.slice(0, index), id] });
  });
  const states = legs.map((_, index): LegState => {
    if (index >= ids.length) return 'waiting';
    const stage = fills.find(({ id }) => id === ids[index])?.stage;
    if (stage === undefined || stage === 'failed') return 'failed';
    return DONE.includes(stage) ? 'done' : 'under way';
  });
  const doneCount = states.filter((state) => state === 'done').length;
  const isNext = ids.length > 0 && doneCount === ids.length && doneCount < legs.length;
  const canBegin = isNext && !begin.isRunning && begin.problem === undefined;
  const { run: start } = begin;
  useEffect(() => {
    if (canBegin) void start(doneCount);
  }, [canBegin, start, doneCount]);
  if (run === undefined) return undefined;
  return {
    ...run,
    states,
    doneCount,
    hasFailed: states.includes('failed') || begin.problem !== undefined,
    isRunning: ids.length > 0 && (states.includes('under way') || isNext),
    begin,
  };
}
