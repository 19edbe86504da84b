import { useEffect, useRef } from 'react';
import { i18n } from '#i18n';
import type { Combination, Pick } from '../../../shared/desk/combine.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { LegView, ProcedureView } from '../../../shared/messages/procedures.ts';
import { type Action, useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/** Legs under one review, which the worker fills one after another. */
export interface LegReview {
  readonly legs: readonly DeskFill[];
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
  /** Keeps the filled legs, and forgets the others. Undefined unless the legs have stopped. */
  readonly stop: Action<[]> | undefined;
  /** Ends a review or filled legs, and sets aside legs that have stopped: a line leads back to them. */
  readonly leave: () => void;
}

/** Legs that were begun, as a line shows them. */
interface BegunLegs {
  readonly id: string;
  readonly doneCount: number;
  readonly count: number;
  readonly hasFailed: boolean;
}

/**
 * The legs in the builder's place, if any: a review, or legs of the account that were begun and that
 * the user hasn't set aside. Also all that were begun, and the way to open one of them.
 */
export function useLegFills(view: {
  review: LegReview | undefined;
  setReview: (review: LegReview | undefined) => void;
  aside: readonly string[];
  setAside: (ids: readonly string[]) => void;
  legs: readonly Pick[];
  setLegs: (legs: readonly Pick[]) => void;
}) {
  const { review, setReview, aside, setAside } = view;
  const call = useWalletCall();
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const procedures = useSnapshot((snapshot) => snapshot.procedures) ?? [];
  const all = procedures.filter(
    ({ facts, account }) => facts.kind === 'legs' && account === selected,
  );
  const procedure = all.find(({ id }) => !aside.includes(id));
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
  const legs = procedure === undefined ? review?.legs.map(legAhead) : legsOf(procedure);
  const isPaused = procedure?.state === 'paused';
  /** A filled leg isn't bought again by the trade that is still in the builder. */
  const forgetReview = () => {
    const filled = legs?.filter(isDone).map(({ terms }) => termsKey(terms)) ?? [];
    if (review !== undefined)
      view.setLegs(view.legs.filter(({ row }) => !filled.includes(termsKey(row))));
    setReview(undefined);
  };
  const stop = useAction(async () => {
    if (procedure !== undefined) await call('procedures.stop', { id: procedure.id });
    forgetReview();
  });
  const leave = () => {
    forgetReview();
    // Shows the builder, not one stopped trade after another.
    const paused = all.filter(({ state }) => state === 'paused');
    if (isPaused) setAside([...aside, ...paused.map(({ id }) => id)]);
    else if (procedure !== undefined) void call('procedures.stop', { id: procedure.id });
  };
  const open = (id: string) => {
    setReview(undefined);
    setAside([...aside, ...all.map((one) => one.id)].filter((one) => one !== id));
  };
  const next = legs?.find((leg) => !isDone(leg));
  const legFills: LegFillsView | undefined = legs && {
    review,
    legs,
    isBegun,
    doneCount: legs.filter(isDone).length,
    hasFailed: isPaused,
    isRunning: begin.isRunning || procedure?.state === 'underWay',
    current: legs.findLast(({ fill }) => fill !== undefined)?.fill,
    // A failed fill shows its own reason.
    problem:
      begin.problem ??
      (isPaused && !(procedure.why === 'failed' && next?.fill !== undefined)
        ? problemOf(procedure)
        : undefined),
    begin,
    stop: isPaused ? stop : undefined,
    leave,
  };
  return { legFills, shownId: procedure?.id, begun: all.map(lineOf), open };
}

function lineOf(procedure: ProcedureView): BegunLegs {
  const legs = legsOf(procedure);
  const { id, state } = procedure;
  const doneCount = legs.filter(isDone).length;
  return { id, doneCount, count: legs.length, hasFailed: state === 'paused' };
}

const isDone = ({ state }: LegView) => state === 'done';

const agreedTo = ({ row, contracts }: DeskFill) => ({
  ...{ digest: row.digest, price: row.price },
  contracts,
});

const legAhead = ({ row, decimals, contracts }: DeskFill): LegView => ({
  ...{ terms: row, decimals, state: 'ahead' },
  contracts: contracts.toString(),
  price: row.price.toString(),
});

const legsOf = ({ facts }: ProcedureView) => (facts.kind === 'legs' ? facts.legs : []);

function problemOf({ why = 'unanswered', failure }: ProcedureView): string {
  if (why === 'noQuote') return i18n.t('desk.legEnded');
  return failure === undefined ? i18n.t(`procedures.why.${why}`) : describeFailure(failure);
}
