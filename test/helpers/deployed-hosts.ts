import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { selfSigned } from './self-signed.ts';

interface HostRequest {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface DeployedHosts {
  /** Chromium flag value that maps every host name to this server. */
  readonly resolverRules: string;
  readonly requests: readonly HostRequest[];
  stop(): Promise<void>;
}

type Answer = (request: HostRequest, response: ServerResponse) => Promise<void>;

/**
 * Serves the feed, the indexer and public nodes of a test under their deployed host names, in their
 * documented formats and with an untrusted certificate.
 */
export async function startDeployedHosts(parts: {
  readonly feed: { readonly host: string; readonly ordersUrl: string };
  readonly indexer: { readonly host: string; readonly indexerUrl: string };
  readonly nodes: { readonly hosts: readonly string[]; readonly nodeUrl: string };
}): Promise<DeployedHosts> {
  const requests: HostRequest[] = [];
  const answers = new Map<string, Answer>([
    [parts.feed.host, feedOver(parts.feed.ordersUrl)],
    [parts.indexer.host, indexerOver(parts.indexer.indexerUrl)],
    ...parts.nodes.hosts.map((host) => [host, nodeOver(parts.nodes.nodeUrl)] as const),
  ]);
  const server = createServer(selfSigned('deployed.test'), async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    const answer = answers.get(request.host);
    if (request.method === 'OPTIONS' || answer === undefined) response.writeHead(204).end();
    else await answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    resolverRules: [...answers.keys()].map((host) => `MAP ${host} 127.0.0.1:${port}`).join(', '),
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers like the feed: serves only `GET /`, without a query. */
function feedOver(ordersUrl: string): Answer {
  return async ({ path }, response) => {
    if (path !== '/') return sendJson(response, 404, { error: 'Not found' });
    sendJson(response, 200, await (await fetch(`${ordersUrl}/`)).json());
  };
}

const ACCOUNT_LIST = /^\/api\/v1\/book\/user\/0x[0-9a-f]{40}\/(?:positions|history)$/i;
const STATISTICS = /^\/api\/v1\/stats\/(?:protocol|daily)$/;

/**
 * Answers like the indexer's present host: it serves accounts only under `/book` as `{data}`, its
 * `update` does nothing, and its transaction hashes lack `0x`.
 */
function indexerOver(indexerUrl: string): Answer {
  return async ({ path, method }, response) => {
    if (path === '/api/v1/book/update' && method === 'POST') return sendJson(response, 200, {});
    if (STATISTICS.test(path))
      return sendJson(response, 200, await (await fetch(`${indexerUrl}${path}`)).json());
    if (!ACCOUNT_LIST.test(path)) return sendJson(response, 404, { error: 'Not found' });
    const answer = await fetch(`${indexerUrl}${path}`);
    const body = (await answer.json()) as { data: { entryTxHash: string }[] };
    const data = body.data.map((row) => ({ ...row, entryTxHash: row.entryTxHash.slice(2) }));
    sendJson(response, answer.status, { data });
  };
}

/** Answers like a public node: no log range above 2,000 blocks, no batch, no test methods. */
function nodeOver(nodeUrl: string): Answer {
  return async ({ body }, response) => {
    const request = JSON.parse(body) as { id: unknown; method: string; params: unknown[] };
    const refuse = (code: number, message: string) =>
      sendJson(response, 200, { jsonrpc: '2.0', id: request.id, error: { code, message } });
    if (Array.isArray(request)) return refuse(-32600, 'batches are not supported');
    if (/^(?:anvil|evm|hardhat)_/.test(request.method)) return refuse(-32601, 'unknown method');
    if (request.method === 'eth_getLogs') {
      const [{ fromBlock, toBlock }] = request.params as [{ fromBlock?: string; toBlock?: string }];
      if (Number(toBlock ?? 0) - Number(fromBlock ?? 0) >= 2000)
        return refuse(-32614, 'eth_getLogs is limited to a 2,000 range');
    }
    const answer = await fetch(nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  };
}

async function readRequest(incoming: IncomingMessage): Promise<HostRequest> {
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  const { host = '' } = incoming.headers;
  return { host, method: incoming.method ?? 'GET', path: incoming.url ?? '/', body };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
