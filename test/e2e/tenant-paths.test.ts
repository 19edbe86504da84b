import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEVELOPMENT_EXTENSION_ID } from '../../shared/extension-id.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

/** Origin of two tenants on one host name, which differs from their address. */
const ORIGIN = 'https://teams.example.com';
const TENANTS = ['a', 'b'].map((letter) => ({
  id: `team-${letter}`,
  origin: ORIGIN,
  path: `/team-${letter}`,
  rpId: 'localhost',
  name: `Team ${letter.toUpperCase()}`,
  webauthnOrigins: [`chrome-extension://${DEVELOPMENT_EXTENSION_ID}`],
}));

let folder: string;
let world: VaultWorld;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'condor-tenants-'));
  const file = join(folder, 'tenants.json');
  await writeFile(file, JSON.stringify(TENANTS));
  const environment = {
    VAULT_TENANTS_FILE: file,
    VAULT_ORIGIN: '',
    VAULT_RP_ID: '',
    VAULT_WEBAUTHN_ORIGINS: '',
    VAULT_EXTENSIONS: '',
  };
  [world, browser] = await Promise.all([startVaultWorld({ environment }), launchWallet()]);
  wallet = await walletUser(browser);
  page = wallet.page;
  await wallet.begin();
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
});

const chooseTenant = async (path: string, name: string) => {
  const card = page.getByTestId('connect-server');
  await card.getByLabel(text('onboarding.serverAddress')).fill(`${world.url}${path}`);
  await card.getByRole('button', { name: text('onboarding.continue'), exact: true }).click();
  await card.getByText(name, { exact: true }).waitFor();
};

it('the wallet moves a vault to one of a host’s two tenants, and opens the vault from that tenant', async () => {
  await page.getByTestId('connect-card').click();
  await chooseTenant('/team-a', 'Team A');
  await page.getByRole('button', { name: text('onboarding.changeServer'), exact: true }).click();
  // The full address of a route also works as the server's address.
  await chooseTenant('/team-b/v1/config', 'Team B');
  await page.getByRole('button', { name: text('connectServer.withNewPasskey') }).click();
  await page.getByText(`${world.url}/team-b`, { exact: true }).waitFor();
  await wallet.open('Home');
  const known = await wallet.address();
  const heard = world.requests.length;
  await wallet.lock();
  await wallet.unlock();
  await page.getByText(textPattern('home.synced')).waitFor();
  expect(await wallet.address()).toBe(known);

  // Every request after the login names the registered origin and the tenant's path.
  const later = world.requests.slice(heard);
  expect(later.map(({ path }) => path)).toContain('/team-b/v1/authentication/verify');
  for (const { path, origin } of later)
    expect([path.startsWith('/team-b/v1/'), origin]).toEqual([true, ORIGIN]);
});
