import { afterEach, beforeEach, expect, it } from 'vitest';
import { grantedHosts } from '../helpers/granted-hosts.ts';
import { text } from '../helpers/screen-texts.ts';
import { openServerStep } from '../helpers/server-step.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';

const HOST = 'vault.test';

let world: VaultWorld;
let browser: WalletBrowser | undefined;

beforeEach(async () => {
  world = await startVaultWorld({ host: HOST });
});

afterEach(async () => {
  await browser?.close();
  browser = undefined;
  await world.stop();
});

/**
 * The host name resolves to this machine. Access is granted at the start, because a headless
 * browser can't answer a permission prompt.
 */
const launch = (preferences?: Readonly<Record<string, unknown>>) =>
  launchWallet({
    args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1:${world.port}`],
    ...(preferences === undefined ? {} : { preferences }),
  });

it('the wallet sends nothing to a server on the internet before the browser grants access', async () => {
  browser = await launch();
  const { page } = await walletUser(browser);
  await openServerStep(page);
  await page.getByLabel(text('onboarding.serverAddress')).fill(world.url);
  await page.getByRole('button', { name: text('onboarding.continue'), exact: true }).click();
  await page.getByRole('button', { name: text('onboarding.checkingServer') }).waitFor();
  const isAllowed = `chrome.permissions.contains({ origins: ['https://${HOST}/*'] })`;
  expect(await page.evaluate(isAllowed)).toBe(false);
  expect(world.requests).toEqual([]);
});

it('the wallet creates and unlocks a vault on a server on the internet after the browser granted access', async () => {
  browser = await launch(grantedHosts([`https://${HOST}/*`]));
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await wallet.page.getByText(text('onboarding.boundTo', { rpId: HOST })).waitFor();
  await wallet.createVault();
  await wallet.createWallet();
  await wallet.lock();
  await wallet.unlock();
  const origins = world.requests
    .filter(({ path }) => path.startsWith('/v1/'))
    .map(({ origin }) => origin);
  expect(new Set(origins)).toEqual(new Set([world.url]));
});
