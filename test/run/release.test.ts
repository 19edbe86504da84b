import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
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
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureDebianFile } from '../helpers/debian.ts';
import { zipOfCrx } from '../packages/crx.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ZIP = "fs.mkdirSync('.output');fs.writeFileSync('.output/condor-0.3.0-chrome.zip','PK')";

/** A tagged repository with tests and packages that take no time, and temporary keys. */
let folder: string;
let keys: string;

const file = (name: string) => join(folder, name);
const released = (name: string) => file(`.output/release/${name}`);
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });

function write(name: string, text: string): void {
  mkdirSync(dirname(file(name)), { recursive: true });
  writeFileSync(file(name), text);
}

function commit(): void {
  git('add', '--all');
  git(
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.com',
    'commit',
    '--quiet',
    '--message=Change',
  );
  git('tag', '--force', 'v0.3.0');
}

function scripts(test: string, zip = ZIP): void {
  const manifest = {
    name: 'condor',
    version: '0.3.0',
    scripts: { 'test:release': test, zip: `node -e "${zip}"` },
  };
  write('package.json', JSON.stringify(manifest, undefined, 2));
}

/** Makes an SSH key and returns its public half. */
function makeKey(name: string): string {
  const path = join(keys, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', path]);
  return readFileSync(`${path}.pub`, 'utf8');
}

function verify(name: string) {
  const args = ['-f', 'entrypoints/store/release-keys', '-r', 'entrypoints/store/revoked-keys'];
  const signature = ['-I', 'condor', '-n', 'condor-release', '-s', released(`${name}.sig`)];
  return spawnSync('ssh-keygen', ['-Y', 'verify', ...args, ...signature], {
    cwd: folder,
    input: readFileSync(released(name)),
  });
}

function release(...args: string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'test/run/release.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: keys },
  });
}

const releaseWith = (key = 'release', storeKey = 'store.pem') =>
  release('0.3.0', '--key', key, '--store-key', storeKey);

beforeAll(() => ensureDebianFile('/usr/bin/ssh-keygen', 'openssh-client'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'condor-release-test-'));
  keys = mkdtempSync(join(tmpdir(), 'condor-keys-'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(keys, 'store.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  git('init', '--quiet', '--initial-branch=main');
  scripts('node -e ""');
  const lock = {
    packages: { '': {}, 'node_modules/wxt': { version: '1.2.3', optional: true, os: ['none'] } },
  };
  write('package-lock.json', JSON.stringify({ name: 'condor', lockfileVersion: 3, ...lock }));
  write('.gitignore', '.output\n');
  write(
    'entrypoints/store/release-keys',
    `condor namespaces="condor-release" ${makeKey('release')}`,
  );
  write('entrypoints/store/revoked-keys', '# none\n');
  commit();
});

afterEach(() => {
  for (const path of [folder, keys]) rmSync(path, { recursive: true, force: true });
});

it('writes packages, the signed upload, provenance and checksums that a stranger can verify', () => {
  const { status, stderr } = releaseWith();
  expect(stderr).not.toContain('condor:');
  expect(status).toBe(0);
  expect(readdirSync(file('.output/release')).sort()).toEqual([
    'SHA256SUMS',
    'SHA256SUMS.sig',
    'condor-0.3.0-chrome.crx',
    'condor-0.3.0-chrome.zip',
    'condor-0.3.0-provenance.json',
  ]);
  // SHA-256 of "PK".
  expect(readFileSync(released('SHA256SUMS'), 'utf8')).toContain(
    'fcab7fcc2b4cffd9bb45003bfc2e468a04ef6f77ca8200a7341f027631584d25  condor-0.3.0-chrome.zip\n',
  );
  const check = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: file('.output/release'),
    encoding: 'utf8',
  });
  expect([check.status, check.stdout.match(/: OK$/gm)?.length]).toEqual([0, 3]);
  expect(verify('SHA256SUMS').status).toBe(0);
  expect(zipOfCrx(readFileSync(released('condor-0.3.0-chrome.crx')))).toEqual(Buffer.from('PK'));
});

it('the provenance names the commit, the lockfile, the tools, the zip and the CRX file', () => {
  expect(releaseWith().status).toBe(0);
  const statement: unknown = JSON.parse(
    readFileSync(released('condor-0.3.0-provenance.json'), 'utf8'),
  );
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      {
        name: 'condor-0.3.0-chrome.zip',
        digest: { sha256: 'fcab7fcc2b4cffd9bb45003bfc2e468a04ef6f77ca8200a7341f027631584d25' },
      },
      {
        name: 'condor-0.3.0-chrome.crx',
        digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        externalParameters: { tag: 'v0.3.0' },
        resolvedDependencies: [
          { digest: { gitCommit: git('rev-parse', 'HEAD').trim() } },
          {
            name: 'package-lock.json',
            digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
          },
        ],
      },
      runDetails: { builder: { version: { node: process.version, wxt: '1.2.3' } } },
    },
  });
});

