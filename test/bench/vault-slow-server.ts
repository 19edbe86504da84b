import { randomBytes } from 'node:crypto';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { openVaultStore } from '../../server/vault/storage/open-store.ts';
import { epochMs } from '../../shared/units.ts';
import { slowFlush } from './slow-flush.ts';

/** What `server/main.ts` starts for the vault, on a disk whose flush takes longer. */
const config = readConfig();
const app = await buildApp({
  config,
  clock: { now: () => epochMs(Date.now()) },
  random: { bytes: (length) => new Uint8Array(randomBytes(length)) },
  vaultStore: await openVaultStore(config.databases.vault, { sqlite: { sync: slowFlush } }),
  log: { level: config.logLevel, stream: process.stderr },
});
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
await app.listen({ host: config.host, port: config.port });
const address = app.server.address();
console.log(`ready: vault http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
