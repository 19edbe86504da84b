import { BodyTooLarge, boundedText } from '../../shared/bounded-text.ts';
import { CondorError } from '../../shared/errors.ts';
import type { Fetch } from '../../shared/ports.ts';
import { isRecord } from '../../shared/wire/json-values.ts';
import { retryAfterMs } from './retry-after.ts';
import { statedRange } from './stated-range.ts';

/**
 * Why a node returned no result: `range` asks for logs of fewer blocks, `address` for a filter with
 * addresses, `busy` for a slower pace, `down` for another node; `rejected` is its final answer to
 * this request, `odd` is an answer that isn't valid.
 *
 * Details: `limit` is the number of blocks that the node accepts, `retryAfterMs` the wait that it
 * asks for, `isLogs` whether the question was for logs.
 */
export type NodeErrorCode = 'range' | 'address' | 'busy' | 'down' | 'rejected' | 'odd';

export class NodeError extends CondorError<NodeErrorCode> {}

/** One JSON-RPC endpoint. */
export interface ChainNode {
  /** Host and port only: paths and queries hold keys. */
  readonly name: string;
  /** @throws NodeError */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

export interface NodeOptions {
  readonly url: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** Whether the same question for fewer blocks may succeed: size limits, overload and broken answers. */
export function isCuredBySmallerRange(error: unknown): error is NodeError {
  if (!(error instanceof NodeError)) return false;
  if (error.code === 'range') return true;
  return error.details.isLogs === true && error.code !== 'rejected' && error.code !== 'address';
}

/** A node behind a URL. Every call ends within the timeout and reads a bounded answer. */
export function createNode({
  url,
  fetch,
  timeoutMs = 15_000,
  maxBytes = 16_000_000,
}: NodeOptions): ChainNode {
  async function read(method: string, params: readonly unknown[]) {
    let response: Response;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      return {
        status: response.status,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
        text: await boundedText(response, maxBytes),
      };
    } catch (cause) {
      if (cause instanceof BodyTooLarge)
        throw new NodeError(refusedSize(method), 'the node answered more than we take at once', {
          cause,
        });
      throw new NodeError('down', 'the node gave no answer', {
        cause,
        details: { isLogs: isLogs(method) },
      });
    }
  }

  return {
    name: URL.parse(url)?.host ?? 'node',
    async call(method, params) {
      const { status, retryAfterMs, text } = await read(method, params);
      const details = { isLogs: isLogs(method) };
      if (status === 429)
        throw new NodeError('busy', 'the node limits our rate', {
          details: { ...details, ...(retryAfterMs !== undefined && { retryAfterMs }) },
        });
      if (status === 413)
        throw new NodeError(refusedSize(method), 'the node refused the size of the request');
      const answer = parseAnswer(text);
      if (answer?.error !== undefined) throw refusal(method, answer.error);
      if (status < 200 || status > 299)
        throw new NodeError('down', 'the node answered with a failure', {
          details: { ...details, status },
        });
      if (answer?.result === undefined)
        throw new NodeError('odd', 'the node answered something that is no JSON-RPC answer', {
          details,
        });
      return answer.result;
    },
  };
}

function parseAnswer(text: string): { result?: unknown; error?: unknown } | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    // A cut or foreign body: the caller judges by the status and the missing result.
    return undefined;
  }
}

const BUSY = /rate.?limit|too many requests|throttl|capacity|quota|try again/i;
const DOWN = /no backend|unhealthy|currently unavailable|temporarily|bad gateway/i;
const ADDRESS = /specify an address|address (?:is )?required|without an? address/i;
const RANGE =
  /range|too (?:many|large|wide)|more than|exceed|response size|limit|timeout|timed out/i;

function isLogs(method: string): boolean {
  return method === 'eth_getLogs';
}

/** Only a question for logs has a range to make smaller; with any other the next node is asked. */
function refusedSize(method: string): 'range' | 'down' {
  return isLogs(method) ? 'range' : 'down';
}

/** Nodes agree on no codes, so code and text both count. */
function refusal(method: string, error: unknown): NodeError {
  const code = isRecord(error) && typeof error.code === 'number' ? error.code : 0;
  const text = isRecord(error) && typeof error.message === 'string' ? error.message : '';
  const details = { code, isLogs: isLogs(method) };
  if (isLogs(method) && (code === -32701 || ADDRESS.test(text)))
    return new NodeError('address', 'the node wants an address in the filter', { details });
  if (BUSY.test(text) || code === 429 || code === -32016)
    return new NodeError('busy', 'the node limits our rate', { details });
  if (DOWN.test(text) || code === -32011)
    return new NodeError('down', 'the node has no working backend', { details });
  // For other methods this code means a rate limit (EIP-1474).
  if (code === -32005 && method !== 'eth_getLogs')
    return new NodeError('busy', 'the node limits our rate', { details });
  if (RANGE.test(text) || code === -32005 || code === -32602) {
    const limit = statedRange(text);
    return new NodeError(refusedSize(method), 'the node refused the size of the request', {
      details: { ...details, ...(limit !== undefined && { limit }) },
    });
  }
  return new NodeError('rejected', 'the node rejected the request', { details });
}
