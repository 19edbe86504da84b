import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A repository with the files that a new version changes. */
let folder: string;

const file = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(file(name), 'utf8');
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

function write(name: string, text: string): void {
  mkdirSync(dirname(file(name)), { recursive: true });
  writeFileSync(file(name), text);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'condor-tag-'));
  write('package.json', '{\n  "name": "condor",\n  "version": "0.2.0"\n}\n');
  write('package-lock.json', '{\n  "name": "condor",\n  "version": "0.2.0"\n}\n');
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [0.2.0] - 2026-11-22\n');
  git('init', '--quiet', '--initial-branch=main');
  for (const [key, value] of [
    ['name', 'A'],
    ['email', 'a@example.com'],
  ] as const)
    git('config', `user.${key}`, value);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function tag(...args: string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'test/run/tag.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
}

it('writes the version to package.json and its lockfile, begins a changelog section, and tags the commit', () => {
  const { status, stdout } = tag('0.3.0');
  expect(status).toBe(0);
  expect(read('package.json')).toContain('"version": "0.3.0"');
  expect(read('package-lock.json')).toContain('"version": "0.3.0"');
  expect(read('CHANGELOG.md')).toMatch(
    /## \[Unreleased\]\n\n## \[0\.3\.0\] - \d{4}-\d\d-\d\d\n\n- New\.\n\n## \[0\.2\.0\]/,
  );
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s%d')).toContain(
    'build: release 0.3.0 (HEAD -> main, tag: v0.3.0)',
  );
  expect(stdout).toContain('Next: npm run release -- 0.3.0 --key FILE --store-key FILE');
});

it('restores package.json when the commit fails', () => {
  write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
  chmodSync(file('.git/hooks/pre-commit'), 0o755);
  const { status, stderr } = tag('0.3.0');
  expect(status).toBe(1);
  expect(stderr).toContain('build: release 0.3.0 failed');
  expect(read('package.json')).toContain('"version": "0.2.0"');
});

it.each([
  [['0.2.0'], /^condor: version 0\.2\.0 isn't newer than 0\.2\.0/],
  [['0.1.9'], /^condor: version 0\.1\.9 isn't newer than 0\.2\.0/],
])('refuses a version that isn’t newer than the last version: %j', (args, message) => {
  const { status, stderr } = tag(...args);
  expect(status).toBe(1);
  expect(stderr).toMatch(message);
});

it('refuses to tag while there are uncommitted changes', () => {
  write('stray.txt', 'x');
  expect(tag('0.3.0').stderr).toContain('the working tree has changes');
});

it('refuses to tag a branch other than main', () => {
  git('checkout', '--quiet', '-b', 'feature');
  expect(tag('0.3.0').stderr).toContain('releases are made on main, this is feature');
});

it('refuses a tag that already exists', () => {
  git('tag', 'v0.3.0');
  expect(tag('0.3.0').stderr).toContain('the tag v0.3.0 exists already');
});

it('refuses to tag when the changelog has no new entries', () => {
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n');
  git('commit', '--all', '--quiet', '--message', 'Empty');
  expect(tag('0.3.0').stderr).toContain('CHANGELOG.md has no entries under [Unreleased]');
});
