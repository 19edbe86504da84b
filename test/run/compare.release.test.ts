import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneSources, linkPackages } from '../helpers/clone-sources.ts';
import { type InstalledCrx, installCrx } from '../helpers/install-crx.ts';
import { extensionIdOfKey, packCrx } from '../packages/crx.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const version = String(
  /"version": "([^"]+)"/.exec(readFileSync(`${ROOT}package.json`, 'utf8'))?.[1],
);
const folder = mkdtempSync(join(tmpdir(), 'condor-compare-'));
/** A separate clone, because other tests use the build folder of the working tree. */
const clone = join(folder, 'clone');
const zip = (browser: string) => join(clone, `.output/condor-${version}-${browser}.zip`);

let installed: InstalledCrx;
let copy: string;

beforeAll(async () => {
  cloneSources(clone);
  linkPackages(clone);
  const { status } = spawnSync('npm', ['run', '--silent', 'zip'], { cwd: clone, stdio: 'ignore' });
  expect(status).toBe(0);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const content = packCrx(readFileSync(zip('chrome')), privateKey);
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const crx = { id: extensionIdOfKey(key), version, content };
  installed = await installCrx(crx);
  copy = String(installed.folderOf(crx));
  writeFileSync(join(folder, 'condor.crx'), content);
});

afterAll(() => {
  installed?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const compare = (path: string) =>
  spawnSync('npm', ['run', '--silent', 'compare', '--', path], { cwd: clone, encoding: 'utf8' });

it.each([
  ['the zip for Chromium', () => zip('chrome')],
  ['the zip for Firefox', () => zip('firefox')],
  ['the signed upload', () => join(folder, 'condor.crx')],
  ['the folder of the extension installed in Chromium', () => copy],
])('reports that %s equals the user’s own build', (_, path) => {
  const { status, stdout } = compare(path());
  expect(stdout).toMatch(/^same: all \d+ files$/m);
  expect(status).toBe(0);
});

it('names the changed file of an installed copy', () => {
  const changed = join(folder, 'changed');
  cpSync(copy, changed, { recursive: true });
  appendFileSync(join(changed, 'background.js'), '\nfetch("https://evil.example")');
  const { status, stdout } = compare(changed);
  expect(stdout).toContain(`warning: these sources aren't the tag v${version}`);
  expect(stdout).toMatch(/^different: background\.js$/m);
  expect(stdout).toMatch(/^different: 1 of \d+ files$/m);
  expect(status).toBe(1);
});

it('refuses to compare a copy of a different version', () => {
  const other = join(folder, 'other');
  cpSync(copy, other, { recursive: true });
  const manifest = join(other, 'manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(`"${version}"`, '"9.9.9"'));
  const { status, stderr } = compare(other);
  expect(stderr).toContain('the copy is version 9.9.9');
  expect(status).toBe(2);
});
