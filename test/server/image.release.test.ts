import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { type BuiltImage, buildImage, isIgnored } from '../helpers/container-image.ts';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { createSoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { openFolder, UNPRIVILEGED } from '../helpers/unprivileged.ts';
import { createVaultClient } from '../helpers/vault-client.ts';
import { SERVER_FLAGS } from '../run/server-flags.ts';
import { DEVELOPMENT_TENANT } from './vault/harness.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = join(ROOT, 'server/Containerfile');
const text = readFileSync(FILE, 'utf8');

let target: string;
let image: BuiltImage;

beforeAll(async () => {
  target = openFolder('condor-image-');
  image = await buildImage(ROOT, FILE, target);
});
afterAll(() => rmSync(target, { recursive: true, force: true }));

describe('server/Containerfile', () => {
  it('the Containerfile passes its validator', () => {
    expect(validate(text)).toEqual([]);
  });

  it('uses official Node 24 images, a user without root rights and a command without a shell', () => {
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);
    expect(bases.length).toBeGreaterThan(1);
    for (const base of bases) expect(base).toMatch(/^docker\.io\/library\/node:24-[a-z-]+$/);
    expect(image.user).toBe('node');
    // The command must run without a shell. A shell as the first process wouldn't forward SIGTERM.
    expect(text).not.toMatch(/^(?:CMD|ENTRYPOINT) (?!\[)/m);
    expect(text).not.toMatch(/^ADD |sudo|:latest|apt-get/m);
    expect(text).not.toMatch(/^(?:ARG|ENV) \w*(?:TOKEN|PASSWORD|SECRET|KEY)/im);
    expect(image.command).toEqual([
      'node',
      '-r',
      join(image.root, 'app/server/check-node.cjs'),
      ...SERVER_FLAGS,
      join(image.root, 'app/server/main.ts'),
    ]);
  });

  it('keeps data, secrets, tests and documents out of the image', () => {
    const ignoreFile = readFileSync(join(ROOT, '.dockerignore'), 'utf8');
    const kept = (file: string) => !isIgnored(file, ignoreFile);
    const out = ['.env', 'server/.env', 'data/condor.db', 'server/data/condor.db', '.git/config'];
    expect([...out, 'node_modules/pg/package.json', 'server/vault/README.md'].filter(kept)).toEqual(
      [],
    );
    const files = globSync('**/*', { cwd: join(image.root, 'app') });
    expect(files.filter((file) => /^(?:test|entrypoints|components)/.test(file))).toEqual([]);
    expect(files).toContain('server/main.ts');
    expect(files.filter((file) => /^server\/.*\.(?:md|yaml|service)$/.test(file))).toEqual([]);
  });

  it('installs only the production dependencies', () => {
    const Lock = Type.Object({
      packages: Type.Record(
        Type.String(),
        Type.Object({
          dev: Type.Optional(Type.Boolean()),
          optional: Type.Optional(Type.Boolean()),
        }),
      ),
    });
    const lock = parseAs(Lock, parseJson(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
    const installed = Object.entries(lock?.packages ?? {}).filter(
      ([path]) => path !== '' && existsSync(join(image.root, 'app', path)),
    );
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter(([, { dev, optional }]) => dev || optional)).toEqual([]);
    expect(megabytes(join(image.root, 'app'))).toBeLessThan(110);
  });

  it('starts without capabilities in an empty directory, becomes healthy, serves an account and stops', async () => {
    expect(readdirSync(image.directory)).toEqual([]);
    const PORT = String(await freePort());
    const [, ...args] = image.command;
    const env = {
      ...image.environment,
      HOST: '127.0.0.1',
      PORT,
      CHAIN_RPC_URL: 'http://127.0.0.1:1',
    };
    const server = spawn(image.node, args, { ...UNPRIVILEGED, cwd: image.directory, env });
    let [out, err] = ['', ''];
    server.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    server.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    const exit = once(server, 'exit');
    const [, ...check] = image.healthCheck;
    const isHealthy = () =>
      run(image.node, check, { env }).then(
        () => true,
        () => false,
      );
    expect(await isHealthy()).toBe(false);
    await eventually(async () =>
      expect([out, err]).toEqual([expect.stringContaining('ready: indexer'), expect.anything()]),
    );
    expect(await isHealthy()).toBe(true);
    const transport = createHttpTransport(Number(PORT));
    const client = createVaultClient(transport, DEVELOPMENT_TENANT);
    const { account } = await client.openAccount(createSoftAuthenticator());
    expect(account.revision).toBe(1);
    transport.close();
    server.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(readdirSync(join(image.root, 'data')).sort()).toEqual([
      'condor.db',
      'condor.indexer.db',
      'condor.orders.db',
    ]);
    if (UNPRIVILEGED.uid !== undefined) {
      const write = () => run('touch', [join(image.root, 'app/server/new.ts')], UNPRIVILEGED);
      await expect(write()).rejects.toThrow('Permission denied');
    }
  });
});

function megabytes(folder: string): number {
  const files = globSync('**/*', { cwd: folder });
  return files.reduce((sum, file) => sum + lstatSync(join(folder, file)).size, 0) / 2 ** 20;
}
