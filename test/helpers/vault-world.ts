import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { backUp } from '../../server/database/backup.ts';
import { SECRET_TABLES } from '../../server/vault/storage/tables.ts';
import { DEVELOPMENT_EXTENSION_ID } from '../../shared/extension-id.ts';
import { startServices } from '../run/services.ts';
import { freePort } from './free-port.ts';
import { selfSigned } from './self-signed.ts';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** The `Origin` header; empty when missing. */
  readonly origin: string;
  readonly body: string;
}

export type Forward = () => Promise<{ status: number; body: string }>;

/**
 * Replaces the service's response to one request. If it returns `undefined`, the service responds.
 */
type Intercept = (
  seen: SeenRequest,
  response: ServerResponse,
  forward: Forward,
) => Promise<void> | undefined;

export interface VaultWorld {
  /** The vault's address for wallets. A proxy in front of the service listens there. */
  readonly url: string;
  readonly port: number;
  readonly requests: SeenRequest[];
  /** Intercepts all requests while it is defined. */
  intercept: Intercept | undefined;
  /** Copies the database, as `npm run backup` does. */
  backUp(): Promise<void>;
  /** Restores the copy as server/hosting/backup.md describes. */
  restore(): Promise<void>;
  /** Reads or changes the database while the service runs, like anyone with access to the file. */
  withDatabase<Result>(work: (database: Database.Database) => Result): Result;
  lose(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the vault service alone behind a proxy that a test can close: no chain, no market. */
export async function startVaultWorld(
  options: {
    environment?: Readonly<Record<string, string>>;
    /** Host name for serving over https. The browser must resolve it to this machine. */
    host?: string;
  } = {},
): Promise<VaultWorld> {
  const { environment = {}, host } = options;
  const folder = await mkdtemp(join(tmpdir(), 'condor-vault-world-'));
  const [port, inner] = [await freePort(), await freePort()];
  const file = join(folder, 'vault.db');
  const copy = join(folder, 'copy.db');
  const settings = {
    SERVICES: 'vault',
    PORT: String(inner),
    DATABASE_URL: `sqlite:${file}`,
    VAULT_ORIGIN: host === undefined ? `https://localhost:${port}` : `https://${host}`,
    VAULT_RP_ID: host ?? 'localhost',
    VAULT_WEBAUTHN_ORIGINS: `chrome-extension://${DEVELOPMENT_EXTENSION_ID}`,
    VAULT_EXTENSIONS: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...environment,
  };
  let services = await startServices(new Set(['vault']), settings);
  const replaceDatabase = async (fill: () => Promise<void>) => {
    await services.stop();
    for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    await fill();
    services = await startServices(new Set(['vault']), settings);
  };
  const requests: SeenRequest[] = [];
  const world: VaultWorld = {
    url: host === undefined ? `http://localhost:${port}` : `https://${host}`,
    port,
    requests,
    intercept: undefined,
    async backUp() {
      await rm(copy, { force: true });
      backUp(file, copy, SECRET_TABLES);
    },
    restore: () => replaceDatabase(() => copyFile(copy, file)),
    withDatabase(work) {
      const database = new Database(file);
      try {
        return work(database);
      } finally {
        database.close();
      }
    },
    lose: () => replaceDatabase(async () => undefined),
    async stop() {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
      await services.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  const listener: RequestListener = async (incoming, response) => {
    const body = await textOf(incoming);
    const { method = 'GET', url: path = '/', headers } = incoming;
    const seen = { method, path, origin: headers.origin ?? '', body };
    requests.push(seen);
    const forward = () => forwardTo(inner, incoming, body);
    try {
      const answered = world.intercept?.(seen, response, forward);
      if (answered !== undefined) {
        await answered;
        return;
      }
      const { status, body: text } = await forward();
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    } catch {
      // The service is restarting with another database, so the client gets a broken connection.
      response.destroy();
    }
  };
  const door =
    host === undefined ? createServer(listener) : createTlsServer(selfSigned(host), listener);
  await new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve));
  return world;
}

function forwardTo(
  port: number,
  incoming: IncomingMessage,
  body: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 502, body: await textOf(answer) });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
