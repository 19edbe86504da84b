import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_EXTENSION_KEY } from '../../shared/extension-id.ts';
import { DEVNET_RPC_URL, DEVNET_SERVICES } from '../../shared/messages/default-services.ts';
import { cloneSources, linkPackages } from '../helpers/clone-sources.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VERSION = String(
  /"version": "([^"]+)"/.exec(readFileSync(`${ROOT}package.json`, 'utf8'))?.[1],
);
const BROWSERS = ['chrome', 'firefox'] as const;
type Browser = (typeof BROWSERS)[number];

const work = mkdtempSync(join(tmpdir(), 'condor-packages-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

type Files = Readonly<Record<string, Uint8Array>>;

function run(folder: string, environment: Readonly<Record<string, string>>): void {
  linkPackages(folder);
  execFileSync('npm', ['run', '--silent', 'zip'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function unpack(zip: Files, folder: string): void {
  for (const [name, content] of Object.entries(zip)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

function artifacts(folder: string): ReadonlyMap<string, Buffer> {
  const output = join(folder, '.output');
  const names = readdirSync(output).filter((name) => name.startsWith(`condor-${VERSION}-`));
  return new Map(names.sort().map((name) => [name, readFileSync(join(output, name))]));
}

const first = join(work, 'clone');
const second = join(work, 'a reviewer’s folder');
let made: ReadonlyMap<string, Buffer>;
let again: ReadonlyMap<string, Buffer>;

function artifact(name: string): Buffer {
  const found = made.get(`condor-${VERSION}-${name}`);
  if (found === undefined) throw new Error(`no artifact ${name}`);
  return found;
}

const zipOf = (browser: Browser): Files => unzipSync(artifact(`${browser}.zip`));

function textOf(files: Files, name: string): string {
  const content = files[name];
  if (content === undefined) throw new Error(`the package contains no ${name}`);
  return strFromU8(content);
}

beforeAll(() => {
  cloneSources(first);
  run(first, { TZ: 'Pacific/Auckland', LANG: 'C' });
  made = artifacts(first);
  unpack(unzipSync(artifact('firefox-sources.zip')), second);
  run(second, { TZ: 'America/New_York', LANG: 'de_DE.UTF-8' });
  again = artifacts(second);
});

it('builds one zip for each browser, the sources for Firefox’s reviewers, and two bills of materials', () => {
  expect([...made.keys()]).toEqual(
    ['chrome.cdx.json', 'chrome.zip', 'firefox-sources.zip', 'firefox.cdx.json', 'firefox.zip'].map(
      (name) => `condor-${VERSION}-${name}`,
    ),
  );
});

it('builds the same bytes in a clone and from the unpacked sources in another folder', () => {
  expect([...again.keys()]).toEqual([...made.keys()]);
  for (const [name, content] of made) {
    expect(again.get(name)?.equals(content), name).toBe(true);
  }
});

it('every packaged file equals the file of the build that the browser tests use, except for the development key', () => {
  execFileSync(join(first, 'node_modules/.bin/wxt'), ['build', '-b', 'chrome', '--mv3'], {
    cwd: first,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const [name, content] of Object.entries(zipOf('chrome'))) {
    const tested = readFileSync(join(first, '.output/chrome-mv3', name));
    if (name !== 'manifest.json') expect(tested.equals(content), name).toBe(true);
    else {
      const { key, ...manifest } = JSON.parse(tested.toString());
      expect(key).toBe(DEVELOPMENT_EXTENSION_KEY);
      expect(JSON.parse(strFromU8(content))).toEqual(manifest);
    }
  }
});

describe.each(BROWSERS)('the package for %s', (browser) => {
  it('contains the recorded manifest', () => {
    const recorded: unknown = JSON.parse(
      readFileSync(new URL(`manifests/${browser}.json`, import.meta.url), 'utf8'),
    );
    const manifest: unknown = JSON.parse(textOf(zipOf(browser), 'manifest.json'));
    expect(manifest).toEqual({ ...Object(recorded), version: VERSION });
  });

  it('contains no source map, development key, test build or path of the builder', () => {
    const files = zipOf(browser);
    expect(Object.keys(files).filter((name) => /\.map$|test|\.ts$/.test(name))).toEqual([]);
    for (const name of Object.keys(files)) {
      if (!/\.(js|css|html|json)$/.test(name)) continue;
      const text = textOf(files, name);
      for (const forbidden of [
        'sourceMappingURL',
        DEVELOPMENT_EXTENSION_KEY,
        'passkeys.simulated',
        'react-stack-bottom-frame',
        work,
      ]) {
        expect(text.includes(forbidden), `${name} contains ${forbidden}`).toBe(false);
      }
    }
  });

  it('the worker contains no address of the development services', () => {
    const worker = textOf(zipOf(browser), 'background.js');
    expect(worker).not.toContain(new URL(DEVNET_SERVICES.vaultUrl).host);
    expect(worker).not.toContain(new URL(DEVNET_RPC_URL).host);
  });

  it('stays within the size limits for the zip and for the scripts injected into websites', () => {
    const files = zipOf(browser);
    expect(artifact(`${browser}.zip`).length).toBeLessThan(980_000);
    const gzipped = (name: string) => gzipSync(textOf(files, name)).length;
    expect(gzipped('inpage.js')).toBeLessThan(2_500);
    expect(gzipped('content.js')).toBeLessThan(2_000);
  });

  it('lists the license of every package in its bill of materials', () => {
    const bill: unknown = JSON.parse(artifact(`${browser}.cdx.json`).toString());
    const licenses = textOf(zipOf(browser), 'licenses.txt');
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    const { components } = Object(bill);
    expect(components.length).toBeGreaterThan(20);
    for (const { name, version, licenses: stated, hashes } of components) {
      const [{ license }] = stated;
      const id = license.id ?? license.name;
      expect(['MIT', 'ISC', 'DBAD'], name).toContain(id);
      expect(licenses).toContain(`${name} ${version} (${id})`);
      expect(hashes[0].content, name).toMatch(/^[0-9a-f]{128}$/);
    }
  });
});
