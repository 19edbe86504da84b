import { CondorError } from '../../errors.ts';
import type { LogLimits } from './log-limits.ts';
import type { NodeRefusalKind } from './node-refusal.ts';

/**
 * Reason why a node returned no result: a refusal, or an invalid response (`odd`). Details: `limit`
 * is the number of blocks or addresses that the node accepts, `retryAfterMs` the milliseconds that
 * it asks to wait, `isLogs` whether logs were requested.
 */
export type ChainNodeErrorCode = NodeRefusalKind | 'odd';

export class ChainNodeError extends CondorError<ChainNodeErrorCode> {}

/** One JSON-RPC endpoint. */
export interface ChainNode {
  /** Host and port only: paths and queries may contain keys. */
  readonly name: string;
  readonly limits: LogLimits;
  /** The node that this one wraps. */
  readonly origin?: ChainNode;
  /** @throws ChainNodeError */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

/**
 * Returns true when the request may succeed with fewer blocks: size limits, overload, invalid
 * responses.
 */
export function isCuredBySmallerRange(error: unknown): error is ChainNodeError {
  if (!(error instanceof ChainNodeError)) return false;
  if (error.code === 'range') return true;
  return error.details.isLogs === true && !FINAL.has(error.code);
}

const FINAL: ReadonlySet<ChainNodeErrorCode> = new Set(['rejected', 'address', 'addresses']);
