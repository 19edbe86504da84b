import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';

let browser: WalletBrowser;
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end('<!doctype html><script>window.first = window.ethereum</script><p>page</p>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchWallet();
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Speaks to the worker as the settings page does; the browser's own prompt needs a person. */
async function setDefault(page: Page, isOn: boolean): Promise<unknown> {
  return page.evaluate(`new Promise((done) => {
    const port = chrome.runtime.connect({ name: 'ui' });
    port.onMessage.addListener((message) => { if (message.id === 7) done(message); });
    port.postMessage({ id: 7, topic: 'settings.setDefaultWallet', payload: { isOn: ${isOn} } });
  })`);
}

/** Which wallet a page's first script meets, when another one came before us. */
async function met(): Promise<unknown> {
  const page = await browser.context.newPage();
  await page.addInitScript(`Object.defineProperty(window, 'ethereum', {
    value: { isOther: true }, configurable: true, enumerable: true, writable: true,
  })`);
  await page.goto(url);
  const found = await page.evaluate(
    'window.first?.isCondor === true ? "Condor" : window.first?.isOther === true ? "other" : "none"',
  );
  await page.close();
  return found;
}

it('another wallet keeps its place, until the user has Condor stand in for it, and after that again', async () => {
  const settings = await browser.openWallet();
  expect(await met()).toBe('other');
  expect(await setDefault(settings, true)).toEqual({ id: 7, result: null });
  expect(await met()).toBe('Condor');
  await browser.stopWorker();
  expect(await met()).toBe('Condor');
  expect(await setDefault(settings, false)).toEqual({ id: 7, result: null });
  expect(await met()).toBe('other');
});
