import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAs, parseJson } from '../../shared/parse.ts';
import { everyNth } from '../belts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const Manifest = Type.Object({ scripts: Type.Record(Type.String(), Type.String()) });
const manifest = parseAs(Manifest, parseJson(readFileSync(join(ROOT, 'package.json'), 'utf8')));
if (manifest === undefined) throw new Error('package.json has another shape');

/** Scripts for developers that pass their arguments to a tool. */
const TOOLS = ['test:unit', 'test:watch', 'check', 'types', 'format'];
const scripts = Object.entries(manifest.scripts).filter(([name]) => !TOOLS.includes(name));

const SOURCES = ['server', 'shared', 'test', 'node_modules', 'package.json'];
/**
 * A folder with links to the sources. A command that writes anything leaves a trace in this folder.
 */
const folder = mkdtempSync(join(tmpdir(), 'condor-usage-'));
for (const name of SOURCES) symlinkSync(join(ROOT, name), join(folder, name));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script with these arguments, as npm does. */
function run(script: string, ...args: string[]) {
  const path = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      'sh',
      ['-c', `${script} "$@"`, 'sh', ...args],
      // If a command read a setting before it checks the arguments, it would report the invalid
      // PORT.
      { cwd: folder, env: { PATH: path, PORT: 'x', DATABASE_URL: 'x' }, timeout: 60_000 },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe.each(everyNth(5, scripts))('npm run %s', (name, script) => {
  const usage = `usage: npm ${['start', 'test'].includes(name) ? name : `run ${name}`}`;

  it('prints its usage for --help and doesn’t create a file', async () => {
    const { code, out, err } = await run(script, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(usage.replace('usage: ', ''));
    expect(readdirSync(folder).sort()).toEqual(SOURCES.toSorted());
  });

  it('rejects an unknown argument with one usage line and doesn’t create a file', async () => {
    const { code, out, err } = await run(script, '--nonsense');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^condor: [^\n]+\n$/);
    expect(err).toContain(usage);
    expect(readdirSync(folder).sort()).toEqual(SOURCES.toSorted());
  });
});

it.each(
  everyNth(4, [
    ['start', ['--keep', '--reset'], /--keep and --reset exclude each other/],
    ['bench', ['nonsense'], /NAME is one of vault, /],
    ['soak', ['--minutes', 'ten'], /--minutes takes a number above 0/],
    ['soak', ['--seed'], /'--seed <value>' argument missing/],
    ['tag', [], /it takes one argument, not 0/],
    ['tag', ['next'], /VERSION has three numbers, such as 1\.2\.3/],
    ['release', ['1.2.3'], /it takes one version, --key and --store-key/],
    ['compare', [], /it takes one argument, not 0/],
    ['backup', [], /it takes one argument, not 0/],
    ['backup', ['a.db', 'b.db'], /it takes one argument, not 2/],
    ['server', ['8080'], /Unexpected argument '8080'; usage: npm run server/],
    ['zip', ['chrome'], /Unexpected argument 'chrome'; usage: npm run zip/],
    ['move', ['a.db'], /the argument isn't a postgres:\/\/ address or sqlite:PATH/],
    ['admin', ['accounts', 'none'], /accounts has list, show, /],
  ]),
)('explains the mistake in the call `npm run %s` with %j', async (name, args, mistake) => {
  const { code, err } = await run(manifest.scripts[name] ?? '', ...args);
  expect(code).toBe(2);
  expect(err).toMatch(mistake);
});
