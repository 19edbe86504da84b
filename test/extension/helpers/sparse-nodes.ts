import { isRecord } from '../../../shared/is-record.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import type { SyntheticChain } from '../../helpers/synthetic-chain.ts';
import { askedLogs, header, type RpcRequest } from '../../helpers/synthetic-node.ts';
import { walletReads } from '../../helpers/wallet-reads.ts';

interface AskedRange {
  readonly host: string;
  readonly from: number;
  readonly to: number;
  readonly topics: readonly unknown[];
}

/**
 * Returns an error or another result that replaces a node's answer. If undefined, the node answers.
 */
export type Twist = (request: RpcRequest, host: string) => Response | undefined;

/**
 * Creates nodes of one chain, by host name, without a network. Records the log ranges that were
 * requested.
 */
export function sparseNodes(chain: SyntheticChain, twist: Twist = () => undefined) {
  const ranges: AskedRange[] = [];
  const reads = walletReads(chain);
  const hex = (value: number) => `0x${value.toString(16)}`;

  function resultOf(request: RpcRequest, host: string): unknown {
    const { method, params } = request;
    if (method === 'eth_blockNumber') return hex(chain.head.number);
    if (method === 'eth_getBlockByNumber') {
      const block = params[0] === 'latest' ? chain.head : chain.block(Number(params[0]));
      return block === undefined ? null : header(block);
    }
    if (method !== 'eth_getLogs') return reads(request) ?? null;
    const filter = params[0] as { fromBlock: string; toBlock: string; topics: unknown[] };
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
    ranges.push({ host, from, to, topics: filter.topics });
    return askedLogs(params, chain);
  }

  const fetch: Fetch = async (url, init) => {
    const request = parseJson(String(init?.body));
    if (!isRecord(request) || !Array.isArray(request.params)) throw new TypeError('not a request');
    const { host } = new URL(url);
    const asked = {
      id: Number(request.id),
      method: String(request.method),
      params: request.params,
    };
    const other = twist(asked, host);
    if (other !== undefined) return other;
    return Response.json({ jsonrpc: '2.0', id: request.id, result: resultOf(asked, host) });
  };
  return { fetch, ranges };
}

export function nodeError(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } });
}
