// Must be the first import, because the other modules may fail on an old version of Node.
import './check-node.cjs';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { epochMs } from '../shared/units.ts';
import { buildApp } from './app.ts';
import { noArguments, readCommandLine } from './command-line.ts';
import { type Config, readConfig, SERVICE_NAMES, type ServiceName } from './config.ts';
import { ConfigError } from './config-error.ts';
import { describeTarget } from './database/describe-target.ts';
import { waitForDatabase } from './database/failover/wait-for-database.ts';
import { backUpInProcess } from './operate/backup/backup-process.ts';
import { allowsExtension } from './vault/tenants-file.ts';

const PATHS: Record<ServiceName, string> = { vault: '', orders: '/orders', indexer: '/indexer' };

/** Maximum time for running requests to finish. */
const SHUTDOWN_MS = 10_000;

/** Starts the services of `SERVICES`, prints `ready: …`, and stops on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  readCommandLine('npm run server', noArguments);
  const config = readConfig();
  process.stdout.write(`using the database ${describeTarget(config.databases.vault)}\n`);
  const clock = { now: () => epochMs(Date.now()) };
  // Before the services run, the process can exit immediately.
  let close: () => void = () => process.exit(0);
  process.on('SIGTERM', () => close());
  process.on('SIGINT', () => close());
  await waitForDatabase(config.databases.vault, {
    clock,
    wait,
    limitMs: config.databaseWaitMs,
    allowsStandby:
      !config.indexerWrites && config.services.size === 1 && config.services.has('indexer'),
    onWait: (reason, leftMs) =>
      process.stderr.write(
        `condor: waiting for the database that DATABASE_URL names (${reason}), at most ${Math.ceil(leftMs / 1000)} s more\n`,
      ),
  });
  const app = await buildApp({
    config,
    clock,
    random: { bytes: (length) => new Uint8Array(randomBytes(length)) },
    backUp: backUpInProcess,
    log: { level: config.logLevel, stream: process.stderr },
  });
  let isClosing = false;
  close = () => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => fail('requests were still running, ended without them'), SHUTDOWN_MS).unref();
    app.close().then(
      () => process.exit(0),
      () => fail('the services did not close cleanly'),
    );
  };
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw hostProblem(config.host, error) ?? error;
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  for (const service of SERVICE_NAMES) {
    if (config.services.has(service)) {
      process.stdout.write(`ready: ${service} ${baseUrl(config, port)}${PATHS[service]}\n`);
    }
  }
  for (const name of config.unknownSettings) {
    process.stderr.write(`condor: ${name} isn't a Condor setting and is ignored\n`);
  }
  for (const tenant of config.services.has('vault') ? config.tenants : []) {
    if (allowsExtension(tenant)) continue;
    process.stderr.write(
      `condor: tenant ${tenant.id} takes no passkeys of Condor's own wallet: VAULT_WEBAUTHN_ORIGINS names no extension\n`,
    );
  }
}

function baseUrl({ host }: Config, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the error for an address that can't be listened on; undefined for other errors. */
function hostProblem(host: string, error: unknown): ConfigError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) return undefined;
  return new ConfigError(
    'HOST',
    host,
    'an address of this machine, or a name that resolves to one',
  );
}

/** Returns one line that an operator can act on. */
function explain(error: unknown): string {
  if (error instanceof Error && 'code' in error && 'port' in error && 'address' in error) {
    if (error.code === 'EADDRINUSE') {
      return `port ${error.port} on ${error.address} is in use; end what runs there or set PORT`;
    }
    if (error.code === 'EACCES') {
      return `port ${error.port} on ${error.address} is not allowed for this user; set PORT`;
    }
  }
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
}

function fail(reason: string): never {
  process.stderr.write(`condor: ${reason}\n`);
  process.exit(1);
}

main().catch((error: unknown) => fail(explain(error)));
