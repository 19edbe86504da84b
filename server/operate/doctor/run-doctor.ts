import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { databaseUnusable } from '../../database/unusable.ts';
import { type AdminDatabase, openAdmin } from '../../vault/admin/open-admin.ts';
import { doctorPass } from '../../vault/doctor-pass.ts';
import { createChallengeKey } from '../../vault/storage/challenge-key.ts';
import { databaseClock, readClock } from '../../vault/storage/database-clock.ts';
import { addressOf, checkAddress } from './check-address.ts';
import { checkBackups } from './check-backups.ts';
import { checkBooks, type HasCode } from './check-books.ts';
import { checkClock, clockBehind, type OtherClock } from './check-clock.ts';
import { checkDisk, type DiskSpace } from './check-disk.ts';
import { checkExtensions } from './check-extensions.ts';
import { checkProxy } from './check-proxy.ts';
import { type Finding, findingsOf } from './finding.ts';
import type { HttpProbe } from './http-probe.ts';

export interface DoctorDeps {
  readonly config: Config;
  readonly ask: HttpProbe;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly spaceOf: DiskSpace;
  readonly readSynchronization: () => Promise<boolean | undefined>;
  readonly hasCode: HasCode;
}

/** Checks the settings, the machine and the running service for common mistakes of hosts. */
export async function runDoctor(deps: DoctorDeps): Promise<Finding[]> {
  const { config, now } = deps;
  const { databases, services, backups } = config;
  const used = [...services].map((service) => databases[service]);
  const findings = services.has('vault') ? await checkVault(deps) : [];
  if (services.has('vault') && !isMissing(databases.vault))
    findings.push(...checkBackups(databases.vault, backups, now()));
  if (services.has('orders'))
    findings.push(...(await checkBooks(config.ordersBooks, deps.hasCode)));
  return [...findings, ...checkDisk(used, backups, deps.spaceOf)];
}

async function checkVault({
  config,
  ask,
  now,
  readSynchronization,
}: DoctorDeps): Promise<Finding[]> {
  const { ok, problem } = findingsOf('database');
  const findings: Finding[] = [];
  const clocks: OtherClock[] = [];
  let pass: string | undefined;
  try {
    const database = await openAdmin(config.databases.vault);
    try {
      findings.push(ok('it has the tables of this version'));
      const time = await timeOf(database, now());
      if (database.engine === 'postgres') clocks.push({ name: 'PostgreSQL', now: time });
      pass = await passFor(database, time);
    } catch (error) {
      throw databaseUnusable(error);
    } finally {
      await database.close();
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    findings.push(problem(text, 'run this command with the settings and the user of the service'));
  }
  for (const tenant of config.tenants) {
    const address = await checkAddress(tenant, ask);
    findings.push(address, ...checkExtensions(tenant));
    if (address.level !== 'ok') continue;
    const behind = await clockBehind(addressOf(tenant), ask);
    if (behind !== undefined && clocks.every(({ name }) => name !== behind.name))
      clocks.push(behind);
    if (pass !== undefined)
      findings.push(await checkProxy(addressOf(tenant), pass, config.trustProxy, ask));
  }
  return [...findings, ...checkClock(now(), clocks, await readSynchronization())];
}

function isMissing(target: Config['databases']['vault']): boolean {
  return target.engine === 'sqlite' && !existsSync(target.file);
}

function timeOf({ engine, read }: AdminDatabase, now: number): Promise<number> {
  return read((db) => readClock(db, databaseClock(engine), now));
}

/** The pass is made with the database's time, because this machine's clock may be wrong. */
async function passFor(database: AdminDatabase, time: number): Promise<string> {
  const newKey = () => new Uint8Array(randomBytes(32));
  const challengeKey = createChallengeKey(database, databaseClock(database.engine));
  return doctorPass(await challengeKey({ now: time, newKey }), time);
}
