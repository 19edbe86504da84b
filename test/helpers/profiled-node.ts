import { createServer } from 'node:http';
import type { NodeProfile } from './node-profiles.ts';
import type { RpcRequest } from './synthetic-node.ts';

export interface ProfiledNode {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a proxy in front of a real node. The profile adds limits, failures, or a lagging head. */
export async function startProfiledNode(
  nodeUrl: string,
  profile: NodeProfile,
): Promise<ProfiledNode> {
  const misbehave = profile.create();
  const ask = async (request: object): Promise<{ result?: unknown }> => {
    const response = await fetch(nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    return (await response.json()) as { result?: unknown };
  };
  const lag = profile.lag ?? 0;

  async function answer(request: RpcRequest & { readonly id: number }): Promise<object> {
    if (lag === 0) return ask(request);
    const { result } = await ask({ jsonrpc: '2.0', id: 0, method: 'eth_blockNumber', params: [] });
    const head = `0x${Math.max(0, Number(result) - lag).toString(16)}`;
    if (request.method === 'eth_blockNumber')
      return { jsonrpc: '2.0', id: request.id, result: head };
    const params = request.params.map((param) => (param === 'latest' ? head : param));
    const answered = await ask({ ...request, params });
    const { blockNumber } = (answered.result ?? {}) as { blockNumber?: string };
    const isHidden = blockNumber !== undefined && Number(blockNumber) > Number(head);
    return isHidden ? { jsonrpc: '2.0', id: request.id, result: null } : answered;
  }

  const server = createServer(async (incoming, response) => {
    if (profile.cors !== false) response.setHeader('access-control-allow-origin', '*');
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    const request = JSON.parse(body) as RpcRequest & { readonly id: number };
    if (misbehave(request, response)) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await answer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
