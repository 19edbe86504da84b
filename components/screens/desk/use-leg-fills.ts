import { type RefObject, useEffect, useRef } from 'react';
import { i18n } from '#i18n';
import type { Combination, Pick } from '../../../shared/desk/combine.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { LegView, ProcedureView } from '../../../shared/messages/procedures.ts';
import { type Action, useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { failureText } from '../trade/ticket/FillProgress.tsx';
import { isLegLeft, legNoteOf, stopText } from '../wallet/activity/procedure-texts.ts';

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
  /** Says that a reorganization removed a leg while a later leg is being filled. */
  readonly warning: string | undefined;
  /** Says that a stop doesn't stop the leg under way. */
  readonly note: string | undefined;
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
  taken: RefObject<ReadonlySet<string> | undefined>;
}) {
  const { review, setReview, aside, setAside, taken } = view;
  const call = useWalletCall();
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const procedures = useSnapshot((snapshot) => snapshot.procedures) ?? [];
  const fills = useSnapshot((snapshot) => snapshot.fills) ?? [];
  const all = procedures.filter(
    ({ facts, account }) => facts.kind === 'legs' && account === selected,
  );
  const open = all.filter(({ id }) => !aside.includes(id));
  /** Id of the trade on the page. A trade that another page begins doesn't replace it. */
  const shown = useRef<string>(undefined);
  const procedure = open.find(({ id }) => id === shown.current) ?? open[0];
  useEffect(() => {
    shown.current = procedure?.id;
  });
  const stopReason = useSnapshot((snapshot) => procedure && stopText(procedure, snapshot));
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
  // Removes legs from the builder once they are filled, so that the user doesn't buy them again.
  useEffect(() => {
    const before = taken.current;
    const now = all.flatMap(takenLegs);
    const fresh = now.filter(({ key }) => before?.has(key) !== true);
    const others = [...(before ?? [])].filter((key) => !all.some(({ id }) => key.startsWith(id)));
    taken.current = new Set([...others, ...now.map(({ key }) => key)]);
    const isTaken = ({ row }: Pick) => fresh.some(({ terms }) => terms === termsKey(row));
    if (before !== undefined && view.legs.some(isTaken))
      view.setLegs(view.legs.filter((leg) => !isTaken(leg)));
  });
  const legs = procedure === undefined ? review?.legs.map(legAhead) : legsOf(procedure);
  const isPaused = procedure?.state === 'paused';
  const stop = useAction(async () => {
    if (procedure !== undefined) await call('procedures.stop', { id: procedure.id });
    setReview(undefined);
  });
  const leave = () => {
    setReview(undefined);
    // Hides all stopped legs, so that the builder appears instead of the next stopped trade.
    const paused = all.filter(({ state }) => state === 'paused');
    if (isPaused) setAside([...aside, ...paused.map(({ id }) => id)]);
    else if (procedure !== undefined) void call('procedures.stop', { id: procedure.id });
  };
  const openLegs = (id: string) => {
    setReview(undefined);
    begin.clear();
    setAside([...aside, ...all.map((one) => one.id)].filter((one) => one !== id));
  };
  // A leg already names its fill before the fill begins.
  const hasFill = (leg?: LegView) => fills.some(({ id }) => id === leg?.fill);
  const next = legs?.find((leg) => !isDone(leg));
  const isUnderWay = procedure?.state === 'underWay';
  const takenBack = fills.find(({ id }) => id === next?.fill);
  const legFills: LegFillsView | undefined = legs && {
    review,
    legs,
    isBegun,
    doneCount: legs.filter(isDone).length,
    hasFailed: isPaused,
    isRunning: begin.isRunning || isUnderWay,
    current: [legs.find(isRunning), next, legs.findLast(hasFill)].find(hasFill)?.fill,
    warning:
      isUnderWay && takenBack?.failure !== undefined
        ? failureText(takenBack.failure.code, takenBack.hash !== undefined)
        : undefined,
    // The page of a failed fill already explains the failure.
    problem:
      (isUnderWay ? undefined : begin.problem) ??
      (isPaused && !(procedure.why === 'failed' && procedure.failure === undefined && hasFill(next))
        ? (stopReason ?? whyText(procedure))
        : undefined),
    note: procedure && legNoteOf(procedure, fills),
    begin,
    stop: isPaused && !isLegLeft(procedure) ? stop : undefined,
    leave,
  };
  return { legFills, shownId: procedure?.id, begun: all.map(lineOf), open: openLegs };
}

function lineOf(procedure: ProcedureView): BegunLegs {
  const legs = legsOf(procedure);
  const { id, state } = procedure;
  const doneCount = legs.filter(isDone).length;
  return { id, doneCount, count: legs.length, hasFailed: state === 'paused' };
}

/** Returns the filled legs of a trade, and the leg of a stopped trade that can still be filled. */
const takenLegs = ({ id, state, why, ...procedure }: ProcedureView) => {
  const isSent = state === 'paused' && (why === 'unproved' || why === 'superseded');
  const isTaken = (leg: LegView) =>
    isDone(leg) ||
    (leg.state === 'running' && why === 'stopped') ||
    (leg.state === 'failed' && isSent);
  return procedure.facts.kind === 'legs'
    ? procedure.facts.legs.flatMap((leg, index) =>
        isTaken(leg) ? [{ key: `${id} ${index} ${leg.state}`, terms: termsKey(leg.terms) }] : [],
      )
    : [];
};

const isRunning = ({ state }: LegView) => state === 'running';

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

const whyText = ({ why = 'unanswered' }: ProcedureView): string =>
  i18n.t(why === 'noQuote' ? 'desk.legEnded' : `procedures.why.${why}`);
