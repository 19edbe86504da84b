import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headlessArgs } from '../helpers/browser.ts';
import { freePort } from '../helpers/free-port.ts';
import { buildExtension } from './extension.ts';
import { hasDisplay, openBrowser } from './open-browser.ts';

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { DISPLAY: ':0', OPEN_BROWSER: 'off' }, false],
  ['darwin', {}, true],
  ['win32', {}, true],
  ['darwin', { OPEN_BROWSER: 'off' }, false],
] as const)(
  'on %s with %o, the check whether a window can be shown returns %s',
  (platform, environment, expected) => {
    expect(hasDisplay(environment, platform)).toBe(expected);
  },
);

test('opens the page at each start, with a new profile and with a kept profile', async () => {
  const extension = await buildExtension('devnet');
  const port = await freePort();
  let starts = 0;
  let opened: () => void = () => undefined;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Demo</title>');
    if (request.url === `/?start=${starts}`) opened();
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const profile = await mkdtemp(join(tmpdir(), 'condor-open-browser-'));
  try {
    for (starts = 1; starts <= 4; starts++) {
      const opening = new Promise<void>((done) => {
        opened = done;
      });
      const url = `http://127.0.0.1:${port}/?start=${starts}`;
      const browser = await openBrowser(url, {
        extension,
        profile,
        args: ['--headless=new', ...headlessArgs],
      });
      await opening;
      await browser.close();
    }
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}, 60_000);
