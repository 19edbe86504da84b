import { useEffect, useRef } from 'react';
import { i18n } from '#i18n';
import type { Combination } from '../../../shared/desk/combine.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import type { LegView, ProcedureView } from '../../../shared/messages/procedures.ts';
import { type Action, useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/** A leg as the user agrees to it. */
export interface ReviewedLeg {
  readonly fill: DeskFill;
  /** Per contract, with 8 decimals. */
  readonly price: string;
}

/** Legs under one review, which the worker fills one after another. */
export interface LegReview {
  readonly legs: readonly ReviewedLeg[];
  /** All legs together, as the user agrees to them. */
  readonly combination: Combination;
  /** The account of the review, which stays that of all fills. */
  readonly owner: string;
}

/** Legs under review, or those that the worker fills; a closed page finds them again. */
export interface LegFillsView {
  readonly review: LegReview | undefined;
  readonly legs: readonly LegView[];
  readonly isBegun: boolean;
  readonly doneCount: number;
  readonly hasFailed: boolean;
  readonly isRunning: boolean;
  /** Id of the last fill that began. */
  readonly current: string | undefined;
  /** Why the next fill couldn't begin. */
  readonly problem: string | undefined;
  /** Begins with the first fill, or continues after a failure. */
  readonly begin: Action<[]>;
  /** Leaves legs that aren't under way. */
  readonly leave: () => void;
}

/** Returns undefined while there is neither a review nor legs that were begun. */
export function useLegFills({
  review,
  setReview,
}: {
  review: LegReview | undefined;
  setReview: (review: LegReview | undefined) => void;
}): LegFillsView | undefined {
  const call = useWalletCall();
  const procedure = useSnapshot(({ procedures, selected }) =>
    procedures?.find(({ facts, account }) => facts.kind === 'legs' && account === selected),
  );
  const isBegun = procedure !== undefined;
  /** Legs that another page has ended aren't reviewed again: some of them can be filled. */
  const wasBegun = useRef(false);
  useEffect(() => {
    if (wasBegun.current && !isBegun) setReview(undefined);
    wasBegun.current = isBegun;
  }, [isBegun, setReview]);
  const begin = useAction(async () => {
    if (procedure !== undefined) await call('procedures.goOn', { id: procedure.id });
    else if (review !== undefined)
      await call('legs.begin', { account: review.owner, legs: review.legs.map(agreedTo) });
  });
  const leave = () => {
    setReview(undefined);
    if (procedure !== undefined) void call('procedures.stop', { id: procedure.id });
  };
  const legs = procedure === undefined ? review?.legs.map(waiting) : legsOf(procedure);
  if (legs === undefined) return undefined;
  const next = legs.find(({ state }) => state !== 'done');
  const isPaused = procedure?.state === 'paused';
  return {
    review,
    legs,
    isBegun,
    doneCount: legs.filter(({ state }) => state === 'done').length,
    hasFailed: isPaused,
    isRunning: begin.isRunning || procedure?.state === 'underWay',
    current: legs.findLast(({ fill }) => fill !== undefined)?.fill,
    // A fill that failed says why itself.
    problem:
      begin.problem ??
      (isPaused && !(procedure.why === 'failed' && next?.fill !== undefined)
        ? problemOf(procedure)
        : undefined),
    begin,
    leave,
  };
}

const agreedTo = ({ fill, price }: ReviewedLeg) => ({
  digest: fill.row.digest,
  contracts: fill.contracts.toString(),
  price,
});

const waiting = ({ fill, price }: ReviewedLeg): LegView => ({
  terms: fill.row,
  decimals: fill.decimals,
  contracts: fill.contracts.toString(),
  price,
  state: 'waiting',
});

const legsOf = ({ facts }: ProcedureView) => (facts.kind === 'legs' ? facts.legs : []);

function problemOf({ why = 'unanswered', failure }: ProcedureView): string {
  if (why === 'noQuote') return i18n.t('desk.legEnded');
  return failure === undefined ? i18n.t(`procedures.why.${why}`) : describeFailure(failure);
}
