import type { FillStage, FillView } from '../../../shared/messages/ticket.ts';
import { RECEIPT_SLACK } from '../../../shared/orders/fill-needs.ts';
import { isConversion } from '../../../shared/orders/preparation.ts';
import type {
  Asked,
  FillBase,
  FillFailure,
  FillIn,
  FillRecord,
  FillUnderWay,
} from './fill-schemas.ts';

const AT_REST: readonly FillStage[] = ['indexed', 'not indexed', 'unproved', 'replaced', 'failed'];

/** Returns true for stages without an automatic next step, in which a user may have to decide. */
export function isAtRest({ stage }: { readonly stage: FillStage }): boolean {
  return AT_REST.includes(stage);
}

/**
 * Returns true for stages in which starting the same quote a second time is a mistake (a double
 * click).
 */
export function isBeforeReceipt({ stage }: { readonly stage: FillStage }): boolean {
  return !isAtRest({ stage }) && stage !== 'mined';
}

export function isUnderWay(row: FillRecord): row is FillUnderWay {
  return !isAtRest(row);
}

/** Returns true while a remaining allowance is being revoked. */
export function isRevoking({ revocation }: FillRecord): boolean {
  return revocation?.stage === 'asked' || revocation?.stage === 'sent';
}

/** Returns the sent transaction of a fill that was given up as lost. It can still be mined. */
export function sentOfLost(row: FillRecord) {
  return isLost(row) ? row.fill : undefined;
}

/** Returns the hash of a fill's or a conversion's transaction that was given up as lost. */
export function hashOfLost(row: FillRecord): string | undefined {
  return isLost(row) ? (row.fill ?? row.stopped)?.hash : undefined;
}

const LOST: readonly (FillFailure['code'] | undefined)[] = [
  'superseded',
  'nonceTaken',
  'takenBack',
];

/**
 * Returns true for a failed fill that has a lost transaction. The transaction can still be mined,
 * perhaps only after a reorganization.
 */
const isLost = (row: FillRecord): row is FillIn<'failed'> =>
  LOST.includes(partsOf(row).parts.failure?.code);

/** Returns true for a fill that pages don't show. The user dismissed it before it was mined. */
export const isHidden = (row: FillRecord): boolean =>
  row.isHidden === true && (row.stage === 'failed' || row.stage === 'fill sent');

/**
 * Returns the hidden fills whose transactions can't be mined any more, even after a reorganization.
 */
export const forgettable = (rows: readonly FillRecord[]): readonly FillRecord[] =>
  rows.filter((row) => {
    if (!isHidden(row) || row.stage !== 'failed') return false;
    const hash = hashOfEnded(row);
    return hash === undefined || isReplaced(hash, rows) || isMade(hash, rows);
  });

const isMade = (hash: string, rows: readonly FillRecord[]): boolean =>
  rows.some(({ earlier = [], made }) => [...earlier, ...made].some((one) => one.hash === hash));

/** Returns the transaction of a fill that was lost, or that failed on the chain. */
export const sentOfFailed = (row: FillRecord) => (row.stage === 'failed' ? row.fill : undefined);

/**
 * Returns the hash of a transaction that can still be mined although its fill has ended: it was
 * lost, or it failed and a reorganization can include it again.
 */
export const hashOfEnded = (row: FillRecord): string | undefined =>
  hashOfLost(row) ?? sentOfFailed(row)?.hash;

/**
 * Returns the hashes of fills of the same option that got lost or reverted; a reorganization can
 * include a reverted fill again. At most one of these fills and `row` may be mined.
 */
export function lostFills(rows: readonly FillRecord[], row: FillRecord): readonly string[] {
  const lost = rows
    .filter((one) => one.account === row.account && termsOf(one) === termsOf(row))
    .flatMap((one) => sentOfFailed(one)?.hash ?? [])
    .filter((hash) => !isReplaced(hash, rows));
  return [...new Set([...(row.insteadOf ?? []), ...lost])];
}

