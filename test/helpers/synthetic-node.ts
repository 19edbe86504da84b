import { createServer, type ServerResponse } from 'node:http';
import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import type { SyntheticBlock, SyntheticChain, SyntheticLog } from './synthetic-chain.ts';
import { SYNTHETIC_IMPLEMENTATION } from './synthetic-fills.ts';

export interface RpcRequest {
  readonly id?: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * Returns true after answering a request instead of the node. Returns false if the node should
 * answer.
 */
export type Misbehaviour = (request: RpcRequest, response: ServerResponse) => boolean;

export interface SyntheticNode {
  readonly url: string;
  readonly methods: ReadonlySet<string>;
  misbehave(how: Misbehaviour | undefined): void;
  stop(): Promise<void>;
}

const multicallAbi = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[])',
]);

/** Starts a JSON-RPC node that serves a synthetic chain. `view` can limit the served part. */
export async function startSyntheticNode(
  chain: SyntheticChain,
  options: {
    readonly port?: number;
    readonly lag?: () => number;
    readonly misbehaviour?: Misbehaviour;
    /** True if pages may read the responses. Default: true. */
    readonly cors?: boolean;
    /** Returns the result of a request that the node doesn't know, or undefined. */
    readonly answer?: (request: RpcRequest) => unknown;
  } = {},
): Promise<SyntheticNode> {
  const methods = new Set<string>();
  let misbehaviour = options.misbehaviour;
  const headNumber = () => Math.max(0, chain.head.number - (options.lag?.() ?? 0));

  function answer({ method, params }: RpcRequest): unknown {
    switch (method) {
      case 'eth_chainId':
        return '0x2105';
      case 'eth_blockNumber':
        return hex(headNumber());
      case 'eth_getBlockByNumber': {
        const number = params[0] === 'latest' ? headNumber() : Number(params[0]);
        const block = number > headNumber() ? undefined : chain.block(number);
        return block === undefined ? null : header(block);
      }
      case 'eth_getLogs': {
        return askedLogs(params, chain).filter(
          ({ blockNumber }) => Number(blockNumber) <= headNumber(),
        );
      }
      case 'eth_call':
        return call(params[0] as { data: Hex });
      default:
        return null;
    }
  }

  const server = createServer((incoming, response) => {
    if (options.cors !== false) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'content-type');
    }
    if (incoming.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: RpcRequest = JSON.parse(Buffer.concat(chunks).toString());
      methods.add(request.method);
      if (misbehaviour?.(request, response)) return;
      sendResult(response, options.answer?.(request) ?? answer(request), request.id);
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    methods,
    misbehave: (how) => {
      misbehaviour = how;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Returns the range of an `eth_getLogs` request by block numbers or block hash. If the chain
 * doesn't have the hash, the range is beyond every block.
 */
export function askedRange(
  params: readonly unknown[],
  chain: SyntheticChain,
): { readonly from: number; readonly to: number } {
  const filter = params[0] as { fromBlock?: string; toBlock?: string; blockHash?: string };
  if (filter.blockHash === undefined)
    return { from: Number(filter.fromBlock), to: Number(filter.toBlock) };
  const number = chain.numberOf(filter.blockHash) ?? Number.POSITIVE_INFINITY;
  return { from: number, to: number };
}

/** Returns the logs that an `eth_getLogs` requests. */
export function askedLogs(params: readonly unknown[], chain: SyntheticChain): SyntheticLog[] {
  const { from, to } = askedRange(params, chain);
  const { address, topics = [] } = params[0] as {
    address?: string | readonly string[];
    topics?: readonly (readonly string[] | string | null)[];
  };
  const addresses = address === undefined ? undefined : new Set([address].flat());
  const isAsked = (wanted: readonly string[] | string | null, topic: string | undefined) =>
    wanted === null || [wanted].flat().includes(topic ?? '');
  return chain
    .logs(from, to)
    .filter(
      (log) =>
        addresses?.has(log.address.toLowerCase()) !== false &&
        topics.every((wanted, place) => isAsked(wanted, log.topics[place])),
    );
}

export function sendResult(response: ServerResponse, result: unknown, id = 1): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

export function sendError(response: ServerResponse, code: number, message: string): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }));
}

export function header({ number, hash, parentHash, timestamp }: SyntheticBlock) {
  return { number: hex(number), hash, parentHash, timestamp: hex(timestamp) };
}

/** Answers a call. All options have the same implementation, and other addresses have no code. */
function call({ data }: { readonly data: Hex }): Hex {
  if (data.slice(0, 10) !== toFunctionSelector(multicallAbi[0])) return '0x';
  const { args } = decodeFunctionData({ abi: multicallAbi, data });
  return encodeFunctionResult({
    abi: multicallAbi,
    functionName: 'aggregate3',
    result: args[0].map(({ callData }) =>
      callData === '0xaaf10f42'
        ? {
            success: true,
            returnData: `0x${SYNTHETIC_IMPLEMENTATION.slice(2).padStart(64, '0')}` as Hex,
          }
        : { success: true, returnData: '0x' as Hex },
    ),
  });
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
