import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { oneArgument, readCommandLine } from '../../server/command-line.ts';
import { checkClean, checkVersion, output, run } from './release-steps.ts';

const UNRELEASED = /^## \[Unreleased\]\n(?<entries>[\s\S]*?)(?=^## \[|$(?![\s\S]))/m;

/** npm runs scripts in the package's folder. */
const inPackage = (file: string) => resolve(process.cwd(), file);
const read = (file: string) => readFileSync(inPackage(file), 'utf8');

/** Returns a negative number if the first version is older, and a positive one if it is newer. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const differing = left.findIndex((part, index) => part !== right[index]);
  return differing === -1 ? 0 : (left[differing] ?? 0) - (right[differing] ?? 0);
}

/**
 * Returns the current version. Throws an Error with one sentence if the working tree isn't ready
 * for a release.
 */
function checkTree(version: string): string {
  const current = String(/"version": "([^"]+)"/.exec(read('package.json'))?.[1]);
  if (compareVersions(version, current) <= 0)
    throw new Error(`version ${version} isn't newer than ${current}`);
  const branch = output('git', 'rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== 'main') throw new Error(`releases are made on main, this is ${branch}`);
  checkClean();
  if (output('git', 'tag', '--list', `v${version}`) !== '')
    throw new Error(`the tag v${version} exists already`);
  const entries = UNRELEASED.exec(read('CHANGELOG.md'))?.groups?.entries?.trim();
  if (entries === undefined || entries === '')
    throw new Error('CHANGELOG.md has no entries under [Unreleased]');
  return current;
}

/** Returns new texts, with the new version, for the files that contain the version. */
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

/**
 * Runs `npm run tag -- VERSION`: checks the working tree, writes the version and the changelog
 * section, commits both, and tags the commit. Publishes nothing. After a failure, the files are
 * restored.
 */
function main(version: string): void {
  const changed = withVersion(checkTree(version), version);
  const before = new Map([...changed.keys()].map((file) => [file, read(file)]));
  try {
    for (const [file, text] of changed) writeFileSync(inPackage(file), text);
    run('.', 'git', 'commit', '--all', '--quiet', '--message', `build: release ${version}`);
  } catch (error) {
    for (const [file, text] of before) writeFileSync(inPackage(file), text);
    throw error;
  }
  run('.', 'git', 'tag', '--annotate', '--message', `Condor ${version}`, `v${version}`);
  console.log(`\nNext: npm run release -- ${version} --key FILE --store-key FILE`);
}

const version = readCommandLine('npm run tag -- VERSION', (args) =>
  checkVersion(oneArgument(args)),
);
try {
  main(version);
} catch (error) {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
