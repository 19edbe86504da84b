import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneArgument, readCommandLine } from '../../server/command-line.ts';
import { type Comparison, compareFiles, type Difference } from '../packages/compare-files.ts';
import {
  type Copy,
  type Manifest,
  readCopy,
  readFolder,
  readManifest,
} from '../packages/read-copy.ts';
import { isTagged } from '../packages/sources.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WXT = fileURLToPath(new URL('../../node_modules/wxt/bin/wxt.mjs', import.meta.url));

const EXIT = { same: 0, different: 1, unknown: 2 } as const;

/** Thrown when the copy can't be compared, with the reason in one sentence. */
class Incomparable extends Error {}

/** Returns a name from the copy in one line, without control characters of a terminal. */
const shown = (name: string) =>
  JSON.stringify(name)
    .slice(1, -1)
    .replaceAll(/[^ -~]/gu, escapeOf);
const escapeOf = (letter: string) => `\\u{${letter.codePointAt(0)?.toString(16)}}`;

const size = ({ bytes, sha256 }: { readonly bytes: number; readonly sha256: string }) =>
  `${bytes} bytes, SHA-256 ${sha256}`;

function describe(difference: Difference): readonly string[] {
  const name = shown(difference.name);
  if (difference.kind === 'added') return [`only in the copy: ${name} (${size(difference.copy)})`];
  if (difference.kind === 'missing')
    return [`missing in the copy: ${name} (${size(difference.own)})`];
  return [
    `different: ${name}`,
    `  copy:      ${size(difference.copy)}`,
    `  own build: ${size(difference.own)}`,
  ];
}

function build({ browser, version }: Manifest): string {
  console.log(`building for ${browser} with Node ${process.version} …`);
  if (!isTagged(ROOT, version))
    console.log(`warning: these sources aren't the tag v${version}, so the result proves nothing`);
  const args = [WXT, 'build', '-b', browser, '--mv3', '--mode', 'store'];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 24,
  });
  if (status !== 0) throw new Incomparable(`the own build failed:\n${stdout}`);
  return `${ROOT}.output/${browser}-mv3-store`;
}

function read(path: string): { readonly copy: Copy; readonly manifest: Manifest } {
  try {
    const copy = readCopy(path);
    return { copy, manifest: readManifest(copy.files) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Incomparable(`${path} can't be read: ${shown(problem)}`, { cause: error });
  }
}

function print({ same, differences, ignored, rewritten }: Comparison): void {
  for (const name of ignored) console.log(`not compared, the store's: ${shown(name)}`);
  for (const name of rewritten) console.log(`same values, written by the browser: ${shown(name)}`);
  for (const line of differences.flatMap(describe)) console.log(line);
  console.log(
    differences.length === 0
      ? `same: all ${same} files`
      : `different: ${differences.length} of ${differences.length + same} files`,
  );
}

/**
 * Runs `npm run compare -- PATH`: builds the extension, and compares a copy with the build. The
 * copy is the folder of an installed extension, a download from a store, or a zip. Returns the exit
 * code.
 */
function main(path: string): number {
  const { copy, manifest } = read(path);
  const id = manifest.id === undefined ? '' : `, extension id ${manifest.id}`;
  console.log(
    `copy: ${copy.kind} for ${manifest.browser}, version ${shown(manifest.version)}${id}`,
  );
  const version = /"version": "([^"]+)"/.exec(readFileSync(`${ROOT}package.json`, 'utf8'))?.[1];
  if (version !== manifest.version)
    throw new Incomparable(
      `the copy is version ${shown(manifest.version)}, these sources are ${version}: check out the copy's tag, then run npm ci and this command again`,
    );
  const own = readFolder(build(manifest));
  const comparison = compareFiles(copy.files, own);
  print(comparison);
  return comparison.differences.length === 0 ? EXIT.same : EXIT.different;
}

const path = readCommandLine('npm run compare -- PATH', oneArgument);
try {
  // npm runs scripts in the package's folder. INIT_CWD is the folder in which the user called npm.
  process.exitCode = main(resolve(process.env.INIT_CWD ?? '', path));
} catch (error) {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = EXIT.unknown;
}
