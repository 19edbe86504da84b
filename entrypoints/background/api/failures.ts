import { CondorError } from '../../../shared/errors.ts';
import { type Failure, OwnFailureSchema } from '../../../shared/messages/failures.ts';
import { parseAs } from '../../../shared/parse.ts';
import { isRejection, NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { callFailure } from '../chain/call-failure.ts';

/** Returns an error as the wallet's pages get it. Errors of no known code are our own mistakes. */
export function failureOf(error: unknown): Failure {
  if (error instanceof NodeError) return { code: 'chain', details: callFailure(error) };
  if (error instanceof RpcError) {
    // Every request is signed and sent after the user's decision only.
    return isRejection(error) ? { code: error.code, phase: 'before-send' } : { code: error.code };
  }
  return (error instanceof CondorError ? ownFailure(error) : undefined) ?? { code: 'unexpected' };
}

/** Details that the code has no use for stay in the worker. */
function ownFailure({ code, details }: CondorError): Failure | undefined {
  const { phase, ...rest } = details;
  const plain = phase === undefined ? { code } : { code, phase };
  return parseAs(OwnFailureSchema, { ...plain, details: rest }) ?? parseAs(OwnFailureSchema, plain);
}
