import { execFile, spawn } from 'node:child_process';
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAs, parseJson } from '../../shared/parse.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const Manifest = Type.Object({ scripts: Type.Record(Type.String(), Type.String()) });
const manifest = parseAs(Manifest, parseJson(readFileSync(join(ROOT, 'package.json'), 'utf8')));
if (manifest === undefined) throw new Error('package.json has another shape');
const { scripts } = manifest;

/** A folder with links to the sources, and with a separate settings file. */
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'condor-env-file-')));
  for (const name of ['server', 'shared', 'test', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, name), join(folder, name));
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=sqlite:./mine/condor.db\nPORT=0\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const environment = () => ({
  PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  SERVICES: 'vault',
});

/** Runs a script as npm does. */
function run(name: string, args: readonly string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      'sh',
      ['-c', `${scripts[name]} "$@"`, 'sh', ...args],
      { cwd: folder, env: { ...environment(), ...settings } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

/** Starts `npm run server`, ends it once it listens, and returns its output. */
function serve(): Promise<string> {
  const child = spawn('sh', ['-c', scripts.server ?? ''], { cwd: folder, env: environment() });
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (/^ready: vault .*\n/m.test(out)) child.kill('SIGTERM');
    });
    child.once('error', reject).once('exit', () => resolve(out));
  });
}

describe('the file .env', () => {
  it.each([
    ['admin', ['accounts', 'list'], 'condor.db'],
    ['backup', ['copy.db'], 'condor.db'],
    ['doctor', [], 'condor.db'],
    ['move', ['postgres://condor:hunter2@127.0.0.1:1/condor'], 'condor.db'],
    ['indexer:export', ['index.db'], 'condor.indexer.db'],
    ['indexer:import', ['index.db'], 'condor.indexer.db'],
  ] as const)(
    '`npm run %s` uses the settings in .env, and prints the database that it uses',
    async (name, args, file) => {
      const { err } = await run(name, args);
      expect(err.split('\n')[0]).toBe(
        `condor: using the database sqlite:${join(folder, 'mine', file)}`,
      );
      expect(err).not.toContain('hunter2');
    },
  );

  it('the server and the admin command use the database that .env names', async () => {
    const database = `sqlite:${join(folder, 'mine/condor.db')}`;
    expect(await serve()).toContain(`using the database ${database}\n`);
    const { code, out, err } = await run('admin', ['accounts', 'list', '--json']);
    expect([code, out, err]).toEqual([0, '[]\n', `condor: using the database ${database}\n`]);
  });

  it('prefers the environment’s value of a setting over the value in .env', async () => {
    const { err } = await run('admin', ['accounts', 'list'], { DATABASE_URL: 'sqlite:other.db' });
    expect(err).toContain(`using the database sqlite:${join(folder, 'other.db')}\n`);
  });

  it('exactly the listed scripts load .env', () => {
    const reading = Object.entries(scripts).filter(([, script]) =>
      script.includes('server/env-flags.cjs'),
    );
    expect(reading.map(([name]) => name).toSorted()).toEqual([
      'admin',
      'backup',
      'dev',
      'devnet',
      'doctor',
      'indexer:export',
      'indexer:import',
      'move',
      'server',
      'start',
    ]);
  });
});

it.each([
  ['postgres://condor:hunter2@db.example:6543/vaults?options=-c%20x', 'db.example:6543/vaults'],
  ['postgres:///vaults?host=/var/run/postgresql&password=hunter2', '/var/run/postgresql/vaults'],
])(
  'prints the address of a PostgreSQL database without the user, the password and the parameters: %s',
  async (url, shown) => {
    const { err } = await run('backup', ['copy.db'], { DATABASE_URL: url });
    expect(err.split('\n')[0]).toBe(`condor: using the database postgres://${shown}`);
  },
);
