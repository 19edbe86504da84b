import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { isAddress, parseEther, parseUnits } from 'viem';
import { build } from 'vite';
import type { Devnet } from './devnet.ts';

const ROOT = fileURLToPath(new URL('dapp/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
/** Amounts of one faucet call. */
const GIFT = {
  eth: parseEther('10'),
  usdc: parseUnits('50000', 6),
  weth: parseEther('10'),
  cbbtc: parseUnits('1', 8),
};

export interface DappOptions {
  /** 0 means any free port. */
  readonly port: number;
  readonly host?: string;
  /** Base address of the orders service for browsers. */
  readonly ordersUrl: string;
  readonly indexerUrl: string;
  /** The devnet that a faucet on the page uses. */
  readonly devnet?: Pick<Devnet, 'fund'>;
}

export interface Dapp {
  readonly url: string;
  stop(): Promise<void>;
}

/** Bundles the page in memory. */
async function bundle(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { write: false, modulePreload: { polyfill: false }, target: 'es2023' },
  });
  const files = new Map<string, string | Uint8Array>();
  for (const result of Array.isArray(built) ? built : [built]) {
    if (!('output' in result)) continue;
    for (const file of result.output)
      files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
  }
  return files;
}

/** Builds and serves the demo dApp: the page, `/config.json`, and on a devnet `POST /faucet`. */
export async function startDapp(options: DappOptions): Promise<Dapp> {
  const { devnet, host = '127.0.0.1' } = options;
  const files = await bundle();
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  app.get('/config.json', () => ({
    ordersUrl: options.ordersUrl,
    indexerUrl: options.indexerUrl,
    hasFaucet: devnet !== undefined,
  }));
  app.post('/faucet', async (request, reply) => {
    if (devnet === undefined) return reply.code(404).send({ error: 'There is no faucet here.' });
    const { body } = request;
    const address =
      typeof body === 'object' && body !== null && 'address' in body ? body.address : undefined;
    if (typeof address !== 'string' || !isAddress(address))
      return reply.code(400).send({ error: 'The body must be {"address":"0x…"}.' });
    await devnet.fund(address, GIFT);
    return { funded: address };
  });
  app.get('/*', (request, reply) => {
    const [path = '/'] = request.url.split('?');
    const name = path === '/' ? '/index.html' : path;
    const file = files.get(name);
    if (file === undefined) return reply.code(404).type('text/plain').send('Not found');
    return reply.type(TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream').send(file);
  });
  await app.listen({ port: options.port, host });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return { url: `http://${host}:${port}`, stop: () => app.close() };
}