/** Returns the hash of a fill that `row` replaces and that was mined after all, if any. */
export const minedInstead = (
  { insteadOf = [] }: FillRecord,
  rows: readonly FillRecord[],
): string | undefined =>
  rows
    .flatMap((one) => ('proof' in one ? one.fill.hash : []))
    .find((hash) => insteadOf.includes(hash));

/** Returns true for a lost fill that another mined fill replaced by using its nonce. */
export const isReplaced = (lost: string, rows: readonly FillRecord[]): boolean =>
  rows.some((row) => row.insteadOf?.includes(lost) === true && 'proof' in row);

const termsOf = ({ side, asset, product, strikes, expiry }: FillRecord) =>
  JSON.stringify([side, asset, product, strikes, expiry]);

/** Returns lost conversions of the planned kind and token that no fill has counted as made. */
export function lostConversions(
  rows: readonly FillRecord[],
  { account, token, preparation: { kind } }: FillIn<'preparation asked'>,
): readonly { readonly hash: string; readonly amount: string }[] {
  // A second allowance does no harm, because it sets the amount instead of adding to the first.
  if (!isConversion(kind)) return [];
  const own = rows.filter((one) => one.account === account && one.token.symbol === token.symbol);
  const made = own.flatMap((one) => [...(one.earlier ?? []), ...one.made]);
  return own.flatMap((one) => {
    const { hash, amount = '0', kind: lost } = (isLost(one) && one.stopped) || {};
    if (hash === undefined || lost !== kind || made.some((other) => other.hash === hash)) return [];
    return [{ hash, amount }];
  });
}

type Planned = FillBase['ahead'][number];

interface StageParts {
  readonly stage: FillStage;
  readonly preparation?: (Planned & { readonly hash?: string }) | undefined;
  readonly stopped?: FillIn<'failed'>['stopped'] | undefined;
  readonly fill?: (Asked & { readonly hash?: string }) | undefined;
  readonly proof?: FillIn<'indexed'>['proof'] | undefined;
  readonly newer?: FillIn<'replaced'>['newer'] | undefined;
  readonly failure?: FillFailure | undefined;
  readonly hasNoOption?: boolean | undefined;
  readonly becameSmart?: boolean | undefined;
}

/** Splits a record into common members and those of its stage. */
function partsOf(row: FillRecord): { base: FillBase; parts: StageParts } {
  const whole: FillBase & StageParts = row;
  const { stage, preparation, stopped, fill, proof, newer, failure, ...rest } = whole;
  const { hasNoOption, becameSmart, ...base } = rest;
  const parts = {
    stage,
    preparation,
    stopped,
    fill,
    proof,
    newer,
    failure,
    hasNoOption,
    becameSmart,
  };
  return { base, parts };
}

export function baseOf(row: FillRecord): FillBase {
  return partsOf(row).base;
}

/**
 * Largest remainder of an exact allowance after a fill, in base units. It results from rounding the
 * lending pool's receipts.
 */
const DUST = 2n * RECEIPT_SLACK;

type Given = FillBase['made'][number];

/**
 * Returns the last allowances of the book and of the pool that were mined for this fill and that
 * its own steps didn't use up. Allowances with only dust left come last.
 */
function givenBy(row: FillRecord) {
  if (row.stage === 'unproved') return [];
  const made = [...(row.earlier ?? []), ...row.made];
  const found = (['allow book', 'allow pool'] as const).flatMap((kind) => {
    const at = made.findLastIndex((one) => one.kind === kind);
    const given = made[at];
    if (given === undefined) return [];
    const used = kind === 'allow book' ? takenByFill(row) : suppliedIn(made.slice(at));
    const left = BigInt(given.amount) - used;
    return left > 0n ? [{ given, isDust: left <= DUST }] : [];
  });
  return found.sort((a, b) => Number(a.isDust) - Number(b.isDust));
}

function takenByFill(row: FillRecord): bigint {
  const { proof } = partsOf(row).parts;
  return BigInt((row.side === 'buy' ? proof?.premium : proof?.collateral) ?? 0);
}

