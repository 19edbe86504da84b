import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserArgs, ensureBrowser, headlessArgs } from '../helpers/browser.ts';
import { EXTENSION_PATH } from '../run/extension.ts';

const RULES = { prerender: [{ source: 'list', urls: ['/next'], eagerness: 'immediate' }] };
/** Goes to the next page as a click does, once that has been prerendered. */
const FIRST = `<script type="speculationrules">${JSON.stringify(RULES)}</script>
  <script>setInterval(async () => {
    if ((await (await fetch('/ready')).text()) === 'yes') location.href = '/next';
  }, 200);</script>`;
/** Asks while nobody sees it, and again once it is shown. */
const NEXT = `<script>
  const ask = () => ethereum.request({ method: 'eth_chainId' }).catch(({ code }) => code);
  const wasPrerendering = document.prerendering;
  const early = ask();
  const shown = new Promise((resolve) => {
    if (document.prerendering) document.addEventListener('prerenderingchange', resolve);
    else resolve();
  });
  shown.then(async () => {
    const report = { wasPrerendering, early: await early, late: await ask() };
    await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
  });
</script>`;

let profileDir: string;
let end: (() => Promise<void>) | undefined;

beforeAll(async () => {
  profileDir = await mkdtemp(join(tmpdir(), 'condor-prerender-'));
});

afterAll(async () => {
  await end?.();
  await rm(profileDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Opens the first page in a browser that nobody debugs: DevTools turn prerendering off. */
async function reportOfPrerenderedPage(): Promise<unknown> {
  const executable = await ensureBrowser();
  return new Promise((resolve, reject) => {
    let isPrerendered = false;
    const server = createServer((request, response) => {
      if (request.url === '/report') {
        let body = '';
        request.on('data', (part) => {
          body += String(part);
        });
        request.on('end', () => resolve(JSON.parse(body)));
        response.end();
        return;
      }
      const isNext = request.url === '/next';
      if (isNext && request.headers['sec-purpose'] !== undefined) {
        isPrerendered = true;
      }
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        request.url === '/ready' ? (isPrerendered ? 'yes' : 'no') : isNext ? NEXT : FIRST,
      );
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const child = spawn(
        executable,
        [
          ...browserArgs,
          ...headlessArgs,
          '--headless=new',
          '--no-sandbox',
          `--user-data-dir=${profileDir}`,
          `--disable-extensions-except=${EXTENSION_PATH}`,
          `--load-extension=${EXTENSION_PATH}`,
          `http://localhost:${port}/`,
        ],
        { stdio: 'ignore' },
      );
      child.once('error', reject);
      end = async () => {
        const gone = new Promise((done) => child.once('exit', done));
        child.kill();
        await gone;
        server.closeAllConnections();
        server.close();
      };
    });
  });
}

it('a page that was prerendered is answered once it is shown, also what it asked before', async () => {
  expect(await reportOfPrerenderedPage()).toEqual({
    wasPrerendering: true,
    early: '0x2105',
    late: '0x2105',
  });
});
