import type { ProcedureView } from '../../../../shared/messages/procedures.ts';
import { type FillView, isBeingRevoked, isMined } from '../../../../shared/messages/ticket.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { isMadeUp } from '../../trade/ticket/made-up.ts';

/** Returns procedures and fills that haven't ended, and ended fills that the user hasn't seen. */
export function useUnderWay() {
  const fills = useSnapshot((snapshot) => snapshot.fills) ?? [];
  const procedures = useSnapshot((snapshot) => snapshot.procedures) ?? [];
  // A completed trade of several legs is stored until the user leaves the desk, but is no longer
  // under way.
  const open = procedures.filter(({ state }) => state !== 'done');
  const legs = open.flatMap(({ facts }) => (facts.kind === 'legs' ? facts.legs : []));
  const isLeg = ({ id }: FillView) => legs.some(({ fill }) => fill === id);
  return {
    open,
    running: fills.filter((fill) => fill.stage !== 'failed' && (!isMined(fill) || goesOn(fill))),
    // The end of a leg appears among the steps of its trade.
    ended: fills.filter(
      (fill) =>
        isToBeSeen(fill) && !((isLeg(fill) || isMadeUp(fill, fills)) && leavesNothing(fill)),
    ),
  };
}

/** Returns true for a fill whose next transaction the user hasn't confirmed. */
export const isAtRequest = ({ stage, isSending }: FillView): boolean =>
  (stage === 'preparation asked' || stage === 'fill asked') && isSending !== true;

/** Returns true while the approval window asks for a transaction of a fill. */
export const isAsked = (fill: FillView): boolean =>
  (isAtRequest(fill) || fill.revocation === 'asked') && fill.interrupted === undefined;

/** Returns true for a mined fill that still needs transactions or the user. */
const goesOn = (fill: FillView): boolean => isBeingRevoked(fill) || fill.interrupted !== undefined;

export function waitsForUser(
  { facts, state, steps }: ProcedureView,
  fills: readonly FillView[],
): boolean {
  if (state !== 'underWay') return false;
  if (facts.kind !== 'legs') return steps.some((step) => step.state === 'yours');
  return fills.some((fill) => isAsked(fill) && facts.legs.some((leg) => leg.fill === fill.id));
}

/** Returns true for a fill that the user must see, because it failed or its result is unknown. */
function isToBeSeen(fill: FillView): boolean {
  if (fill.stage === 'unproved') return true;
  // The user rejected the fill, so it is listed only if it left money in another form.
  const isKnown = fill.failure?.code === 'rejected' && leavesNothing(fill);
  return fill.stage === 'failed' && !isKnown;
}

const leavesNothing = ({ left, converted }: FillView) =>
  left.length === 0 && converted === undefined;
