import { BodyTooLarge } from '../../bounded-text.ts';
import { isRecord } from '../../is-record.ts';
import { type JsonRpcEndpoint, postJsonRpc } from '../json-rpc.ts';
import { type ChainNode, ChainNodeError } from './chain-node.ts';
import { createLogLimits } from './log-limits.ts';
import { type NodeRefusalKind, refusalOf } from './node-refusal.ts';

/** Creates a client for one node. Every call has a timeout and a maximum response size. */
export function createNode(
  endpoint: Pick<JsonRpcEndpoint, 'url' | 'fetch'> & Partial<JsonRpcEndpoint>,
): ChainNode {
  const { url } = endpoint;

  async function post(method: string, params: readonly unknown[]) {
    try {
      return await postJsonRpc(
        { timeoutMs: 15_000, maxBytes: 16_000_000, redirect: 'error', ...endpoint },
        { id: 1, method, params },
      );
    } catch (cause) {
      if (cause instanceof BodyTooLarge)
        throw new ChainNodeError(
          refusedSize(method),
          'the node answered more than we take at once',
          { cause },
        );
      throw new ChainNodeError('down', 'the node did not respond', {
        cause,
        details: { isLogs: isLogs(method) },
      });
    }
  }

  return {
    name: URL.canParse(url) ? new URL(url).host : 'node',
    limits: createLogLimits(),
    async call(method, params) {
      const { status, retryAfterMs, body } = await post(method, params);
      const details = { isLogs: isLogs(method) };
      if (status === 429)
        throw new ChainNodeError('busy', 'the node limits the request rate', {
          details: { ...details, ...(retryAfterMs !== undefined && { retryAfterMs }) },
        });
      if (status === 413)
        throw new ChainNodeError(refusedSize(method), 'the node refused the size of the request');
      if (body?.error !== undefined) throw refusal(method, body.error);
      if (status < 200 || status > 299)
        throw new ChainNodeError('down', 'the node returned an error', {
          details: { ...details, status },
        });
      if (body?.result === undefined)
        throw new ChainNodeError('odd', 'the node did not return a JSON-RPC response', {
          details,
        });
      return body.result;
    },
  };
}

function isLogs(method: string): boolean {
  return method === 'eth_getLogs';
}

/** Only a log request has a block range to reduce. Other requests are sent to the next node. */
function refusedSize(method: string): 'range' | 'down' {
  return isLogs(method) ? 'range' : 'down';
}

const REFUSALS: Readonly<Record<NodeRefusalKind, string>> = {
  range: 'the node refused the size of the request',
  address: 'the node wants an address in the filter',
  addresses: 'the node refused the number of addresses in the filter',
  busy: 'the node limits the request rate',
  down: 'the node has no working backend',
  rejected: 'the node rejected the request',
};

function refusal(method: string, error: unknown): ChainNodeError {
  const code = isRecord(error) && typeof error.code === 'number' ? error.code : 0;
  const message = isRecord(error) && typeof error.message === 'string' ? error.message : '';
  const { kind, limit } = refusalOf(method, { code, message });
  const details = { code, isLogs: isLogs(method), ...(limit !== undefined && { limit }) };
  return new ChainNodeError(kind, REFUSALS[kind], { details });
}
