import { CondorError } from '../../../shared/errors.ts';
import { type Failure, OwnFailureSchema } from '../../../shared/messages/failures.ts';
import { parseAs } from '../../../shared/parse.ts';
import { isRejection, NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { callFailure } from './call-failure.ts';

/**
 * Returns an error as the wallet's pages receive it. Errors without a known code are bugs of the
 * wallet.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof NodeError) return { code: 'chain', details: callFailure(error) };
  if (error instanceof RpcError) {
    // Requests are signed and sent only after the user's decision.
    return isRejection(error) ? { code: error.code, phase: 'beforeSend' } : { code: error.code };
  }
  return (error instanceof CondorError ? ownFailure(error) : undefined) ?? { code: 'unexpected' };
}

/** Details that the code doesn't declare stay in the worker. */
function ownFailure({ code, details }: CondorError): Failure | undefined {
  const { phase, ...rest } = details;
  const plain = phase === undefined ? { code } : { code, phase };
  return parseAs(OwnFailureSchema, { ...plain, details: rest }) ?? parseAs(OwnFailureSchema, plain);
}