it('uses the commit and the release keys of the tag’s clone, even when the repository changes during the release', () => {
  const here = `git -C ${folder} -c user.name=A -c user.email=a@example.com`;
  scripts(`${here} rm -q entrypoints/store/release-keys && ${here} commit -qm Change`);
  commit();
  const tagged = git('rev-parse', 'HEAD').trim();
  expect(releaseWith().stderr).not.toContain('condor:');
  expect(git('rev-parse', 'HEAD').trim()).not.toBe(tagged);
  const statement = readFileSync(released('condor-0.3.0-provenance.json'), 'utf8');
  expect(statement).toContain(`"gitCommit": "${tagged}"`);
});

it('releases the tag even if a branch has the same name as the tag', () => {
  const tagged = git('rev-parse', 'HEAD').trim();
  git('checkout', '--quiet', '-b', 'v0.3.0');
  write('other.txt', 'x');
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'Other');
  git('checkout', '--quiet', 'main');
  expect(releaseWith().stderr).not.toContain('condor:');
  const statement = readFileSync(released('condor-0.3.0-provenance.json'), 'utf8');
  expect(statement).toContain(`"gitCommit": "${tagged}"`);
});

it('a file that a test creates among the sources doesn’t affect the packages', () => {
  const stray = "fs.existsSync('stray')&&fs.writeFileSync('.output/condor-0.3.0-stray.zip','x')";
  scripts("node -e \"fs.writeFileSync('stray','x')\"", `${ZIP};${stray}`);
  commit();
  expect(releaseWith().status).toBe(0);
  expect(readdirSync(file('.output/release'))).not.toContain('condor-0.3.0-stray.zip');
});

it('signs nothing and deletes the earlier release when the tag’s tests fail', () => {
  expect(releaseWith().status).toBe(0);
  scripts('node -e "process.exit(1)"');
  commit();
  const { status, stderr } = releaseWith();
  expect(status).toBe(1);
  expect(stderr).toContain('condor: npm run test:release failed');
  expect(existsSync(file('.output/release'))).toBe(false);
});

it.each([
  ['a changed working tree', () => write('stray.txt', 'x'), 'the working tree has changes'],
  ['a missing tag', () => git('tag', '--delete', 'v0.3.0'), 'the tag v0.3.0 is missing'],
  [
    'a tag on a different commit',
    () => {
      const before = git('rev-parse', 'HEAD').trim();
      write('new.txt', 'x');
      commit();
      git('tag', '--force', 'v0.3.0', before);
    },
    "the tag v0.3.0 isn't checked out",
  ],
  [
    'a tag of a different version',
    () => {
      write('package.json', '{"version": "0.2.0"}');
      commit();
    },
    "package.json isn't of version 0.3.0",
  ],
  [
    'a revoked key',
    () => {
      write('entrypoints/store/revoked-keys', readFileSync(join(keys, 'release.pub'), 'utf8'));
      commit();
    },
    'or it is revoked',
  ],
])('refuses to release with %s', (_, change, message) => {
  change();
  const { status, stderr, stdout } = releaseWith();
  expect(stderr).toContain(message);
  expect(stdout).not.toContain('npm ci');
  expect(status).toBe(1);
});

it('refuses unknown keys, missing keys and keys of the wrong kind before it runs the tests', () => {
  makeKey('stranger');
  const curve = generateKeyPairSync('ed25519').privateKey;
  writeFileSync(join(keys, 'curve.pem'), curve.export({ type: 'pkcs8', format: 'pem' }));
  for (const [result, message] of [
    [releaseWith('stranger'), "isn't in entrypoints/store/release-keys"],
    [releaseWith('missing'), "can't sign"],
    [releaseWith('release', 'curve.pem'), 'must be an RSA key'],
    [releaseWith('release', 'missing.pem'), "isn't a private key in PEM"],
  ] as const) {
    expect(result.stderr).toContain(message);
    expect(result.stdout).not.toContain('npm ci');
  }
});

it('refuses to release without keys, and names the two required keys', () => {
  const { status, stderr } = release('0.3.0');
  expect(status).toBe(2);
  expect(stderr).toContain('--key FILE --store-key FILE');
});
