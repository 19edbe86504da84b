import { CondorError } from '../../../shared/errors.ts';
import { type Failure, OwnFailureSchema } from '../../../shared/messages/failures.ts';
import { parseAs } from '../../../shared/parse.ts';
import { isRejection, NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { callFailure } from './call-failure.ts';

/**
 * Returns an error in the form for the wallet's pages. An error without a known code is a bug of
 * the wallet.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof NodeError) return { code: 'chain', details: callFailure(error) };
  if (error instanceof RpcError) {
    return isRejection(error) ? { code: error.code, phase: 'beforeSend' } : { code: error.code };
  }
  return (error instanceof CondorError ? ownFailure(error) : undefined) ?? { code: 'unexpected' };
}

/**
 * Returns the error's code with the details that the code declares. Pages don't receive other
 * details.
 */
function ownFailure({ code, details }: CondorError): Failure | undefined {
  const { phase, ...rest } = details;
  const plain = phase === undefined ? { code } : { code, phase };
  return parseAs(OwnFailureSchema, { ...plain, details: rest }) ?? parseAs(OwnFailureSchema, plain);
}
