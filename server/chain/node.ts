import { BodyTooLarge, boundedText } from '../../shared/bounded-text.ts';
import { CondorError } from '../../shared/errors.ts';
import type { Fetch } from '../../shared/ports.ts';
import { isRecord } from '../../shared/wire/json-values.ts';

/**
 * Why a node gave no result: `range` asks for logs of fewer blocks, `busy` for patience, `down` for
 * another node; `rejected` is its answer to this request, `odd` an answer that makes no sense.
 */
export type NodeErrorCode = 'range' | 'busy' | 'down' | 'rejected' | 'odd';

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
      return { status: response.status, text: await boundedText(response, maxBytes) };
    } catch (cause) {
      if (cause instanceof BodyTooLarge)
        throw new NodeError(refusedSize(method), 'the node answered more than we take at once', {
          cause,
        });
      throw new NodeError('down', 'the node gave no answer', { cause });
    }
  }

  return {
    name: URL.parse(url)?.host ?? 'node',
    async call(method, params) {
      const { status, text } = await read(method, params);
      if (status === 429) throw new NodeError('busy', 'the node limits our rate');
      if (status === 413)
        throw new NodeError(refusedSize(method), 'the node refused the size of the request');
      const answer = parseAnswer(text);
      if (answer?.error !== undefined) throw refusal(method, answer.error);
      if (status < 200 || status > 299)
        throw new NodeError('down', 'the node answered with a failure', { details: { status } });
      if (answer?.result === undefined)
        throw new NodeError('odd', 'the node answered something that is no JSON-RPC answer');
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
const RANGE =
  /range|too (?:many|large|wide)|more than|exceed|response size|limit|timeout|timed out/i;

/** Only a question for logs has a range to make smaller; with any other the next node is asked. */
function refusedSize(method: string): 'range' | 'down' {
  return method === 'eth_getLogs' ? 'range' : 'down';
}

/** Nodes agree on no codes: what is wrong is read from code and text. */
function refusal(method: string, error: unknown): NodeError {
  const code = isRecord(error) && typeof error.code === 'number' ? error.code : 0;
  const text = isRecord(error) && typeof error.message === 'string' ? error.message : '';
  const details = { code };
  if (BUSY.test(text) || code === 429 || code === -32016)
    return new NodeError('busy', 'the node limits our rate', { details });
  // Outside of logs this code limits the rate (EIP-1474).
  if (code === -32005 && method !== 'eth_getLogs')
    return new NodeError('busy', 'the node limits our rate', { details });
  if (RANGE.test(text) || code === -32005 || code === -32602)
    return new NodeError(refusedSize(method), 'the node refused the size of the request', {
      details,
    });
  return new NodeError('rejected', 'the node rejected the request', { details });
}
