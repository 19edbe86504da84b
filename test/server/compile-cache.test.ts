import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'condor-compile-cache-'));
const probe = join(directory, 'probe.mjs');
const fillingProbe = join(directory, 'filling-probe.mjs');
const fillings = join(directory, 'fillings');

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
    fillingProbe,
    `import { appendFileSync } from 'node:fs';
    if (process.env.CONDOR_FILLS_COMPILE_CACHE) {
      appendFileSync(${JSON.stringify(fillings)}, 'filling\\n');
      if (process.env.KILL_FILLING) process.kill(process.pid, 'SIGKILL');
    }`,
  );
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

describe('a filling', () => {
  const changeSources = () =>
    appendFileSync(join(directory, 'server/vault/errors.ts'), '// And another.\n');
  /** How many fillings one start begins. */
  const fillingsOf = (environment: Record<string, string> = {}) => {
    writeFileSync(fillings, '');
    start({ NODE_OPTIONS: `--import=${fillingProbe}`, ...environment });
    return readFileSync(fillings, 'utf8').split('\n').length - 1;
  };

  it('that was cut off is begun again at the next start, a whole one is not', {
    timeout: 60_000,
  }, () => {
    changeSources();
    expect(fillingsOf({ KILL_FILLING: '1' })).toBe(1);
    expect(fillingsOf()).toBe(1);
    expect(fillingsOf()).toBe(0);
  });

  it('that is cut off each time is begun three times, and again after an upgrade', {
    timeout: 60_000,
  }, () => {
    changeSources();
    const starts = [1, 2, 3, 4].map(() => fillingsOf({ KILL_FILLING: '1' }));
    expect(starts).toEqual([1, 1, 1, 0]);
    changeSources();
    expect(fillingsOf()).toBe(1);
  });

  it('is left out where a source cannot be read, and the start goes on', {
    timeout: 60_000,
  }, () => {
    const broken = join(directory, 'shared/.#units.ts');
    symlinkSync('nobody@nowhere', broken);
    expect(start()).toMatch(/^stripper: /);
    expect(fillingsOf()).toBe(0);
    rmSync(broken);
  });
});
