import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';
import { startWorld, type World } from '../helpers/world.ts';

let world: World;
let browser: WalletBrowser;
let wallet: WalletUser;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

beforeEach(async () => {
  browser = await launchWallet();
  wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: world.devnet.rpcUrl });
});
afterEach(() => browser?.close());

const create = () =>
  wallet.page.getByRole('button', { name: text('onboarding.createVault') }).click();
const isReady = () => wallet.page.getByRole('button', { name: text('home.addWallet') }).waitFor();

describe('the wallet with a passkey provider', () => {
  it('explains why it rejects a provider without PRF, and then accepts a provider with PRF', async () => {
    await browser.setAuthenticator({ prf: false });
    await create();
    const window = await browser.waitForWindow('ceremony.html');
    await window.getByText(text('prompt.noPrf')).waitFor();
    await window.getByRole('button', { name: text('ui.cancel'), exact: true }).click();
    await wallet.page.getByRole('alert').getByText(text('failures.noPrf')).waitFor();
    await browser.setAuthenticator({ prf: true });
    await create();
    await isReady();
  });

  it('rejects a provider that didn’t verify the user, and retries in the same window', async () => {
    await browser.setAuthenticator({ uv: false });
    await create();
    const window = await browser.waitForWindow('ceremony.html');
    await window.getByText(text('prompt.noUserVerification')).waitFor();
    await browser.setAuthenticator({ uv: true });
    await window.getByRole('button', { name: text('prompt.tryAgain'), exact: true }).click();
    await isReady();
  });

  it.each([
    ['is returned only by get', { prfAtCreate: false }],
    ['differs between create and get', { prfDiffers: true }],
  ])('creates a vault that opens again when the provider’s PRF value %s', async (_, settings) => {
    await browser.setAuthenticator(settings);
    await create();
    await isReady();
    await wallet.page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await wallet.page.getByRole('button', { name: text('settings.autoLock') }).click();
    await wallet.page.getByRole('button', { name: text('autoLock.now') }).click();
    await wallet.unlock();
    await isReady();
  });

  it('reports that the user closed the window of a provider that never responds, and accepts a retry', async () => {
    await browser.setAuthenticator({ mode: 'hang' });
    await create();
    const window = await browser.waitForWindow('ceremony.html');
    await window.getByText(textPattern('prompt.follow')).waitFor();
    await window.close();
    await wallet.page.getByRole('alert').getByText(text('failures.windowClosed')).waitFor();
    await browser.setAuthenticator({ mode: 'approve' });
    await create();
    await isReady();
  });
});
