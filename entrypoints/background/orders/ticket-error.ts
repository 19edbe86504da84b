import { CondorError } from '../../../shared/errors.ts';
import type { TicketCode } from '../../../shared/orders/ticket-failures.ts';

/** Why a quote can't be shown or filled. */
export class TicketError extends CondorError<TicketCode> {
  constructor(code: TicketCode, details: Record<string, string> = {}) {
    super(code, 'The quote cannot be shown or filled.', { details });
  }
}
