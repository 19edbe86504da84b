import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { DEVELOPMENT_EXTENSION_ID } from '../../shared/extension-id.ts';
import { freePort } from '../helpers/free-port.ts';
import { grantedHosts } from '../helpers/granted-hosts.ts';
import { startProxy } from '../helpers/proxies.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { startServices } from '../run/services.ts';

const HOST = 'vault.test';

/** Ends what a test started, in reverse order. */
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

it.each([
  ['caddy', ''],
  ['nginx', ''],
  ['caddy', '/team-a'],
  ['nginx', '/team-a'],
] as const)(
  'the wallet creates and saves a vault and signs in through %s at https://vault.test%s',
  async (name, path) => {
    const folder = await mkdtemp(join(tmpdir(), 'condor-proxied-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const upstream = await freePort();
    const services = await startServices(new Set(['vault']), {
      SERVICES: 'vault',
      PORT: String(upstream),
      DATABASE_URL: `sqlite:${join(folder, 'vault.db')}`,
      VAULT_ORIGIN: `https://${HOST}`,
      VAULT_PATH: path,
      VAULT_RP_ID: HOST,
      VAULT_WEBAUTHN_ORIGINS: `chrome-extension://${DEVELOPMENT_EXTENSION_ID}`,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    });
    stops.push(services.stop);
    const proxy = await startProxy(name, { upstream, host: HOST });
    stops.push(proxy.stop);
    const browser = await launchWallet({
      args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1:${proxy.port}`],
      preferences: grantedHosts([`https://${HOST}/*`]),
    });
    stops.push(browser.close);
    const wallet = await walletUser(browser);
    await wallet.chooseServer({
      url: `https://${HOST}${path}`,
      rpcUrl: `http://127.0.0.1:${upstream}/node`,
    });
    await wallet.createVault();
    await wallet.createWallet();
    const address = await wallet.address();
    await wallet.lock();
    await wallet.unlock();
    expect(await wallet.address()).toBe(address);
    // Revision 2 proves that the server saved the wallet.
    await wallet.page.getByText(textPattern('home.synced', { revision: 2 })).waitFor();
    await wallet.page.getByRole('button', { name: text('home.addWallet') }).waitFor();
  },
);
