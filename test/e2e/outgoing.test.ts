import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../helpers/free-port.ts';
import { text } from '../helpers/screen-texts.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let world: VaultWorld;
let browser: WalletBrowser;
let wallet: WalletUser;
let foreign: Server;
let foreignUrl: string;
const foreignHits: string[] = [];

beforeAll(async () => {
  world = await startVaultWorld();
  const port = await freePort();
  foreignUrl = `http://localhost:${port}`;
  foreign = createServer((request, response) => {
    foreignHits.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' });
    response.end(request.url === '/orders/' ? '{"orders":[]}' : '<h1>elsewhere</h1>');
  });
  foreign.on('upgrade', (request, socket) => {
    foreignHits.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => foreign.listen(port, '127.0.0.1', resolve));
  browser = await launchWallet();
  wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await wallet.createVault();
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
  foreign?.close();
});

/** Fetches a URL in a context of the browser. Returns the status, or the name of the error. */
const outcomeOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    (error: Error) => error.name,
  );

describe('the rule for the extension’s own requests', () => {
  it('blocks requests from the worker and from pages to a host that the user didn’t choose', async () => {
    foreignHits.length = 0;
    expect(await browser.serviceWorker.evaluate(outcomeOf, `${foreignUrl}/worker`)).toBe(
      'TypeError',
    );
    expect(await wallet.page.evaluate(outcomeOf, `${foreignUrl}/page`)).toBe('TypeError');
    const socket = await wallet.page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const opened = new WebSocket(url);
          opened.onopen = () => resolve('open');
          opened.onerror = () => resolve('error');
        }),
      `${foreignUrl.replace('http', 'ws')}/socket`,
    );
    expect(socket).toBe('error');
    expect(foreignHits).toEqual([]);
  });

  it('requests to the vault server carry the origin that the server’s tenant registered', async () => {
    const url = `${world.url}/v1/config`;
    expect(await browser.serviceWorker.evaluate(outcomeOf, url)).toBe(200);
    expect(world.requests.at(-1)).toMatchObject({
      path: '/v1/config',
      origin: world.url.replace('http', 'https'),
    });
  });

  it('blocks a host that the user didn’t choose, even after the worker restarted', async () => {
    foreignHits.length = 0;
    await browser.stopWorker();
    expect(await wallet.page.evaluate(outcomeOf, `${foreignUrl}/later`)).toBe('TypeError');
    expect(foreignHits).toEqual([]);
  });

  it('allows requests to a host only while the user has chosen that host', async () => {
    await wallet.page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await wallet.page.getByRole('button', { name: text('settings.services') }).click();
    const orders = wallet.page.getByLabel(text('services.orders'));
    const before = await orders.inputValue();
    const save = async (address: string) => {
      await orders.fill(address);
      await wallet.page.getByRole('button', { name: text('services.save') }).click();
      await wallet.page.getByRole('checkbox').check();
      await wallet.page.getByRole('button', { name: text('services.force') }).click();
      await wallet.page.getByText(text('services.saved')).waitFor();
    };
    await save(`${foreignUrl}/orders`);
    expect(await wallet.page.evaluate(outcomeOf, `${foreignUrl}/chosen`)).toBe(200);
    await save(before);
    expect(await wallet.page.evaluate(outcomeOf, `${foreignUrl}/left`)).toBe('TypeError');
    expect(foreignHits).not.toContain('/left');
  });
});

describe('a web page’s own request', () => {
  it('a web page’s request to the vault server carries the page’s own origin', async () => {
    const page = await browser.context.newPage();
    await page.goto(`${foreignUrl}/dapp`);
    const seen = world.requests.length;
    await page.evaluate(
      (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }),
      `${world.url}/v1/config`,
    );
    expect(world.requests.slice(seen).map(({ origin }) => origin)).toEqual([foreignUrl]);
    await page.close();
  });
});

describe('the probe of the Origin rule', () => {
  it('reports that the server rejects the wallet’s origin', async () => {
    const denied = '{"error":"ORIGIN_DENIED"}';
    world.intercept = async (_, response) => {
      response.writeHead(403, { 'content-type': 'application/json' }).end(denied);
    };
    await wallet.page.evaluate("chrome.storage.session.remove('origin-probe')");
    await wallet.page.goto('about:blank');
    await browser.stopWorker();
    await browser.openWallet(wallet.page);
    await wallet.page.getByText(text('warnings.addressDenied')).waitFor();
    world.intercept = undefined;
  });
});
