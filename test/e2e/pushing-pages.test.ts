import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let world: VaultWorld;
let server: PageServer;
let browser: WalletBrowser;
let wallet: WalletUser;

beforeAll(async () => {
  world = await startVaultWorld();
  server = await startPageServer();
  browser = await launchWallet({ args: ['--host-resolver-rules=MAP *.example 127.0.0.1'] });
  wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await wallet.createVault();
  await wallet.createWallet();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await world?.stop();
});

const at = (host: string, path: string) => `http://${host}.example:${server.port}${path}`;
const windows = () =>
  browser.context.pages().filter((page) => page.url().includes('/approval.html'));
const drafts = () =>
  wallet.page.evaluate<number>(
    `chrome.storage.session.get('drafts').then(({ drafts }) => drafts?.value.length ?? 0)`,
  );

async function open(url: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(url);
  return page;
}

/** Waits until the window shows a request of this origin, and presses a button. */
async function press(name: string, origin: string): Promise<void> {
  await eventually(async () => {
    const [window] = windows();
    if (window === undefined) throw new Error('no window');
    expect(await window.getByTestId('origin').textContent({ timeout: 1_000 })).toBe(origin);
    await window.getByRole('button', { name, exact: true }).click({ timeout: 2_000 });
  });
}
const reject = (origin: string) => press(text('approvals.reject'), origin);
const noWindow = () => eventually(async () => expect(windows()).toHaveLength(0));
const connect = (page: Page) =>
  page.evaluate<{ code?: number; message?: string }>(
    `ethereum.request({ method: 'eth_requestAccounts' }).then(() => ({}), ({ code, message }) => ({ code, message }))`,
  );

describe('a page that moves to its next subdomain after each rejection', () => {
  it('a page that changes its subdomain can open three windows, and then must wait', async () => {
    server.serve(
      '/hop',
      `<script>onload = () => ethereum.request({ method: 'eth_requestAccounts' }).catch((error) => {
        const { hostname, port, hash } = location;
        const count = Number(hash.slice(1)) + 1;
        if (error.message.includes('no prompts')) document.title = 'slowed after ' + (count - 1);
        else location.href = 'http://s' + count + '.hopping.example:' + port + '/hop#' + count;
      })</script>`,
    );
    const page = await open(at('s0.hopping', '/hop#0'));
    for (const host of ['s0', 's1', 's2']) await reject(at(`${host}.hopping`, ''));
    await eventually(async () => expect(await page.title()).toBe('slowed after 3'));
    await noWindow();
    await page.goto(at('another', '/site'));
    expect((await connect(page)).message).toContain('no prompts');
    await page.close();
    const honest = await open(at('honest', '/site'));
    const asked = connect(honest);
    await reject(at('honest', ''));
    expect((await asked).code).toBe(4001);
    await honest.close();
  });

  it('the wallet blocks a site on all its subdomains, and makes the tab wait when it moves to a different site', async () => {
    const page = await open(at('s0.blocked', '/site'));
    const asked = connect(page);
    await press(text('approvals.blockSite'), at('s0.blocked', ''));
    expect((await asked).code).toBe(4001);
    await page.goto(at('s1.blocked', '/site'));
    expect((await connect(page)).message).toContain('blocked');
    await page.goto(at('next', '/site'));
    expect((await connect(page)).message).toContain('no prompts');
    await page.close();
  });
});

describe('an advertisement’s frame whose prompts are rejected', () => {
  it('the wallet makes an advertisement’s frame wait, but lets the embedding page ask', async () => {
    server.serve(
      '/advertisement',
      `<script>onmessage = () => ethereum.request({ method: 'eth_requestAccounts' }).catch(
        ({ message }) => parent.postMessage(message, '*'));
        onload = () => parent.postMessage('ready', '*')</script>`,
    );
    server.serve(
      '/newspaper',
      `<script>globalThis.heard = []; onmessage = ({ data }) => heard.push(data)</script>
       <iframe src="${at('advertisement', '/advertisement')}"></iframe>`,
    );
    const page = await open(at('newspaper', '/newspaper'));
    const heard = () => page.evaluate<string[]>('heard');
    await eventually(async () => expect(await heard()).toEqual(['ready']));
    const askInFrame = () => page.evaluate('frames[0].postMessage(0, "*")');
    for (let count = 2; count <= 4; count += 1) {
      await askInFrame();
      await reject(at('advertisement', ''));
      await eventually(async () => expect(await heard()).toHaveLength(count));
    }
    await askInFrame();
    await eventually(async () => expect((await heard()).at(-1)).toContain('no prompts'));
    const asked = connect(page);
    await reject(at('newspaper', ''));
    expect((await asked).code).toBe(4001);
    await page.close();
  });
});

describe('frames in a blank window that a site opened', () => {
  it('the wallet limits the requests of a blank window’s frames together, and names the site that opened the window', async () => {
    server.serve(
      '/frame',
      `<script>onload = async () => {
        const ask = (method, params) => ethereum.request({ method, params }).then(
          () => 'answered', ({ code }) => code);
        const subscribed = await ask('eth_subscribe', ['newHeads']);
        const connected = ask('eth_requestAccounts');
        connected.then((code) => parent.postMessage(['connected', code], '*'));
        parent.postMessage(['subscribed', subscribed], '*');
      }</script>`,
    );
    const page = await open(at('opener', '/site'));
    const [blank] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(`(() => { globalThis.blank = open('about:blank'); })()`),
    ]);
    await page.evaluate(`(() => {
      blank.heard = [];
      blank.onmessage = ({ data }) => blank.heard.push(data);
      for (let i = 0; i < 14; i += 1) {
        const frame = blank.document.createElement('iframe');
        frame.src = 'http://f' + i + '.example:${server.port}/frame';
        blank.document.body.append(frame);
      }
    })()`);
    const heard = (kind: string) =>
      page.evaluate<unknown[]>(
        `blank.heard.filter(([kind]) => kind === '${kind}').map(([, value]) => value)`,
      );
    expect(blank.url()).toBe('about:blank');
    await eventually(async () =>
      expect(await heard('subscribed')).toEqual(Array.from({ length: 14 }, () => 4100)),
    );
    await eventually(async () =>
      expect(await heard('connected')).toEqual(Array.from({ length: 6 }, () => -32002)),
    );
    expect(await drafts()).toBe(8);
    expect(await wallet.page.evaluate(`chrome.storage.session.get('subscriptions')`)).toEqual({});
    const window = await browser.waitForWindow('approval.html');
    await window.getByText(text('approvals.embeddedIn', { topOrigin: at('opener', '') })).waitFor();
    await window.getByRole('button', { name: text('approvals.rejectAll', { count: 8 }) }).click();
    await eventually(async () => expect(await heard('connected')).toHaveLength(14));
    await Promise.all([blank.close(), page.close()]);
  });
});
