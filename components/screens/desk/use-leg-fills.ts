import { useEffect, useRef } from 'react';
import { i18n } from '#i18n';
import type { Combination, Pick } from '../../../shared/desk/combine.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { LegView, ProcedureView } from '../../../shared/messages/procedures.ts';
import { type Action, useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

export interface LegReview {
  readonly legs: readonly DeskFill[];
  /** All legs together; the user agrees to these figures. */
  readonly combination: Combination;
  /** The account that reviews and fills all legs. */
  readonly owner: string;
}

/**
 * Legs under review, or legs that the worker fills. The worker continues after the page was closed.
 */
export interface LegFillsView {
  readonly review: LegReview | undefined;
  readonly legs: readonly LegView[];
  readonly isBegun: boolean;
  readonly doneCount: number;
  readonly hasFailed: boolean;
  readonly isRunning: boolean;
  /** Id of the last fill that began. */
  readonly current: string | undefined;
  /** The reason why the next fill couldn't begin. */
  readonly problem: string | undefined;
  /** Begins the first fill, or continues after a failure. */
  readonly begin: Action<[]>;
  /**
   * Keeps the filled legs and discards the unfilled legs. Undefined unless the procedure has
   * stopped.
   */
  readonly stop: Action<[]> | undefined;
  /** Leaves the page. Ends a review, and removes finished legs; stopped legs remain. */
  readonly leave: () => void;
}

/** Legs whose filling has begun, for the line that links to them. */
interface BegunLegs {
  readonly id: string;
  readonly doneCount: number;
  readonly count: number;
  readonly hasFailed: boolean;
}

/**
 * Returns the legs that replace the builder, if any: a review, or the account's begun legs that the
 * user hasn't hidden. Also returns all begun legs, and a function that opens some of them.
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
  const fills = useSnapshot((snapshot) => snapshot.fills) ?? [];
  const all = procedures.filter(
    ({ facts, account }) => facts.kind === 'legs' && account === selected,
  );
  const procedure = all.find(({ id }) => !aside.includes(id));
  const isBegun = procedure !== undefined;
  /**
   * After another page ended the legs of a review, the review must not reappear: some legs may be
   * filled.
   */
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
  /** Ends the review, and removes filled legs so that the user doesn't buy them again. */
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
    // Hides all stopped legs, so that the builder appears instead of the next stopped trade.
    const paused = all.filter(({ state }) => state === 'paused');
    if (isPaused) setAside([...aside, ...paused.map(({ id }) => id)]);
    else if (procedure !== undefined) void call('procedures.stop', { id: procedure.id });
  };
  const open = (id: string) => {
    setReview(undefined);
    setAside([...aside, ...all.map((one) => one.id)].filter((one) => one !== id));
  };
  // A leg already names its fill before the fill begins.
  const hasFill = (leg?: LegView) => fills.some(({ id }) => id === leg?.fill);
  const next = legs?.find((leg) => !isDone(leg));
  const legFills: LegFillsView | undefined = legs && {
    review,
    legs,
    isBegun,
    doneCount: legs.filter(isDone).length,
    hasFailed: isPaused,
    isRunning: begin.isRunning || procedure?.state === 'underWay',
    current: legs.findLast(hasFill)?.fill,
    // The page of a failed fill already explains the failure.
    problem:
      begin.problem ??
      (isPaused && !(procedure.why === 'failed' && procedure.failure === undefined && hasFill(next))
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

const agreedTo = ({ row: { digest, price }, contracts }: DeskFill) => ({
  digest,
  contracts,
  price,
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
