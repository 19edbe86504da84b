import { startPostgres } from '../helpers/postgres.ts';
import { envelopeText } from '../helpers/vault-client.ts';
import { type BenchResult, median, round } from './report.ts';
import { ENGINE_ACCOUNTS, getVaults, measureEngine, readers } from './vault-engine.ts';
import { flatness } from './vault-flat.ts';
import { type Measured, measure, openWire, requestBytes } from './vault-load.ts';
import { atLeast, latency, rate, Samples } from './vault-samples.ts';
import { createVerifications } from './vault-verify.ts';
import {
  expectOk,
  getVaultBytes,
  logIn,
  openFloor,
  openWorld,
  prepareCommits,
  residentMegabytes,
  type World,
} from './vault-world.ts';

const ROUNDS = 7;
const ACCOUNTS = 768;
const REQUESTS = 100_000;
const CLIENTS = [1, 16, 64] as const;

/**
 * Compares the vault service with floors: (A) a bare Fastify route that writes the same bytes with
 * one FULL commit for one client, (B) SimpleWebAuthn's verification alone, (C) a bare route that
 * returns the same bytes. One run measures the service and its floors alternately.
 */
export async function* bench(): AsyncGenerator<readonly BenchResult[]> {
  yield await onSqlite();
  yield await onPostgres();
  yield await flatness();
}

async function onSqlite(): Promise<BenchResult[]> {
  const world = await openWorld(undefined, ACCOUNTS);
  const [first] = world.accounts;
  if (first === undefined) throw new Error('no account');
  const text = envelopeText(first.account);
  const floor = await openFloor(await vaultTexts(world));
  const verifications = await createVerifications();
  const floorWrite = requestBytes(
    'POST',
    '/commit',
    {},
    JSON.stringify({ id: 'a', envelope: text }),
  );
  const floorRead = requestBytes('GET', '/vault', {});
  const samples = {
    floorA: new Samples(),
    floorB: new Samples(),
    floorGet: new Samples(),
    get: new Samples(),
    logins: new Samples(),
    commits: new Map(CLIENTS.map((clients) => [clients, new Samples()])),
  };
  let requests = ACCOUNTS * 4;
  // The first round warms up and isn't counted.
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const keep = (to: Samples, measured: Measured) => {
      if (turn > 0) to.add(measured);
      requests += measured.latencies.length;
    };
    keep(
      samples.floorA,
      await measure(floor.port, 1, 400, async (wire) => expectOk(await wire.send(floorWrite))),
    );
    const begun = performance.now();
    const latencies = await verifications(400);
    keep(samples.floorB, { rate: 400 / ((performance.now() - begun) / 1000), latencies });
    for (const clients of CLIENTS) {
      const count = clients === 64 ? ACCOUNTS : 256;
      const commits = await prepareCommits(world, count);
      requests += count;
      const to = samples.commits.get(clients) ?? new Samples();
      keep(
        to,
        await measure(world.server.port, clients, count, async (wire, i) =>
          expectOk(await wire.send(commits[i] ?? Buffer.of())),
        ),
      );
    }
    keep(
      samples.logins,
      await measure(world.server.port, 16, 512, (wire, i) =>
        logIn(wire, world.accounts[i] ?? first),
      ),
    );
    requests += 512;
    keep(
      samples.floorGet,
      await measure(floor.port, 16, 6000, async (wire) => expectOk(await wire.send(floorRead))),
    );
    keep(samples.get, await getVaults(world, 6000));
  }
  while (requests < REQUESTS) {
    await getVaults(world, 6000);
    requests += 6000;
  }
  const memory = residentMegabytes(world.server.child.pid);
  floor.close();
  await world.close();

  const single = samples.commits.get(1) ?? new Samples();
  const some = samples.commits.get(16) ?? new Samples();
  const many = samples.commits.get(64) ?? new Samples();
  return [
    latency('floor A: one write at a time, each a FULL commit', samples.floorA),
    rate('floor A: writes/s of one writer that waits for each answer', samples.floorA),
    latency('floor B: one verification', samples.floorB),
    latency('SQLite: commit latency, 1 client', single),
    rate('SQLite: commits/s, 1 client', single),
    { ...rate('SQLite: commits/s, 16 clients', some), ...target(median(some.rates), 300) },
    rate('SQLite: commits/s, 64 clients', many),
    latency('SQLite: commit latency, 16 clients', some),
    latency('SQLite: commit latency, 64 clients', many),
    atLeast('SQLite: logins/s, 16 clients', samples.logins, median(samples.floorB.rates), 0.4),
    latency('SQLite: login latency, 16 clients', samples.logins),
    rate('SQLite: GET /v1/vault per s, 16 clients', samples.get),
    rate('floor: GET of the same bytes per s, 16 clients', samples.floorGet),
    latency('SQLite: GET /v1/vault latency, 16 clients', samples.get),
    {
      metric: `resident memory after ${requests} requests`,
      unit: 'MB',
      median: round(memory),
      p95: round(memory),
      target: '≤ 180',
      ok: memory <= 180,
    },
  ];
}

/** Describes a rate that any machine must reach. */
function target(perSecond: number, least: number): Pick<BenchResult, 'target' | 'ok'> {
  return { target: `≥ ${least} per s`, ok: perSecond >= least };
}

async function onPostgres(): Promise<BenchResult[]> {
  const postgres = await startPostgres();
  const world = await openWorld(await postgres.createDatabase('bench'), ENGINE_ACCOUNTS);
  const { commits, logins, reads } = await measureEngine(world, CLIENTS);
  await world.close();
  await postgres.stop();
  return [
    ...[...commits].flatMap(([clients, samples]) => {
      const who = clients === 1 ? '1 client' : `${clients} clients`;
      return [
        rate(`PostgreSQL: commits/s, ${who}`, samples),
        latency(`PostgreSQL: commit latency, ${who}`, samples),
      ];
    }),
    rate('PostgreSQL: logins/s, 16 clients', logins),
    latency('PostgreSQL: login latency, 16 clients', logins),
    rate('PostgreSQL: GET /v1/vault per s, 16 clients', reads),
    latency('PostgreSQL: GET /v1/vault latency, 16 clients', reads),
  ];
}

/** Returns the responses of `getVaults` in order. */
async function vaultTexts(world: World): Promise<string[]> {
  const wire = await openWire(world.server.port);
  const texts: string[] = [];
  for (const account of readers(world)) {
    texts.push(expectOk(await wire.send(getVaultBytes(account))));
  }
  wire.close();
  return texts;
}
