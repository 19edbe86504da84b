import { i18n } from '#i18n';
import type { AssetMove, StepView, TransactionView } from '../../../shared/approvals/view.ts';
import { shortAddress } from '../../../shared/format.ts';

interface Moves {
  readonly leaves: readonly AssetMove[];
  readonly arrives: readonly AssetMove[];
}

/** An asset for which a call and its simulation disagree. */
export interface Contradiction {
  readonly symbol: string;
  readonly said: string;
  readonly simulated: string;
}

/** Contracts may round by a unit or two, but not where that is much of the whole. */
const ROUNDING_UNITS = 2n;
const TOLERANCE_DIVISOR = 1000n;

/** Returns the asset of a move in base units. */
export function assetOf(token: string, units: bigint): NonNullable<AssetMove['asset']> {
  return { token: token.toLowerCase(), units: units.toString(), isCollectible: false };
}

/** Digits at each end of an item's number that are shown of a long one. */
const SHOWN_DIGITS = 8;

/** Returns the move of an item of a collection. A contract may keep several of the same item. */
export function collectibleMove(token: string, count: bigint, item: string | undefined): AssetMove {
  const amount = count.toString();
  const isLong = item !== undefined && item.length > 2 * SHOWN_DIGITS;
  const number = isLong ? `${item.slice(0, SHOWN_DIGITS)}…${item.slice(-SHOWN_DIGITS)}` : item;
  return {
    symbol: i18n.t('approving.collectibleOf', { token: shortAddress(token) }),
    amount,
    exact: amount,
    ...(number === undefined ? {} : { note: i18n.t('approving.itemNumber', { item: number }) }),
    asset: {
      token: token.toLowerCase(),
      units: amount,
      isCollectible: true,
      ...(item === undefined ? {} : { item }),
    },
  };
}

/**
 * Combines what the calls say with what their simulation shows. A node can invent a simulation, so
 * the decoded call is the floor: the simulation may add movements, but never reduce what leaves.
 */
export function mergeMoves(
  steps: readonly StepView[],
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
  const keys = new Set([...said.leaves, ...said.arrives].flatMap((move) => keyOf(move) ?? []));
  const contradicted = [...keys].filter((key) => isLess(netOf(simulated, key), netOf(said, key)));
  // Outgoing amounts come from the call, incoming amounts from the simulation.
  const floored = new Set(contradicted.filter((key) => netOf(said, key) < 0n));
  const isFloored = (move: AssetMove) => floored.has(keyOf(move) ?? '');
  const options = said.arrives.filter(({ kind }) => kind === 'option');
  return {
    leaves: [...shown.leaves.filter((move) => !isFloored(move)), ...said.leaves.filter(isFloored)],
    arrives: [
      ...shown.arrives.filter((move) => !isFloored(move)),
      ...said.arrives.filter(isFloored),
      ...options,
    ],
    contradictions: contradicted.map((key) => ({
      symbol: symbolOf(said, key),
      said: amountsOf(said, key),
      simulated: amountsOf(simulated, key),
    })),
  };
}

/** Returns true when the simulation shows less leaving, or less arriving, than the call says. */
function isLess(simulated: bigint, said: bigint): boolean {
  const size = said < 0n ? -said : said;
  const share = size / TOLERANCE_DIVISOR;
  const tolerance = share === 0n ? 0n : share + ROUNDING_UNITS;
  return said < 0n ? simulated > said + tolerance : simulated < said - tolerance;
}

function keyOf({ asset }: AssetMove): string | undefined {
  if (asset === undefined) return undefined;
  return `${asset.token}:${asset.isCollectible}:${asset.item ?? ''}`;
}

/** Returns what arrives less what leaves of an asset, in base units. */
function netOf({ leaves, arrives }: Moves, key: string): bigint {
  const sum = (moves: readonly AssetMove[]) =>
    moves
      .filter((move) => keyOf(move) === key)
      .reduce((total, { asset }) => total + BigInt(asset?.units ?? '0'), 0n);
  return sum(arrives) - sum(leaves);
}

function symbolOf({ leaves, arrives }: Moves, key: string): string {
  return [...leaves, ...arrives].find((move) => keyOf(move) === key)?.symbol ?? '';
}

function amountsOf({ leaves, arrives }: Moves, key: string): string {
  const of = (moves: readonly AssetMove[], sign: string) =>
    moves.filter((move) => keyOf(move) === key).map(({ amount }) => `${sign}${amount}`);
  return [...of(leaves, '−'), ...of(arrives, '+')].join(' ') || '0';
}

/** Adds the calls' notes to simulated movements of the same token. */
function annotated(simulated: Moves, said: Moves): Moves {
  const noteOf = (own: AssetMove, others: readonly AssetMove[]) =>
    netNote(own, said) ?? others.find((other) => other.symbol === own.symbol)?.note;
  const annotate = (list: readonly AssetMove[], others: readonly AssetMove[]) =>
    list.map((move) => {
      const note = move.note ?? noteOf(move, others);
      return note === undefined ? move : { ...move, note };
    });
  return {
    leaves: annotate(simulated.leaves, said.leaves),
    arrives: annotate(simulated.arrives, said.arrives),
  };
}

/** A simulation shows only the difference of a token that leaves and arrives in one call. */
function netNote({ symbol }: AssetMove, said: Moves): string | undefined {
  const of = (list: readonly AssetMove[]) => list.filter((move) => move.symbol === symbol);
  const [[leaves, ...moreLeave], [arrives, ...moreArrive]] = [of(said.leaves), of(said.arrives)];
  if (leaves?.note === undefined || arrives?.note === undefined) return undefined;
  if (moreLeave.length + moreArrive.length > 0) return undefined;
  return i18n.t('approving.netOf', {
    leaves: leaves.amount,
    why: leaves.note,
    arrives: arrives.amount,
    whence: arrives.note,
  });
}
