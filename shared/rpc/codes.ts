import { CondorError } from '../errors.ts';

/** Maps failure names to the EIP-1193 and EIP-1474 numbers for pages. */
export const RPC_CODES = {
  rejected: 4001,
  /**
   * EIP-1193 has no code for a request that the user confirmed but that ended without a signature.
   */
  lockedMeanwhile: 4001,
  unanswered: 4001,
  notPending: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainUnreachable: 4901,
  unknownChain: 4902,
  /** EIP-5792. */
  unsupportedCapability: 5700,
  unsupportedChain: 5710,
  duplicateBundle: 5720,
  unknownBundle: 5730,
  bundleTooLarge: 5740,
  upgradeRejected: 5750,
  atomicityUnsupported: 5760,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  alreadyPending: -32002,
  tooManyOpen: -32002,
  internal: -32603,
} as const;

export type RpcFailure = keyof typeof RPC_CODES;

/** The error that a page receives. It contains no stack, path, key or address of the wallet. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const DEFAULT_MESSAGES: Record<RpcFailure, string> = {
  rejected: 'The user rejected the request.',
  lockedMeanwhile: 'The wallet was locked before the request was answered.',
  unanswered: 'The request was not answered in time.',
  notPending: 'The transaction to replace is not waiting any more.',
  unauthorized: 'The site is not connected to this account.',
  unsupported: 'Condor does not support this method.',
  disconnected: 'The wallet is not connected.',
  chainUnreachable: 'The chain cannot be reached.',
  unknownChain: 'The chain is not known to the wallet.',
  unsupportedCapability: 'The wallet lacks a capability that the request needs.',
  unsupportedChain: 'The wallet sends no calls on this chain.',
  duplicateBundle: 'A bundle with this id was submitted before.',
  unknownBundle: 'No bundle has this id.',
  bundleTooLarge: 'The bundle has too many calls.',
  upgradeRejected: 'The user rejected the smart account that would run the calls atomically.',
  atomicityUnsupported: 'The account cannot run calls atomically.',
  invalidRequest: 'The request is not a request object.',
  methodNotFound: 'The method does not exist.',
  invalidParams: 'The parameters are not valid for this method.',
  alreadyPending: 'A request of this kind is already open in the wallet.',
  tooManyOpen: 'The page has too many open requests.',
  internal: 'The wallet failed to answer.',
};

/**
 * An error that a page may see. `message` replaces the default sentence. It must not contain input.
 */
export class RpcError extends CondorError<RpcFailure> {
  constructor(failure: RpcFailure, message: string = DEFAULT_MESSAGES[failure], cause?: unknown) {
    super(failure, message, { cause });
  }
}

/** Returns true when the request ended before signing: the user rejected it, or it expired. */
export function isRejection({ code }: RpcError): boolean {
  return RPC_CODES[code] === RPC_CODES.rejected;
}

/** An error from the node. Pages receive its code and its cleaned message. */
export class NodeError extends CondorError<'node'> {
  readonly body: RpcErrorBody;

  constructor(body: RpcErrorBody) {
    super('node', 'The node answered with an error.');
    this.body = body;
  }
}

/** An error that a page already received. Thrown again when the page repeats its request. */
export class RepeatedError extends CondorError<'repeated'> {
  readonly body: RpcErrorBody;

  constructor(body: RpcErrorBody) {
    super('repeated', 'The request has failed before.');
    this.body = body;
  }
}

/** Converts anything thrown to an error for pages. Unknown errors are our bugs. */
export function rpcErrorBody(error: unknown): RpcErrorBody {
  if (error instanceof NodeError || error instanceof RepeatedError) return error.body;
  if (error instanceof RpcError) {
    return { code: RPC_CODES[error.code], message: error.message };
  }
  return { code: RPC_CODES.internal, message: DEFAULT_MESSAGES.internal };
}