const suppliedIn = (made: readonly Given[]) =>
  made.reduce((sum, { kind, amount }) => (kind === 'supply' ? sum + BigInt(amount) : sum), 0n);

/**
 * Returns the mined conversions that a fill hasn't used, for any of its quotes: all conversions of
 * the last kind, but only the wraps that no supply used. Returns an empty list once the money was
 * converted back.
 */
export function conversionsOf(row: FillRecord): readonly Given[] {
  if (row.wentBack === true) return [];
  const made = [...(row.earlier ?? []), ...row.made].filter(isUnreturned);
  const last = made.at(-1)?.kind;
  const unused =
    last === 'wrap' ? made.slice(made.findLastIndex((one) => one.kind !== last) + 1) : made;
  return unused.filter(({ kind }) => kind === last);
}

/** Returns true for a conversion whose money wasn't converted back. */
export const isUnreturned = ({ kind, isBack }: Given): boolean =>
  isConversion(kind) && isBack !== true;

const sumOf = (made: readonly Given[]) =>
  made.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString();

const LEFTOVERS = ['leftover', 'otherLeftover'] as const;

/**
 * Returns the allowances of `givenBy`, the amounts that can still be taken, and the names of the
 * members that store these amounts.
 */
export function remainingOf(row: FillRecord) {
  if (!isAtRest(row)) return [];
  return givenBy(row).flatMap(({ given, isDust }, at) => {
    const name = LEFTOVERS[at] ?? 'leftover';
    const amount = row[name];
    return amount === '0' ? [] : [{ given, isDust, name, amount }];
  });
}

/** Returns the remaining allowances without dust: those that are worth a revocation. */
export function leftOf(row: FillRecord) {
  return remainingOf(row).filter(({ isDust }) => !isDust);
}

function dustOf(row: FillRecord): FillView['dust'] {
  const dust = remainingOf(row).flatMap(({ given, isDust, amount }) =>
    isDust && amount !== undefined ? [{ of: allowedTo(given), amount }] : [],
  );
  return dust.length === 0 ? undefined : dust;
}

const allowedTo = ({ kind }: Given) =>
  kind === 'allow pool' ? ('pool' as const) : ('book' as const);

/** Returns a fill as pages receive it: without signed bytes and keys. */
export function fillView(record: FillRecord): FillView {
  const { base, parts } = partsOf(record);
  const {
    referrer: _referrer,
    wanted: _wanted,
    agreedPrice: _agreedPrice,
    made,
    earlier: _earlier,
    insteadOf: _insteadOf,
    isHidden: _isHidden,
    wentBack: _wentBack,
    ahead,
    included = [],
    revocation,
    leftover: _leftover,
    otherLeftover: _otherLeftover,
    ...shown
  } = base;
  const { stage, preparation, stopped, fill, proof, newer, failure, becameSmart } = parts;
  const current = preparation ?? stopped;
  const converted = conversionsOf(record);
  const last = converted.at(-1);
  const dust = dustOf(record);
  return {
    ...shown,
    stage,
    preparations: [...made, ...(current === undefined ? [] : [current]), ...ahead].map(
      shownPreparation,
    ),
    included: included.map(shownPreparation),
    ...(last === undefined ? {} : { converted: { kind: last.kind, amount: sumOf(converted) } }),
    left: leftOf(record).map(({ given, amount }) => ({
      of: allowedTo(given),
      ...(amount === undefined ? {} : { amount }),
    })),
    ...(dust === undefined ? {} : { dust }),
    ...(revocation === undefined ? {} : { revocation: revocation.stage }),
    ...(fill?.hash === undefined ? {} : { hash: fill.hash }),
    ...(proof === undefined ? {} : { proof }),
    ...(newer === undefined ? {} : { newer }),
    ...(failure === undefined ? {} : { failure }),
    ...(becameSmart === undefined ? {} : { becameSmart }),
  };
}

function shownPreparation({ kind, amount, hash }: Planned & { readonly hash?: string }) {
  return { kind, amount, ...(hash === undefined ? {} : { hash }) };
}
