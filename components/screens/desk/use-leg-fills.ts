import { type Dispatch, type SetStateAction, useEffect } from 'react';
import { i18n } from '#i18n';
import { liveLegs } from '../../../shared/desk/build.ts';
import type { Combination } from '../../../shared/desk/combine.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import type { FillStage } from '../../../shared/messages/ticket.ts';
import { secondsOf } from '../../../shared/units.ts';
import { readOrders } from '../../hooks/read-orders.ts';
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
  /** At the review; a later change doesn't apply to agreed legs. */
  /** Fills that were started, in the order of the legs. */
  readonly ids: readonly string[];
  /** Legs whose fill was proven, also after the worker has forgotten the fill. */
  readonly doneCount: number;
  /** Why the next fill couldn't begin; it begins again only when the user presses the button. */
  readonly problem?: string | undefined;
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
  setRun: Dispatch<SetStateAction<LegRun | undefined>>;
}) {
  const call = useWalletCall();
  const fills = useSnapshot((snapshot) => snapshot.fills) ?? [];
  const legs = run?.legs ?? [];
  const ids = run?.ids ?? [];
  const known = run?.doneCount ?? 0;
  /** A run that was left meanwhile isn't revived. */
  const change = (part: Partial<LegRun>) => setRun((now) => now && { ...now, ...part });
  const begin = useAction(async (index: number) => {
    const leg = legs[index];
    if (leg === undefined || run === undefined) return;
    change({ problem: undefined });
    try {
      const { rows } = await readOrders(call, { fresh: false });
      const picks = [{ row: leg.fill.row, millionths: 1n }];
      const [now] = liveLegs(picks, rows, secondsOf(Date.now()));
      if (now?.isLive !== true) throw new Error(i18n.t('desk.legEnded'));
      const { id } = await call('fills.start', {
        digest: now.row.digest,
        contracts: leg.fill.contracts.toString(),
        agreedPrice: leg.price,
        account: run.owner,
      });
      change({ ids: [...run.ids.slice(0, index), id] });
    } catch (error) {
      change({ problem: error instanceof Error ? error.message : i18n.t('ui.failed') });
    }
  });
  const states = legs.map((_, index): LegState => {
    if (index < known) return 'done';
    if (index >= ids.length) return 'waiting';
    const stage = fills.find(({ id }) => id === ids[index])?.stage;
    if (stage === undefined || stage === 'failed') return 'failed';
    return DONE.includes(stage) ? 'done' : 'under way';
  });
  const doneCount = states.filter((state) => state === 'done').length;
  const isNext =
    run?.problem === undefined &&
    ids.length > 0 &&
    doneCount === ids.length &&
    doneCount < legs.length;
  const canBegin = isNext && !begin.isRunning;
  const { run: start } = begin;
  useEffect(() => {
    if (doneCount > known) setRun((now) => now && { ...now, doneCount });
  }, [doneCount, known, setRun]);
  useEffect(() => {
    if (canBegin) void start(doneCount);
  }, [canBegin, start, doneCount]);
  if (run === undefined) return undefined;
  return {
    ...run,
    states,
    doneCount,
    hasFailed: states.includes('failed') || run.problem !== undefined,
    isRunning: begin.isRunning || isNext || states.includes('under way'),
    begin,
  };
}
