import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startVaultWorld, type VaultWorld } from '../helpers/vault-world.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let world: VaultWorld;
let browser: WalletBrowser;
let wallet: WalletUser;
let page: Page;

beforeAll(async () => {
  world = await startVaultWorld();
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

beforeEach(async () => {
  await browser?.close();
  world.intercept = undefined;
  browser = await launchWallet();
  wallet = await walletUser(browser);
  page = wallet.page;
  await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
  await wallet.createVault();
  await wallet.importWallet('First', `0x${'11'.repeat(32)}`);
});

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

/** Opens the prompt that saves a second wallet. */
async function saveSecond(): Promise<void> {
  await press(text('home.addWallet'));
  await press(textPattern('addWallet.import'));
  await page.getByLabel(text('addWallet.name')).fill('Second');
  await page.getByLabel(textPattern('addWallet.secret')).fill(`0x${'22'.repeat(32)}`);
  await press(text('addWallet.importNow'));
}

const names = () => page.getByLabel(text('home.account')).locator('option').allInnerTexts();
const expectNames = (...expected: readonly string[]) =>
  eventually(async () => expect(await names()).toEqual(expected));

async function syncNow(): Promise<void> {
  await press(text('home.settings'));
  await press(text('settings.sync'));
  await press(text('sync.now'));
  await page
    .getByText(text('times.secondsAgo', { count: 0 }))
    .or(page.getByText(text('times.justNow')))
    .first()
    .waitFor();
  await wallet.open('Home');
}

/** Delays the next commit. Resolves when the commit has arrived. */
function holdCommit(how: 'before' | 'after'): Promise<void> {
  return new Promise((resolve) => {
    world.intercept = ({ path }, response, forward) => {
      if (path !== '/v1/mutations/commit') return undefined;
      return (async () => {
        if (how === 'after') await forward();
        response.socket?.on('error', () => undefined);
        resolve();
      })();
    };
  });
}

describe('the wallet with a worker that dies', () => {
  it('stays unlocked without a prompt when an idle worker dies', async () => {
    await browser.stopWorker();
    await page.reload();
    await page.getByTestId('address').waitFor();
    await expectNames('First');
  });

  it('stays locked when its worker dies', async () => {
    await wallet.lock();
    await browser.stopWorker();
    await page.reload();
    await page.getByRole('button', { name: text('unlock.unlock'), exact: true }).waitFor();
  });

  it('reports in both windows that the worker died during a passkey prompt, and saves the wallet at a retry', async () => {
    await browser.setAuthenticator({ mode: 'hang' });
    await saveSecond();
    const window = await browser.waitForWindow('ceremony.html');
    await window.getByText(textPattern('prompt.follow')).waitFor();
    await browser.stopWorker();
    await window.getByText(text('prompt.disconnected')).waitFor();
    await page.getByText(text('failures.interrupted')).waitFor();
    await window.close();
    await browser.setAuthenticator({ mode: 'approve' });
    await press(text('addWallet.importNow'));
    await page.getByTestId('address').waitFor();
    await expectNames('First', 'Second');
  });

  it('saves nothing and reports an unknown outcome when the worker dies before the commit arrives', async () => {
    const held = holdCommit('before');
    await saveSecond();
    await held;
    await browser.stopWorker();
    await page.getByText(text('failures.interrupted')).waitFor();
    world.intercept = undefined;
    await page.reload();
    await page.getByText(text('warnings.lastSaveUnknown')).waitFor();
    await syncNow();
    await page.getByText(text('warnings.lastSaveUnknown')).waitFor({ state: 'detached' });
    await expectNames('First');
    await wallet.importWallet('Second', `0x${'22'.repeat(32)}`);
    await expectNames('First', 'Second');
  });

  it('keeps a new wallet, and sends it only once, when the worker dies after the commit', async () => {
    const held = holdCommit('after');
    await saveSecond();
    await held;
    await browser.stopWorker();
    await page.getByText(text('failures.interrupted')).waitFor();
    world.intercept = undefined;
    const commits = () => world.requests.filter(({ path }) => path === '/v1/mutations/commit');
    const sent = commits().length;
    await page.reload();
    await page.getByText(text('warnings.lastSaveUnknown')).waitFor();
    await syncNow();
    await expectNames('First', 'Second');
    expect(commits()).toHaveLength(sent);
  });
});

describe('the storage of a locked wallet', () => {
  it('the storage of a locked wallet contains no key, no word of the phrase and no earlier unlock key', async () => {
    await wallet.importWallet(
      'Words',
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
    );
    const dump = () =>
      page.evaluate<string>(
        'Promise.all([chrome.storage.session.get(null), chrome.storage.local.get(null), chrome.storage.sync?.get(null)]).then(JSON.stringify)',
      );
    const open = await dump();
    const unlockKey = /"unlockKey":"([A-Za-z0-9_-]{43})"/.exec(open)?.[1];
    expect(unlockKey).toBeDefined();
    await wallet.lock();
    const locked = await dump();
    expect(locked).toMatch(/"vault-[abc]"/);
    expect(locked).not.toContain(unlockKey);
    expect(locked).not.toContain('unlockKey');
    const secrets = [
      'sausage',
      Buffer.alloc(16, 0x7f).toString('base64url'),
      '11'.repeat(32),
      Buffer.alloc(32, 0x11).toString('base64url'),
    ];
    for (const secret of secrets) {
      expect(open).not.toContain(secret);
      expect(locked).not.toContain(secret);
    }
    const inPages = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(inPages).toBe('[{},{},""]');
    expect(await page.evaluate('indexedDB.databases()')).toEqual([]);
  });
});
