import type { ServerResponse } from 'node:http';
import { type Misbehaviour, type RpcRequest, sendError } from './synthetic-node.ts';

/** Behaviour of one kind of real node. Tests apply it to any JSON-RPC server. */
export interface NodeProfile {
  readonly name: string;
  /** Creates the behaviour of one node. The behaviour may depend on the number of requests. */
  create(): Misbehaviour;
  /** Number of blocks by which the node's head lags. */
  readonly lag?: number;
  /** True if pages may read the node's responses. Default: true. */
  readonly cors?: boolean;
}

/** Rejects the log requests that `isRefused` selects. */
const refuseLogs =
  (
    isRefused: (filter: LogsFilter) => boolean,
    refuse: (response: ServerResponse, filter: LogsFilter) => void,
  ): Misbehaviour =>
  ({ method, params }, response) => {
    if (method !== 'eth_getLogs') return false;
    const filter = readFilter(params);
    if (!isRefused(filter)) return false;
    refuse(response, filter);
    return true;
  };

interface LogsFilter {
  readonly from: number;
  /** Number of blocks in the range, including both ends. It is 1 for a filter by block hash. */
  readonly blocks: number;
  readonly hasAddress: boolean;
  readonly addresses: number;
}

function readFilter(params: RpcRequest['params']): LogsFilter {
  const { fromBlock, toBlock, address } = params[0] as {
    fromBlock?: string;
    toBlock?: string;
    address?: string | readonly string[];
  };
  const addresses = address === undefined ? 0 : [address].flat().length;
  const hasAddress = addresses > 0;
  if (fromBlock === undefined) return { from: 0, blocks: 1, hasAddress, addresses };
  const from = Number(fromBlock);
  return { from, blocks: Number(toBlock) - from + 1, hasAddress, addresses };
}

/** Creates a node whose error states its block limit. */
function limited(
  name: string,
  limit: number,
  code: number,
  text: (filter: LogsFilter) => string,
): NodeProfile {
  return {
    name,
    create: () =>
      refuseLogs(
        ({ blocks }) => blocks > limit,
        (response, filter) => sendError(response, code, text(filter)),
      ),
  };
}

const hex = (value: number): string => `0x${value.toString(16)}`;

/**
 * Creates a node that accepts this many requests per second, and answers other requests with 429.
 */
export function rateLimited(perSecond: number): NodeProfile {
  return {
    name: `takes ${perSecond} request${perSecond === 1 ? '' : 's'} per second and answers 429 with Retry-After`,
    create() {
      let tokens = perSecond;
      let filledAt = performance.now();
      return (_, response) => {
        const now = performance.now();
        tokens = Math.min(perSecond, tokens + ((now - filledAt) / 1000) * perSecond);
        filledAt = now;
        // The timers of client and node differ by some milliseconds.
        if (tokens >= 0.95) {
          tokens -= 1;
          return false;
        }
        response.writeHead(429, { 'retry-after': '1' }).end('over rate limit');
        return true;
      };
    },
  };
}

/** Creates a node with a maximum of blocks per request and a maximum of requests per second. */
export function limitedNode(blocks: number, perSecond: number): NodeProfile {
  const rate = rateLimited(perSecond);
  return {
    name: `takes ${blocks} blocks and ${perSecond} requests per second`,
    create() {
      const [refuseRate, refuseRange] = [rate.create(), LIMIT_2000(blocks).create()];
      return (request, response) => refuseRate(request, response) || refuseRange(request, response);
    },
  };
}

const LIMIT_2000 = (limit: number): NodeProfile =>
  limited(
    `has a limit of ${limit} blocks`,
    limit,
    -32600,
    () => `You can make eth_getLogs requests with up to a ${limit} block range.`,
  );

function everyNth(n: number, fail: (response: ServerResponse) => void): () => Misbehaviour {
  return () => {
    let asked = 0;
    return (_, response) => {
      if (++asked % n !== 0) return false;
      fail(response);
      return true;
    };
  };
}

/** Limits and texts of public nodes, collected in 2026 from documentation and issues. */
export const NODE_PROFILES: readonly NodeProfile[] = [
  {
    name: 'refuses filters without an address',
    create: () =>
      refuseLogs(
        ({ hasAddress }) => !hasAddress,
        (response) =>
          sendError(
            response,
            -32701,
            'Please specify an address in your request or, to remove restrictions, order a dedicated full node here: https://node.example',
          ),
      ),
  },
  {
    name: 'takes fewer than 15 addresses',
    create: () =>
      refuseLogs(
        ({ addresses }) => addresses === 0 || addresses >= 15,
        (response, { hasAddress }) =>
          sendError(
            response,
            -32701,
            hasAddress
              ? 'Please specify less than 15 addresses in your request'
              : 'Please specify an address in your request',
          ),
      ),
  },
  {
    name: 'takes 10 blocks without an address and 10 000 with one',
    create: () =>
      refuseLogs(
        ({ blocks, hasAddress }) => blocks > (hasAddress ? 10_000 : 10),
        (response, { hasAddress }) =>
          sendError(
            response,
            -32600,
            `ranges over ${hasAddress ? 10_000 : 10} blocks are not supported on freetier`,
          ),
      ),
  },
  limited(
    'has a limit of 10 blocks',
    10,
    -32600,
    ({ from }) =>
      `Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [${hex(from)}, ${hex(from + 9)}]. Upgrade to PAYG for expanded block range.`,
  ),
  limited('has a limit of 500 blocks', 500, -32000, () => 'exceed maximum block range: 500'),
  limited('has a limit of 1 000 blocks', 1_000, -32602, () => 'block range is too wide'),
  LIMIT_2000(2_000),
  limited(
    'has a limit of 10 000 blocks',
    10_000,
    -32614,
    () => 'eth_getLogs is limited to a 10,000 range',
  ),
  limited(
    'has a limit of results',
    3_000,
    -32005,
    ({ from, blocks }) =>
      `query returned more than 10000 results. Try with this block range [${hex(from)}, ${hex(from + Math.floor(blocks / 3))}].`,
  ),
  rateLimited(1),
  {
    name: 'hangs on long ranges',
    create: () => {
      return refuseLogs(
        ({ blocks }) => blocks > 700,
        () => undefined,
      );
    },
  },
  {
    name: 'answers 503 because no backend is healthy now and then',
    create: everyNth(4, (response) => {
      response.statusCode = 503;
      sendError(response, -32011, 'no backend is currently healthy to serve traffic');
    }),
  },
  {
    name: 'answers 502 with a page now and then',
    create: everyNth(5, (response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html><body><h1>502 Bad Gateway</h1></body></html>');
    }),
  },
  {
    name: 'cuts long answers',
    create: () =>
      refuseLogs(
        ({ blocks }) => blocks > 900,
        (response) => response.end('{"jsonrpc":"2.0","id":1,"result":[{"address":"0x1b'),
      ),
  },
  { name: 'lags 20 blocks', create: () => () => false, lag: 20 },
  {
    name: 'has no eth_simulateV1',
    create:
      () =>
      ({ method }, response) => {
        if (method !== 'eth_simulateV1') return false;
        sendError(response, -32601, 'the method eth_simulateV1 does not exist/is not available');
        return true;
      },
  },
  { name: 'sends no CORS headers', create: () => () => false, cors: false },
];
