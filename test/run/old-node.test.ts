import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAs, parseJson } from '../../shared/parse.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const Texts = Type.Record(Type.String(), Type.String());
const Manifest = Type.Object({
  engines: Type.Object({ node: Type.String() }),
  scripts: Texts,
  optionalDependencies: Texts,
});
const manifest = parseAs(Manifest, parseJson(readFileSync(join(ROOT, 'package.json'), 'utf8')));
if (manifest === undefined) throw new Error('package.json has another shape');

/** Scripts without Condor's check, because their tools report an old Node themselves. */
const TOOLS = ['types', 'format'];
const scripts = Object.entries(manifest.scripts).filter(([name]) => !TOOLS.includes(name));
/**
 * Node 22 can run TypeScript without a tool. On Node 20, the check is the only code of Condor that
 * runs.
 */
const commands = [
  ...scripts.map(([name, script]) => [`npm run ${name}`, script] as const),
  ['node server/main.ts', 'node server/main.ts'],
] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'condor-old-node-'));
  writeFileSync(
    join(folder, 'old.cjs'),
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

function runWithOldNode(script: string): Promise<{ code: unknown; out: string; err: string }> {
  const path = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  const env = { PATH: path, NODE_OPTIONS: `--require ${join(folder, 'old.cjs')}` };
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { cwd: ROOT, env, timeout: 60_000 }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe('on an old Node', () => {
  it.each(commands)(
    '`%s` exits and names the required Node version in one line',
    async (_name, script) => {
      const { code, out, err } = await runWithOldNode(script);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^condor: Node 24 or later is needed, but \S+ is 20\.20\.2;[^\n]*\n$/);
    },
  );
});

it('the check of the Node version requires the same version as package.json', () => {
  const source = readFileSync(join(ROOT, 'server/check-node.cjs'), 'utf8');
  expect(manifest.engines.node).toBe(`>=${/NEEDED = (\d+)/.exec(source)?.[1]}`);
});

it('package.json and its lockfile name a Node 24 build for Linux on x64 and on arm64', () => {
  const Lock = Type.Object({ packages: Type.Record(Type.String(), Type.Unknown()) });
  const lock = parseAs(Lock, parseJson(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
  for (const cpu of ['x64', 'arm64']) {
    expect(manifest.optionalDependencies[`node-linux-${cpu}`]).toMatch(/^24\./);
    expect(lock?.packages[`node_modules/node-linux-${cpu}`]).toMatchObject({
      version: manifest.optionalDependencies[`node-linux-${cpu}`],
      os: 'linux',
      cpu,
      optional: true,
      bin: { node: 'bin/node' },
    });
  }
});
