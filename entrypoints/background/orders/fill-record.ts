import type { FillStage, FillView } from '../../../shared/messages/ticket.ts';
import { isConversion } from '../../../shared/orders/preparation.ts';
import type {
  Asked,
  FillBase,
  FillFailure,
  FillIn,
  FillRecord,
  FillUnderWay,
} from '../state/fill-schemas.ts';

const AT_REST: readonly FillStage[] = ['indexed', 'not indexed', 'unproved', 'replaced', 'failed'];

/** Stages without a next step of their own; `replaced` and `unproved` wait for the user. */
export function isAtRest({ stage }: { readonly stage: FillStage }): boolean {
  return AT_REST.includes(stage);
}

/** Stages in which a second start of the same quote would be a mistake, such as a double click. */
export function isBeforeReceipt({ stage }: { readonly stage: FillStage }): boolean {
  return !isAtRest({ stage }) && stage !== 'mined';
}

export function isUnderWay(row: FillRecord): row is FillUnderWay {
  return !isAtRest(row);
}

/** Members that only some stages have. */
interface StageParts {
  readonly stage: FillStage;
  readonly preparation?: Planned & { readonly hash?: string };
  readonly stopped?: FillIn<'failed'>['stopped'];
  readonly fill?: Asked & { readonly hash?: string };
  readonly proof?: FillIn<'indexed'>['proof'];
  readonly newer?: FillIn<'replaced'>['newer'];
  readonly failure?: FillFailure;
}

type Planned = FillBase['ahead'][number];

/** Splits a record into common members and those of its stage. */
function partsOf(row: FillRecord): { base: FillBase; parts: StageParts } {
  const whole: FillBase & StageParts = row;
  const { stage, preparation, stopped, fill, proof, newer, failure, ...base } = whole;
  const parts = {
    stage,
    ...(preparation === undefined ? {} : { preparation }),
    ...(stopped === undefined ? {} : { stopped }),
    ...(fill === undefined ? {} : { fill }),
    ...(proof === undefined ? {} : { proof }),
    ...(newer === undefined ? {} : { newer }),
    ...(failure === undefined ? {} : { failure }),
  };
  return { base, parts };
}

/** Returns the members that a record keeps in another stage. */
export function baseOf(row: FillRecord): FillBase {
  return partsOf(row).base;
}

/** Returns the last allowance that was mined for this fill and not used by its own step. */
export function givenBy({ earlier = [], ...row }: FillBase): FillBase['made'][number] | undefined {
  const made = [...earlier, ...row.made];
  const book = made.findLast(({ kind }) => kind === 'allow book');
  if (book !== undefined) return book;
  const pool = made.findLastIndex(({ kind }) => kind === 'allow pool');
  return made.slice(pool).some(({ kind }) => kind === 'supply') ? undefined : made[pool];
}

/** Returns what pages receive: no signed bytes, no keys. */
export function fillView(record: FillRecord): FillView {
  const { base, parts } = partsOf(record);
  const {
    referrer: _referrer,
    wanted: _wanted,
    agreedPrice: _agreedPrice,
    toleranceBps: _toleranceBps,
    made,
    earlier: _earlier,
    ahead,
    included = [],
    revocation,
    ...shown
  } = base;
  const { stage, preparation, stopped, fill, proof, newer, failure } = parts;
  const given = givenBy(base);
  const current = preparation ?? stopped;
  const converted = [...(base.earlier ?? []), ...made].findLast(({ kind }) => isConversion(kind));
  return {
    ...shown,
    stage,
    preparations: [...made, ...(current === undefined ? [] : [current]), ...ahead].map(
      shownPreparation,
    ),
    included: included.map(shownPreparation),
    ...(converted === undefined ? {} : { converted: shownPreparation(converted) }),
    canRevoke: isAtRest(record) && given !== undefined && base.leftover !== '0',
    ...(given === undefined ? {} : { given: given.kind === 'allow pool' ? 'pool' : 'book' }),
    ...(revocation === undefined ? {} : { revocation: revocation.stage }),
    ...(fill?.hash === undefined ? {} : { hash: fill.hash }),
    ...(proof === undefined ? {} : { proof }),
    ...(newer === undefined ? {} : { newer }),
    ...(failure === undefined ? {} : { failure }),
  };
}

function shownPreparation({ kind, amount, hash }: Planned & { readonly hash?: string }) {
  return { kind, amount, ...(hash === undefined ? {} : { hash }) };
}
