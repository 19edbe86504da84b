import type { CallFailure } from '../../../shared/chain/call-failure.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { FailedCheck } from '../../../shared/orders/failed-check.ts';
import type { TicketCode } from '../../../shared/orders/ticket-failures.ts';
import type { ClaimHolder, HolderKind } from '../procedures/claims.ts';

/** A quote and its replacement. Prices have 8 decimals. */
export interface Replacement {
  readonly digest: string;
  readonly price: string;
  readonly isOtherMaker: boolean;
}

interface TicketFacts {
  /** Id of the procedure that holds a claim. */
  readonly holder?: string;
  readonly check?: FailedCheck;
  readonly reason?: CallFailure;
  readonly replacement?: Replacement;
}

/** Thrown when a quote can't be shown or filled. */
export class TicketError extends CondorError<TicketCode> {
  readonly facts: TicketFacts;

  constructor(code: TicketCode, facts: TicketFacts = {}) {
    const { holder } = facts;
    const details = holder === undefined ? {} : { holder };
    super(code, code, { details });
    this.facts = facts;
  }
}

/** Codes by the kind of the procedure that claims the money. */
const RUNNING: { readonly [By in HolderKind]?: TicketCode } = {
  revocation: 'revocationRunning',
  'way back': 'wayBackRunning',
  payment: 'paymentRunning',
};

/** Returns the refusal to use money that a running procedure needs. */
export const runningError = ({ id, by, isUnsure }: ClaimHolder): TicketError =>
  new TicketError(isUnsure === true ? 'wayBackUnsure' : (RUNNING[by] ?? 'fillRunning'), {
    holder: id,
  });
