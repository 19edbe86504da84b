import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { browserArgs, ensureBrowser, headlessArgs } from '../helpers/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { EXTENSION_PATH } from '../run/extension.ts';

const RULES = { prerender: [{ source: 'list', urls: ['/next'], eagerness: 'immediate' }] };
/** Opens the next page as soon as the browser has prerendered it. */
const FIRST = `<script type="speculationrules">${JSON.stringify(RULES)}</script>
  <script>setInterval(async () => {
    if ((await (await fetch('/ready')).text()) === 'yes') location.href = '/next';
  }, 100);</script>`;
/** Sends a request while the page is hidden, and another request when the page is shown. */
const NEXT = `<script>
  const answers = [];
  const ask = () => ethereum.request({ method: 'eth_chainId' }).then(
    (answer) => answers.push(answer),
    ({ code }) => answers.push(code),
  );
  const hadProvider = typeof ethereum === 'object';
  const wasPrerendering = document.prerendering;
  const early = ask();
  const shown = new Promise((resolve) => {
    if (document.prerendering) document.addEventListener('prerenderingchange', resolve);
    else resolve();
  });
  fetch('/asked', { method: 'POST' });
  shown.then(async () => {
    await early;
    await ask();
    const report = { hadProvider, wasPrerendering, answers };
    await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
  });
</script>`;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Serves a page and its prerendered next page. `report` resolves with the next page's report. */
async function serve(): Promise<{ url: string; report: Promise<unknown> }> {
  let hasAsked = false;
  const heard = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/report') {
      let body = '';
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => heard.resolve(JSON.parse(body)));
      response.end();
      return;
    }
    if (request.url === '/asked') hasAsked = true;
    const isReady = request.url === '/ready';
    const page = request.url === '/next' ? NEXT : FIRST;
    response.end(isReady ? (hasAsked ? 'yes' : 'no') : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    report: heard.promise,
  };
}

/**
 * Starts a browser without a debugger at its pages, because a debugger changes what the browser
 * prerenders. Returns the browser's address for commands over plain HTTP, which attach no debugger.
 */
async function startBrowser(): Promise<string> {
  const executable = await ensureBrowser();
  const profileDir = await mkdtemp(join(tmpdir(), 'condor-prerender-'));
  endings.push(() =>
    rm(profileDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  );
  const child = spawn(
    executable,
    [
      ...browserArgs,
      ...headlessArgs,
      '--headless=new',
      '--no-sandbox',
      '--remote-debugging-port=0',
      `--user-data-dir=${profileDir}`,
      `--disable-extensions-except=${EXTENSION_PATH}`,
      `--load-extension=${EXTENSION_PATH}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const gone = new Promise((done) => child.once('exit', done));
  endings.push(() => {
    child.kill();
    return gone;
  });
  const port = await eventually(async () => {
    const [first] = (await readFile(join(profileDir, 'DevToolsActivePort'), 'utf8')).split('\n');
    // Waits for the content, which is written after the file was created.
    expect(first).toMatch(/^\d+$/);
    return first;
  });
  return `http://127.0.0.1:${port}`;
}

it('the wallet gives a prerendered page the provider, and answers the page’s requests once the page is shown', async () => {
  const { url, report } = await serve();
  const browser = await startBrowser();
  // Chromium sometimes ignores its start address when extensions have network rules, so the test
  // opens the page once the extension is ready. Hidden pages prerender nothing, so the wallet's tab
  // must not open in front.
  await eventually(async () => {
    const targets = await (await fetch(`${browser}/json/list`)).text();
    expect(targets).toContain('"service_worker"');
    expect(targets).toContain('#full-welcome');
  });
  await fetch(`${browser}/json/new?${url}/`, { method: 'PUT' });
  expect(await report).toEqual({
    hadProvider: true,
    wasPrerendering: true,
    answers: ['0x2105', '0x2105'],
  });
});
