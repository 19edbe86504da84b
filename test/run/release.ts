import { spawnSync } from 'node:child_process';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from '../../server/command-line.ts';
import { packCrx } from '../packages/crx.ts';
import { type BuildFacts, provenance, sha256 } from '../packages/provenance.ts';
import { checkClean, checkVersion, output, run } from './release-steps.ts';

/**
 * Namespace of the signatures. Signatures for other purposes have other namespaces, so they are
 * invalid here.
 */
const NAMESPACE = 'condor-release';
const SIGNER = 'condor';
const SUMS = 'SHA256SUMS';

interface Options {
  readonly version: string;
  /**
   * File of the SSH key that signs the checksums. It can be the public key if an SSH agent has the
   * private key.
   */
  readonly key: string;
  /** File of the RSA key, in PEM, that is registered at the Chrome Web Store. */
  readonly storeKey: string;
}

/** npm runs scripts in the package's folder. */
const ROOT = process.cwd();
const RESULT = join(ROOT, '.output/release');

/**
 * Returns the commit of the version's tag.
 * @throws Error with one sentence unless the tag is checked out without changes
 */
function taggedCommit(version: string): string {
  checkClean();
  const tag = output('git', 'tag', '--list', `v${version}`);
  if (tag === '') throw new Error(`the tag v${version} is missing; npm run tag -- ${version}`);
  const head = output('git', 'rev-parse', 'HEAD');
  // The full reference, because a branch can have the same name as the tag.
  if (output('git', 'rev-parse', `refs/tags/v${version}^{commit}`) !== head)
    throw new Error(`the tag v${version} isn't checked out`);
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  if (!manifest.includes(`"version": "${version}"`))
    throw new Error(`package.json isn't of version ${version}`);
  return head;
}

/** Clones one commit of the repository into a new folder. */
function cloneOf(commit: string, folder: string): string {
  output('git', 'clone', '--quiet', '--no-checkout', ROOT, folder);
  output('git', '-C', folder, 'checkout', '--quiet', '--detach', commit);
  return folder;
}

function ssh(args: readonly string[], input?: Buffer): boolean {
  const stdin = input === undefined ? {} : { input };
  const stdio = [input === undefined ? 'inherit' : 'pipe', 'ignore', 'inherit'] as const;
  return spawnSync('ssh-keygen', ['-Y', ...args], { ...stdin, stdio: [...stdio] }).status === 0;
}

/**
 * Signs a file as `FILE.sig`. Verifies the signature with the release keys in the sources, as any
 * user would.
 * @throws Error if the key can't sign, isn't among the release keys, or is revoked
 */
function signFile(file: string, key: string, sources: string): void {
  const inStore = (name: string) => join(sources, 'entrypoints/store', name);
  if (!ssh(['sign', '-n', NAMESPACE, '-f', key, file])) throw new Error(`${key} can't sign`);
  const keys = ['-f', inStore('release-keys'), '-r', inStore('revoked-keys')];
  const args = ['verify', '-n', NAMESPACE, '-I', SIGNER, ...keys, '-s', `${file}.sig`];
  if (!ssh(args, readFileSync(file)))
    throw new Error(`${key} isn't in entrypoints/store/release-keys, or it is revoked`);
}

/** Reads the store's key. For an encrypted key, OpenSSL asks for the passphrase. */
function readStoreKey(file: string): KeyObject {
  const args = ['pkey', '-in', file];
  const { status, stdout } = spawnSync('openssl', args, { stdio: ['inherit', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error(`${file} isn't a private key in PEM`);
  return createPrivateKey(stdout);
}

/** Tests the keys before the tests run, because the tests take a long time. */
function tryKeys({ key, storeKey }: Options, work: string, clone: string): void {
  const probe = join(work, 'probe');
  writeFileSync(probe, '');
  signFile(probe, key, clone);
  packCrx(Buffer.alloc(0), readStoreKey(storeKey));
}

function test(clone: string): void {
  run(clone, 'npm', 'ci');
  run(clone, 'npm', 'run', 'test:release');
}

/** Builds in a clone that no test has used. Returns the packages by name. */
function build(version: string, clone: string): Map<string, Buffer> {
  run(clone, 'npm', 'ci');
  run(clone, 'npm', 'run', 'zip');
  const folder = join(clone, '.output');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const packages = names.filter((name) => name.startsWith(`condor-${version}-`)).sort();
  return new Map(packages.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Adds the signed upload and the provenance to the packages. */
function addProofs(files: Map<string, Buffer>, facts: BuildFacts, storeKey: KeyObject): void {
  const name = `condor-${facts.version}`;
  const zip = files.get(`${name}-chrome.zip`);
  if (zip === undefined) throw new Error(`npm run zip made no ${name}-chrome.zip`);
  files.set(`${name}-chrome.crx`, packCrx(zip, storeKey));
  const statement = `${JSON.stringify(provenance(facts, files), undefined, 2)}\n`;
  files.set(`${name}-provenance.json`, Buffer.from(statement));
}

/** Writes the files, their checksums in the form of `sha256sum`, and the signature. */
function writeRelease(files: ReadonlyMap<string, Buffer>, key: string, clone: string): void {
  mkdirSync(RESULT, { recursive: true });
  const sums = [...files].map(([name, content]) => `${sha256(content)}  ${name}\n`).join('');
  for (const [name, content] of files) writeFileSync(join(RESULT, name), content);
  writeFileSync(join(RESULT, SUMS), sums);
  signFile(join(RESULT, SUMS), key, clone);
  console.log(`\n${sums}\nsigned in .output/release. It publishes nothing; next:`);
}

/**
 * Runs `npm run release -- VERSION --key FILE --store-key FILE`: tests and builds fresh clones of
 * the tag, and writes the files of the release to `.output/release`. After a failure, this folder
 * doesn't exist.
 */
function main(options: Options): void {
  const { version } = options;
  rmSync(RESULT, { recursive: true, force: true });
  const commit = taggedCommit(version);
  const work = mkdtempSync(join(tmpdir(), 'condor-release-'));
  // Ctrl-C also reaches the running child. The child's failure ends the release and deletes the
  // folders.
  process.on('SIGINT', () => undefined);
  try {
    const clone = cloneOf(commit, join(work, 'clone'));
    tryKeys(options, work, clone);
    const facts = {
      version,
      commit,
      lockfile: readFileSync(join(clone, 'package-lock.json')),
      node: process.version,
      npm: output('npm', '--version'),
    };
    test(cloneOf(commit, join(work, 'tested')));
    const files = build(version, clone);
    addProofs(files, facts, readStoreKey(options.storeKey));
    writeRelease(files, options.key, clone);
  } catch (error) {
    rmSync(RESULT, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`git push origin main v${version}, then entrypoints/store/keys.md`);
}

function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' }, 'store-key': { type: 'string' } },
  });
  const { key, 'store-key': storeKey } = values;
  const [version = '', ...more] = positionals;
  if (key === undefined || storeKey === undefined || more.length > 0)
    throw new UsageError('it takes one version, --key and --store-key');
  // npm runs scripts in the package's folder. INIT_CWD is the folder in which the user called npm.
  const called = (file: string) => resolve(process.env.INIT_CWD ?? '', file);
  return { version: checkVersion(version), key: called(key), storeKey: called(storeKey) };
}

const options = readCommandLine(
  'npm run release -- VERSION --key FILE --store-key FILE',
  parseOptions,
);
try {
  main(options);
} catch (error) {
  console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
