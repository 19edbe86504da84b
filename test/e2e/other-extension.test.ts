import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addVirtualAuthenticator,
  type BrowserWithExtension,
  extensionIdOf,
  launchWithExtension,
} from '../helpers/browser.ts';

const CONDOR = fileURLToPath(new URL('../../.output/chrome-mv3', import.meta.url));
/** An extension with the permissions `scripting`, `storage`, `tabs` and access to all sites. */
const OTHER = fileURLToPath(new URL('../helpers/other-extension', import.meta.url));

/** Calls an asynchronous function of a page. Returns "worked", or the error's name. */
const attempt = (page: Page, code: string) =>
  page.evaluate<string>(`(async () => {
    try { await (async () => { ${code} })(); return 'worked'; }
    catch (error) { return error.name + ': ' + error.message; }
  })()`);

const passkeyOptions = (rp: object) => `{
  challenge: new Uint8Array(32),
  rp: ${JSON.stringify({ name: 'x', ...rp })},
  user: { id: new Uint8Array(32), name: 'x', displayName: 'x' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}`;

let browser: BrowserWithExtension;
/** A page of the other extension, one of a web site, and one of Condor. */
let other: Page;
let site: Page;
let wallet: Page;
let condor: string;

beforeAll(async () => {
  browser = await launchWithExtension({ extensionPath: CONDOR, extraExtensions: [OTHER] });
  const { context, extensionId } = browser;
  condor = `chrome-extension://${extensionId}`;
  await context.route('https://site.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>site</title>' }),
  );
  other = await context.newPage();
  await other.goto(`chrome-extension://${await extensionIdOf(OTHER)}/page.html`);
  site = await context.newPage();
  await site.goto('https://site.test/');
  wallet = await context.newPage();
  await wallet.goto(`${condor}/popup.html#full`);
});

afterAll(() => browser?.close());

const from = (name: string) => (name === 'another extension' ? other : site);
const CALLERS = ['another extension', 'a web site'] as const;

describe('another extension with access to all sites', () => {
  it('another extension can read tabs and run scripts in web pages, so missing permissions don’t explain the refusals below', async () => {
    const code = `
      const [tab] = await chrome.tabs.query({ title: 'site' });
      await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: () => 1 });`;
    expect(await attempt(other, code)).toBe('worked');
  });

  it('another extension can neither send a message to Condor nor open a connection', async () => {
    const id = JSON.stringify(browser.extensionId);
    const message = `await chrome.runtime.sendMessage(${id}, { id: 1, method: 'eth_accounts' })`;
    expect(await attempt(other, message)).toContain('Could not establish connection');
    const connection = `await new Promise((done, fail) => {
      chrome.runtime.connect(${id}, { name: 'page' }).onDisconnect.addListener(() =>
        fail(chrome.runtime.lastError));
    })`;
    expect(await attempt(other, connection)).toContain('Could not establish connection');
  });

  it('another extension can’t run a script in Condor’s pages', async () => {
    const code = `
      const tabs = await chrome.tabs.query({});
      const tab = tabs.find(({ url }) => url.startsWith(${JSON.stringify(condor)}));
      await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: () => 1 });`;
    expect(await attempt(other, code)).toMatch(/^Error: Cannot access/);
  });

  it('another extension can’t read Condor’s storage', async () => {
    const own = '(async () => Object.keys(await chrome.storage.local.get(null)))()';
    const worker = await browser.serviceWorker.evaluate<string[]>(own);
    expect(worker.length).toBeGreaterThan(0);
    expect(await other.evaluate<string[]>(own)).toEqual([]);
  });
});

describe('a stranger’s page', () => {
  it.each(CALLERS)('%s can’t read a file of Condor', async (caller) => {
    const code = `await fetch(${JSON.stringify(`${condor}/popup.html`)})`;
    expect(await attempt(wallet, code)).toBe('worked');
    expect(await attempt(from(caller), code)).toMatch(/^TypeError/);
  });

  it.each(CALLERS)('%s can’t show Condor’s pages in a frame', async (caller) => {
    const page = from(caller);
    for (const name of ['popup.html', 'approval.html', 'ceremony.html']) {
      await page.evaluate(`new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.onload = done;
        frame.src = ${JSON.stringify(`${condor}/${name}`)};
        document.documentElement.append(frame);
      })`);
    }
    const shown = page.frames().slice(1);
    expect(shown).toHaveLength(3);
    expect(shown.map((frame) => frame.url())).toEqual(
      Array(3).fill('chrome-error://chromewebdata/'),
    );
  });

  it.each(CALLERS)('%s can’t ask for a passkey of the device’s vault', async (caller) => {
    const page = from(caller);
    await page.bringToFront();
    await addVirtualAuthenticator(browser.context, page);
    for (const id of [browser.extensionId, condor]) {
      const create = `await navigator.credentials.create({ publicKey: ${passkeyOptions({ id })} })`;
      expect(await attempt(page, create)).toMatch(/^SecurityError/);
      const get = `await navigator.credentials.get({ publicKey: {
        challenge: new Uint8Array(32), rpId: ${JSON.stringify(id)} } })`;
      expect(await attempt(page, get)).toMatch(/^SecurityError/);
    }
  });

  it('a stranger’s page can create its own passkeys, so a browser without passkeys doesn’t explain the refusal above', async () => {
    await other.bringToFront();
    const create = `await navigator.credentials.create({ publicKey: ${passkeyOptions({})} })`;
    expect(await attempt(other, create)).toBe('worked');
  });
});
