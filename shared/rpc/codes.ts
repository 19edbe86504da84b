import { CondorError } from '../errors.ts';

/** The one table of the page's edge: names of failures to EIP-1193 / EIP-1474 numbers. */
export const RPC_CODES = {
  rejected: 4001,
  /** Pages know no other end of a request that the user agreed to. */
  lockedMeanwhile: 4001,
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
  atomicityUnsupported: 5760,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  alreadyPending: -32002,
  tooManyOpen: -32002,
  internal: -32603,
} as const;

export type RpcFailure = keyof typeof RPC_CODES;

/** What a page receives when its request fails: no stack, path, key or address of ours. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const DEFAULT_MESSAGES: Record<RpcFailure, string> = {
  rejected: 'The user rejected the request.',
  lockedMeanwhile: 'The wallet was locked before the request was answered.',
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
  atomicityUnsupported: 'The account cannot run calls atomically.',
  invalidRequest: 'The request is not a request object.',
  methodNotFound: 'The method does not exist.',
  invalidParams: 'The parameters are not valid for this method.',
  alreadyPending: 'A request of this kind is already open in the wallet.',
  tooManyOpen: 'The page has too many open requests.',
  internal: 'The wallet failed to answer.',
};

/** A failure that a page may see. `message` overrides the default sentence and holds no input. */
export class RpcError extends CondorError<RpcFailure> {
  constructor(failure: RpcFailure, message: string = DEFAULT_MESSAGES[failure], cause?: unknown) {
    super(failure, message, { cause });
  }
}

/** True when the request ended before anything was signed: the user rejected it, or it lapsed. */
export function isRejection({ code }: RpcError): boolean {
  return RPC_CODES[code] === RPC_CODES.rejected;
}

/** An error answered by the node: its code and its cleaned message are passed through. */
export class NodeError extends CondorError<'node'> {
  readonly body: RpcErrorBody;

  constructor(body: RpcErrorBody) {
    super('node', 'The node answered with an error.');
    this.body = body;
  }
}

/** An error that a page already got, repeated for a request that it sent again. */
export class RepeatedError extends CondorError<'repeated'> {
  readonly body: RpcErrorBody;

  constructor(body: RpcErrorBody) {
    super('repeated', 'The request has failed before.');
    this.body = body;
  }
}

/** Turns whatever was thrown into what the page may see; anything unknown is our own bug. */
export function rpcErrorBody(error: unknown): RpcErrorBody {
  if (error instanceof NodeError || error instanceof RepeatedError) return error.body;
  if (error instanceof RpcError) {
    return { code: RPC_CODES[error.code], message: error.message };
  }
  return { code: RPC_CODES.internal, message: DEFAULT_MESSAGES.internal };
}
