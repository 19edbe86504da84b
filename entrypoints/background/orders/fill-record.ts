import type { FillStage, FillView } from '../../../shared/messages/ticket.ts';
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
  readonly allowance?: Asked & { readonly hash?: string };
  readonly fill?: Asked & { readonly hash?: string };
  readonly proof?: FillIn<'indexed'>['proof'];
  readonly newer?: FillIn<'replaced'>['newer'];
  readonly failure?: FillFailure;
}

/** Splits a record into common members and those of its stage. */
function partsOf(row: FillRecord): { base: FillBase; parts: StageParts } {
  const whole: FillBase & StageParts = row;
  const { stage, allowance, fill, proof, newer, failure, ...base } = whole;
  const parts = {
    stage,
    ...(allowance === undefined ? {} : { allowance }),
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

/** Returns the same with the quote's allowance, once it was sent. */
export function withAllowance(row: FillRecord): FillBase & Pick<FillIn<'checking'>, 'allowance'> {
  const { base, parts } = partsOf(row);
  const { hash, ...asked } = parts.allowance ?? {};
  return hash === undefined || !('key' in asked)
    ? base
    : { ...base, allowance: { ...asked, hash } };
}

/** Returns what pages receive: no signed bytes, no keys. */
export function fillView(record: FillRecord): FillView {
  const { base, parts } = partsOf(record);
  const {
    referrer: _referrer,
    wanted: _wanted,
    agreedPrice: _agreedPrice,
    toleranceBps: _toleranceBps,
    granted,
    given,
    revocation,
    ...shown
  } = base;
  const { stage, allowance, fill, proof, newer, failure } = parts;
  return {
    ...shown,
    stage,
    hasGivenAllowance: (allowance?.hash ?? granted) !== undefined,
    canRevoke: isAtRest(record) && given !== undefined && base.leftover !== '0',
    ...(revocation === undefined ? {} : { revocation: revocation.stage }),
    ...(allowance?.hash === undefined ? {} : { allowanceHash: allowance.hash }),
    ...(fill?.hash === undefined ? {} : { hash: fill.hash }),
    ...(proof === undefined ? {} : { proof }),
    ...(newer === undefined ? {} : { newer }),
    ...(failure === undefined ? {} : { failure }),
  };
}
