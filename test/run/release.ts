import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { oneArgument, readCommandLine, UsageError } from '../../server/command-line.ts';

const VERSION = /^\d+\.\d+\.\d+$/;
const UNRELEASED = /^## \[Unreleased\]\n(?<entries>[\s\S]*?)(?=^## \[|$(?![\s\S]))/m;

/** npm runs scripts in the package's folder. */
const inPackage = (file: string) => resolve(process.cwd(), file);
const read = (file: string) => readFileSync(inPackage(file), 'utf8');

function output(command: string, ...args: string[]): string {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
  return stdout.trim();
}

function run(command: string, ...args: string[]): void {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** Returns a negative number if the first version is older. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const differing = left.findIndex((part, index) => part !== right[index]);
  return differing === -1 ? 0 : (left[differing] ?? 0) - (right[differing] ?? 0);
}

/** Returns the current version. Throws one sentence if the tree isn't ready for a release. */
function checkTree(version: string): string {
  const current = String(/"version": "([^"]+)"/.exec(read('package.json'))?.[1]);
  if (compareVersions(version, current) <= 0)
    throw new Error(`version ${version} isn't newer than ${current}`);
  const branch = output('git', 'rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== 'main') throw new Error(`releases are made on main, this is ${branch}`);
  if (output('git', 'status', '--porcelain') !== '')
    throw new Error('the working tree has changes; commit or stash them');
  if (output('git', 'tag', '--list', `v${version}`) !== '')
    throw new Error(`the tag v${version} exists already`);
  const entries = UNRELEASED.exec(read('CHANGELOG.md'))?.groups?.entries?.trim();
  if (entries === undefined || entries === '')
    throw new Error('CHANGELOG.md has no entries under [Unreleased]');
  return current;
}

/** Files that contain the version, and their text with the new one. */
function withVersion(current: string, version: string): ReadonlyMap<string, string> {
  const today = new Date().toISOString().slice(0, 10);
  const quoted = (file: string) =>
    read(file).replaceAll(
      new RegExp(`("name": "condor",\\s+"version": ")${current.replaceAll('.', '\\.')}"`, 'g'),
      `$1${version}"`,
    );
  return new Map([
    ['package.json', quoted('package.json')],
    ['package-lock.json', quoted('package-lock.json')],
    [
      'CHANGELOG.md',
      read('CHANGELOG.md').replace(
        '## [Unreleased]\n',
        `## [Unreleased]\n\n## [${version}] - ${today}\n`,
      ),
    ],
  ]);
}

/** Prints the SHA-256 of every package in `.output`, like `sha256sum`. */
function printDigests(version: string): void {
  const folder = '.output';
  const names = readdirSync(inPackage(folder)).filter((name) =>
    name.startsWith(`condor-${version}-`),
  );
  if (names.length === 0) throw new Error(`${folder} contains no package of ${version}`);
  for (const name of names.sort()) {
    const digest = createHash('sha256').update(readFileSync(inPackage(`${folder}/${name}`)));
    console.log(`${digest.digest('hex')}  ${folder}/${name}`);
  }
}

/**
 * `npm run release -- VERSION`: checks the tree, writes the version and the changelog section, runs
 * all tests, makes the packages, prints their digests, and commits and tags the release. It
 * publishes nothing. After a failure, the files are as before.
 */
function main(version: string): void {
  const changed = withVersion(checkTree(version), version);
  const before = new Map([...changed.keys()].map((file) => [file, read(file)]));
  const restore = () => {
    for (const [file, text] of before) writeFileSync(inPackage(file), text);
  };
  // A child gets Ctrl-C too and fails, which restores the files.
  process.on('SIGINT', () => undefined);
  try {
    for (const [file, text] of changed) writeFileSync(inPackage(file), text);
    run('npm', 'run', 'test:release');
    run('npm', 'run', 'zip');
    console.log();
    printDigests(version);
    run('git', 'commit', '--all', '--quiet', '--message', `build: release ${version}`);
    run('git', 'tag', `v${version}`);
  } catch (error) {
    restore();
    throw error;
  }
  console.log(`\nNext: git push origin main v${version}`);
}

/** Returns the version that the command names. */
function parseVersion(args: readonly string[]): string {
  const version = oneArgument(args);
  if (!VERSION.test(version)) throw new UsageError('VERSION has three numbers, such as 1.2.3');
  return version;
}

const version = readCommandLine('npm run release -- VERSION', parseVersion);
try {
  main(version);
} catch (error) {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
