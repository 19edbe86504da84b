import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../server/database/sqlite.ts';
import { openVaultStore } from '../../server/vault/storage/open-store.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { noise, opaqueId } from '../helpers/vault-client.ts';
import { type BenchResult, median, quantile, round } from './report.ts';
import { type BenchAccount, openWorld, type World } from './vault-world.ts';

const MANY = 100_000;
const ROUNDS = 60;
const ROUTES = [
  'config',
  'registration/options',
  'registration/verify',
  'authentication/options',
  'authentication/verify',
  'vault',
  'mutations/options',
  'mutations/commit',
  'operations',
  'session/revoke',
] as const;
type Route = (typeof ROUTES)[number];

/** Measures every route, alternately at 10 and at 100,000 accounts. */
export async function flatness(): Promise<BenchResult[]> {
  const few = await openWorld(undefined, 10);
  const many = await openWorld(await seed(), 10);
  const samples = new Map(
    ROUTES.map((route) => [route, { few: [] as number[], many: [] as number[] }]),
  );
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const [name, world] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const account = world.accounts[turn % 10];
      if (account === undefined) throw new Error('no account');
      await tour(world, account, (route, milliseconds) =>
        samples.get(route)?.[name].push(milliseconds),
      );
    }
  }
  await few.close();
  await many.close();
  return ROUTES.map((route) => {
    const { few: small = [], many: large = [] } = samples.get(route) ?? {};
    const floor = median(small);
    const ratio = median(large) / floor;
    return {
      metric: `${route} at ${MANY} accounts against 10`,
      unit: 'ms',
      median: round(median(large)),
      p95: round(quantile(large, 0.95)),
      floor: round(floor),
      ratio: round(ratio),
      target: '≤ 1.3 × floor',
      ok: ratio <= 1.3,
    };
  });
}

/** Calls each route once and records the times. */
async function tour(
  { client }: World,
  { account, authenticator }: BenchAccount,
  note: (route: Route, milliseconds: number) => void,
): Promise<void> {
  const timed = async <T>(route: Route, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    note(route, performance.now() - begun);
    return result;
  };
  const post = (path: string, body: unknown, token?: string) =>
    client.call('POST', path, token, JSON.stringify(body));
  const newcomer = createSoftAuthenticator();
  await timed('config', () => client.call('GET', '/v1/config'));
  const asked = await timed('registration/options', () => client.registrationOptions());
  const made = newcomer.create(asked.options, client.ceremony()).credential;
  await timed('registration/verify', () =>
    post('/v1/registration/verify', { challengeId: asked.challengeId, credential: made }),
  );
  const login = await timed('authentication/options', () => post('/v1/authentication/options', {}));
  const { challengeId, options } = JSON.parse(login.text);
  const { credential } = authenticator.get(options, client.ceremony());
  const session = await timed('authentication/verify', () =>
    post('/v1/authentication/verify', { challengeId, credential }),
  );
  const { token } = JSON.parse(session.text);
  await timed('vault', () => client.call('GET', '/v1/vault', token));
  const operationId = opaqueId();
  await timed('mutations/options', () => client.mutationOptions(account, opaqueId(), operationId));
  const prepared = await client.prepareCommit(account, authenticator);
  const receipt = await timed('mutations/commit', () => client.sendCommit(account, prepared));
  account.revision = receipt.revision;
  await timed('operations', () => client.receipt(account.token, prepared.operationId));
  await timed('session/revoke', () => client.revoke(token));
}

/** Creates a database with `MANY` accounts, each with a passkey, an envelope and a receipt. */
async function seed(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'condor-many-')), 'vault.db');
  await (await openVaultStore({ engine: 'sqlite', file })).close();
  const db = openSqlite(file);
  const account = db.prepare('insert into accounts (id, tenant_id, created_at) values (?, ?, 0)');
  const vault = db.prepare(
    'insert into vaults (account_id, revision, digest, envelope, committed_at) values (?, 1, ?, ?, 0)',
  );
  const credential = db.prepare(
    `insert into credentials (tenant_id, id, account_id, public_key, counter, backup_eligible,
       transports, created_at) values ('main', ?, ?, ?, 0, 1, '[]', 0)`,
  );
  const receipt = db.prepare('insert into receipts values (?, ?, 1, ?, ?)');
  const envelope = `{"ct":"${noise(1500)}"}`;
  const now = Date.now();
  db.exec('begin');
  for (let i = 0; i < MANY; i++) {
    const id = opaqueId();
    account.run(id, 'main');
    vault.run(id, opaqueId(), envelope);
    credential.run(noise(16), id, randomBytes(77));
    receipt.run(id, opaqueId(), opaqueId(), now);
  }
  db.exec('commit');
  db.close();
  return `sqlite:${file}`;
}
