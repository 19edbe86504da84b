import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'condor-compile-cache-'));
const probe = join(directory, 'probe.mjs');

/** A checkout whose packages are these, with a cache of its own. */
beforeAll(() => {
  for (const name of ['server', 'shared', 'package.json']) {
    cpSync(join(ROOT, name), join(directory, name), { recursive: true });
  }
  mkdirSync(join(directory, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(directory, 'node_modules', name));
  }
  writeFileSync(
    probe,
    `process.on('exit', () => console.log('stripper:', process.moduleLoadList.some((name) => /amaro/.test(name))));`,
  );
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Starts the server with a setting that ends it once all is loaded; says whether Node's stripper was. */
function start(environment: Record<string, string> = {}): string {
  const server = join(directory, 'server');
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--max-semi-space-size=4',
      `--import=${server}/compile-cache.js`,
      `--import=${probe}`,
      `${server}/main.ts`,
    ],
    { encoding: 'utf8', env: { PATH: process.env.PATH, PORT: 'none', ...environment } },
  );
  return stdout;
}

it('the first start, and the first after an upgrade, load no TypeScript stripper', {
  timeout: 60_000,
}, () => {
  expect(start()).toBe('stripper: false\n');
  appendFileSync(join(directory, 'server/vault/errors.ts'), '// A later version.\n');
  expect(start()).toBe('stripper: false\n');
  // A process that fills the cache does load it: the probe can tell the difference.
  appendFileSync(join(directory, 'server/vault/errors.ts'), '// Another one.\n');
  expect(start({ CONDOR_FILLS_COMPILE_CACHE: '1' })).toBe('stripper: true\n');
});
