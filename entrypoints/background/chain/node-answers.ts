import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { BusyError } from './ask-endpoint.ts';

/** Messages of public nodes that limit requests. */
const BUSY =
  /rate.?limit|too many requests?|limit (?:exceeded|reached)|exceeded .*(?:quota|capacity|limit)|no backend is currently healthy|free.?tier|specify an address in your request/i;
const BUSY_CODES: ReadonlySet<number> = new Set([-32005, -32007, -32011, -32016, -32097, 429]);
const NO_BACKEND = -32011;
const OVER_RATE =
  /rate.?limit|too many requests?|requests? limit|(?:requests?|units|calls)[ /]*(?:per )?sec/i;

/** JSON-RPC codes of a reverted call (the second by Nethermind) and of invalid parameters. */
const REVERTED = 3;
const VM_ERROR = -32015;
const INVALID_PARAMS = -32602;
/** Messages for a call that failed by the chain's rules. The call fails at every node. */
const EXECUTION =
  /revert|vm (?:exception|execution error)|evm error|out of gas|gas required exceeds|invalid opcode|invalid jump|stack (?:under|over)flow|write protection|gas uint64 overflow|code size exceeded/i;
/** Messages of a transaction that the chain's rules reject. */
const TRANSACTION =
  /nonce|insufficient ?(?:sender |maxfeepergas for sender )?(?:funds|balance)|lack of funds|upfront cost|underpriced|gas price below|fee ?too ?low|replacement ?not ?allowed|intrinsic gas|floor data gas|already ?(?:known|imported)|known transaction|exceeds block gas limit|gas limit too high|less than block base fee|premium is negative|fee cap|higher than max ?fee|invalid (?:sender|signature|chain ?id)|transaction type not supported|oversized data|initcode size|sender not an eoa|in-flight transaction limit reached|authority already reserved/i;
/** Messages of a gateway's refusal, which can also mention a signature or a nonce. */
const UNABLE = /unauthori[sz]ed|header not found|missing trie node/i;

/**
 * Returns true if the node limits requests. The message of a revert isn't searched, because the
 * contract chose it.
 */
export function isBusy({ body }: NodeError): boolean {
  if (body.code === REVERTED || body.data !== undefined) return false;
  return (
    BUSY_CODES.has(body.code) ||
    (BUSY.test(body.message) && !/revert|in-flight/i.test(body.message))
  );
}

/**
 * Returns true when an error is the chain's answer, which is the same at every node: a revert, a
 * refused transaction, invalid parameters. Other errors concern only this node.
 */
export function isChainAnswer(error: unknown): error is NodeError {
  if (!(error instanceof NodeError) || isBusy(error)) return false;
  const { code, message, data } = error.body;
  return (
    code === REVERTED ||
    code === VM_ERROR ||
    code === INVALID_PARAMS ||
    data !== undefined ||
    EXECUTION.test(message) ||
    (TRANSACTION.test(message) && !UNABLE.test(message))
  );
}

/**
 * Returns a node's error, whether or not it is the chain's answer; undefined if no node responded.
 */
export function nodeErrorOf(error: unknown): NodeError | undefined {
  if (error instanceof NodeError) return error;
  return error instanceof RpcError && error.cause instanceof NodeError ? error.cause : undefined;
}

/**
 * Returns why a request failed temporarily; undefined when the same request is unlikely to succeed
 * later.
 */
export function passingCauseOf(error: unknown): 'rate' | 'failure' | undefined {
  if (error instanceof BusyError) return error.status === 429 ? 'rate' : 'failure';
  if (!(error instanceof NodeError) || !isBusy(error)) return undefined;
  if (OVER_RATE.test(error.body.message)) return 'rate';
  return error.body.code === NO_BACKEND ? 'failure' : undefined;
}
