import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isTagged } from './sources.ts';

let folder: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
const write = (name: string) => writeFileSync(join(folder, name), name);

function commit(): void {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  git('add', '--all');
  git(...author, 'commit', '--quiet', '--message=Change');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'condor-sources-'));
  git('init', '--quiet');
  write('a');
  commit();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('recognizes sources as tagged when their commit has the version’s tag among other tags', () => {
  expect(isTagged(folder, '1.0.0')).toBe(false);
  for (const tag of ['v1.0.0', 'zzz']) git('tag', tag);
  expect(isTagged(folder, '1.0.0')).toBe(true);
  expect(isTagged(folder, '1.0')).toBe(false);
});

it.each([
  ['a new file', () => write('b')],
  ['a change', () => writeFileSync(join(folder, 'a'), 'b')],
  [
    'a later commit',
    () => {
      write('b');
      commit();
    },
  ],
  ['no repository', () => rmSync(join(folder, '.git'), { recursive: true })],
])('doesn’t recognize tagged sources when there is %s', (_, change) => {
  git('tag', 'v1.0.0');
  change();
  expect(isTagged(folder, '1.0.0')).toBe(false);
});
