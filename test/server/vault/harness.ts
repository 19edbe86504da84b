import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../server/app.ts';
import { type Config, type LogLevel, readConfig } from '../../../server/config.ts';
import type { VaultStore } from '../../../server/vault/store.ts';
import type { VaultTenant } from '../../../server/vault/tenant.ts';
import { DEVELOPMENT_EXTENSION_ID } from '../../../shared/extension-id.ts';
import type { Random } from '../../../shared/ports.ts';
import { createFakeClock, createFakeRandom, type FakeClock } from '../../helpers/fake-world.ts';
import { createHttpTransport } from '../../helpers/http-transport.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import {
  type ClientTenant,
  createVaultClient,
  type Transport,
  type VaultClient,
} from '../../helpers/vault-client.ts';

export const TENANT: VaultTenant = {
  id: 'main',
  origin: 'https://vault.example.com',
  rpId: 'vault.example.com',
  name: 'Example vault',
  webauthnOrigins: ['chrome-extension://abcdefghijklmnopabcdefghijklmnop'],
  enrollment: true,
  extensions: false,
};

export const OTHER_TENANT: VaultTenant = {
  ...TENANT,
  id: 'other',
  origin: 'https://other.example.com',
  name: 'Other vault',
};

/** Client settings for a server process with default settings. */
export const DEVELOPMENT_TENANT: ClientTenant = {
  origin: 'https://localhost:8787',
  webauthnOrigin: `chrome-extension://${DEVELOPMENT_EXTENSION_ID}`,
};

export interface HarnessOptions {
  /**
   * Source of randomness. Instances that share a database need different sources, so that their
   * tokens differ.
   */
  random?: Random;
  readonly store?: VaultStore;
  readonly clock?: FakeClock;
  readonly tenants?: readonly VaultTenant[];
  readonly rateLimits?: boolean;
  readonly trustProxy?: number;
  readonly operations?: Config['operations'];
  readonly logAddresses?: boolean;
  readonly log?: { level: LogLevel; lines: string[] };
  /** True to listen on a free port. Otherwise, requests are injected. */
  readonly listen?: boolean;
}

export interface Harness {
  readonly app: FastifyInstance;
  readonly clock: FakeClock;
  readonly store: VaultStore;
  readonly transport: Transport;
  /** The port, if the server listens. */
  readonly port: number;
  readonly client: VaultClient;
  clientOf(tenant: VaultTenant): VaultClient;
  close(): Promise<void>;
}

/**
 * Starts the whole app with a store, by default without a socket. Only the test advances its clock.
 */
export async function startVault(options: HarnessOptions = {}): Promise<Harness> {
  const clock = options.clock ?? createFakeClock();
  const store = options.store ?? createMemoryVaultStore();
  const tenants = options.tenants ?? [TENANT];
  const config: Config = {
    ...readConfig({ SERVICES: 'vault' }),
    tenants,
    rateLimits: options.rateLimits ?? false,
    trustProxy: options.trustProxy ?? 0,
    logAddresses: options.logAddresses ?? false,
    ...(options.operations === undefined ? {} : { operations: options.operations }),
  };
  const { log } = options;
  const app = await buildApp({
    config,
    clock,
    random: options.random ?? createFakeRandom(),
    vaultStore: store,
    ...(log === undefined
      ? {}
      : { log: { level: log.level, stream: { write: (line: string) => log.lines.push(line) } } }),
  });
  await app.ready();

  const inject: Transport = async ({ method, path, headers, body }) => {
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: response.statusCode,
      headers: Object.fromEntries(entries),
      text: response.payload,
    };
  };
  const port = options.listen === true ? await listen(app) : 0;
  const sockets = options.listen === true ? createHttpTransport(port) : undefined;
  const transport = sockets ?? inject;
  const clientOf = (tenant: VaultTenant) => createVaultClient(transport, clientTenant(tenant));
  return {
    app,
    clock,
    store,
    transport,
    port,
    client: clientOf(tenants[0] ?? TENANT),
    clientOf,
    async close() {
      sockets?.close();
      await app.close();
    },
  };
}

/** Listens on a free port. @returns the port */
async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export function clientTenant({ origin, webauthnOrigins }: VaultTenant): ClientTenant {
  return { origin, webauthnOrigin: webauthnOrigins[0] ?? origin };
}
