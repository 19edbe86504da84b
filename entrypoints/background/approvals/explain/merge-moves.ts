import type {
  Contradiction,
  MoveFact,
  MoveNote,
  SumFact,
} from '../../../../shared/approvals/facts/moves.ts';
import type { StepView, TransactionView } from '../../../../shared/messages/approval-view.ts';
import { assetKey, unitsOf } from './asset-moves.ts';

interface Moves {
  readonly leaves: readonly MoveFact[];
  readonly arrives: readonly MoveFact[];
}

/** Contracts can round by a unit or two. Tiny amounts have no such tolerance. */
const ROUNDING_UNITS = 2n;
const TOLERANCE_DIVISOR = 1000n;

/**
 * Combines decoded calls with their simulation. A node can invent a simulation, so it can add
 * movements but never reduce the outgoing amounts of the decoded calls.
 */
export function mergeMoves(
  steps: readonly Pick<StepView, 'leaves' | 'arrives'>[],
  simulated: Moves | undefined,
): Pick<TransactionView, 'leaves' | 'arrives'> & {
  readonly contradictions: readonly Contradiction[];
} {
  const said = {
    leaves: steps.flatMap((step) => step.leaves),
    arrives: steps.flatMap((step) => step.arrives),
  };
  if (simulated === undefined) return { ...said, contradictions: [] };
  const shown = annotated(simulated, said);
  const keys = new Set([...said.leaves, ...said.arrives].flatMap((move) => assetKey(move) ?? []));
  const contradicted = [...keys].filter((key) => isLess(netOf(simulated, key), netOf(said, key)));
  // Outgoing amounts come from the call, incoming amounts from the simulation.
  const floored = new Set(contradicted.filter((key) => netOf(said, key) < 0n));
  const isFloored = (move: MoveFact) => floored.has(assetKey(move) ?? '');
  const options = said.arrives.filter(({ kind }) => kind === 'option');
  return {
    leaves: [...shown.leaves.filter((move) => !isFloored(move)), ...said.leaves.filter(isFloored)],
    arrives: [
      ...shown.arrives.filter((move) => !isFloored(move)),
      ...said.arrives.filter(isFloored),
      ...options,
    ],
    contradictions: contradicted.flatMap((key) => {
      const asset = [...said.leaves, ...said.arrives].find((move) => assetKey(move) === key);
      const sums = { said: sumOf(said, key), simulated: sumOf(simulated, key) };
      return asset === undefined ? [] : [{ asset, ...sums }];
    }),
  };
}

/** Returns true when a simulated amount is smaller than the amount that the call declares. */
function isLess(simulated: bigint, said: bigint): boolean {
  const size = said < 0n ? -said : said;
  const share = size / TOLERANCE_DIVISOR;
  const tolerance = share === 0n ? 0n : share + ROUNDING_UNITS;
  return said < 0n ? simulated > said + tolerance : simulated < said - tolerance;
}

/** Returns the incoming minus the outgoing amount of an asset, in base units. */
function netOf({ leaves, arrives }: Moves, key: string): bigint {
  const sum = (moves: readonly MoveFact[]) =>
    moves
      .filter((move) => assetKey(move) === key)
      .reduce((total, move) => total + unitsOf(move), 0n);
  return sum(arrives) - sum(leaves);
}

function sumOf({ leaves, arrives }: Moves, key: string): SumFact {
  const of = (moves: readonly MoveFact[]) =>
    moves.filter((move) => assetKey(move) === key).map((move) => unitsOf(move).toString());
  return { leaves: of(leaves), arrives: of(arrives) };
}

/** Adds the calls' notes to simulated movements of the same asset. */
function annotated(simulated: Moves, said: Moves): Moves {
  const noteOf = (own: MoveFact, others: readonly MoveFact[]) =>
    netNote(own, said) ?? others.find((other) => assetKey(other) === assetKey(own))?.note;
  const annotate = (list: readonly MoveFact[], others: readonly MoveFact[]) =>
    list.map((move) => {
      const note = move.note ?? noteOf(move, others);
      return note === undefined ? move : { ...move, note };
    });
  return {
    leaves: annotate(simulated.leaves, said.leaves),
    arrives: annotate(simulated.arrives, said.arrives),
  };
}

/** Notes that a simulation shows only the difference when a token both leaves and arrives. */
function netNote(own: MoveFact, said: Moves): MoveNote | undefined {
  const of = (list: readonly MoveFact[]) => list.filter((move) => assetKey(move) === assetKey(own));
  const [[leaves, ...moreLeave], arriving] = [of(said.leaves), of(said.arrives)];
  const [arrives, ...moreArrive] = arriving.filter(({ note }) => note !== undefined);
  if (leaves?.note === undefined || arrives?.note === undefined) return undefined;
  if (moreLeave.length + moreArrive.length > 0) return undefined;
  // Amounts of a fill have notes. Amounts of the conversions before the fill have no notes.
  const converted = arriving.filter(({ note }) => note === undefined);
  return {
    code: 'net',
    leaves: unitsOf(leaves).toString(),
    why: leaves.note,
    arrives: unitsOf(arrives).toString(),
    source: arrives.note,
    ...(converted.length === 0
      ? {}
      : { converted: converted.reduce((sum, move) => sum + unitsOf(move), 0n).toString() }),
  };
}
