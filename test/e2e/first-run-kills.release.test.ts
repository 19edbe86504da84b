import { afterEach, beforeEach, expect, it } from 'vitest';
import { text } from '../helpers/screen-texts.ts';
import { vaultMoves } from '../helpers/vault-moves.ts';
import { launchWallet, type WalletBrowser } from '../helpers/wallet-browser.ts';
import { walletUser } from '../helpers/wallet-user.ts';
import { workerKills } from '../helpers/worker-kills.ts';

let browser: WalletBrowser;

beforeEach(async () => {
  browser = await launchWallet();
});
afterEach(() => browser?.close());

it.each([
  [1, 'creates the passkey'],
  [2, 'tests the passkey'],
])(
  'the wallet offers to create a wallet again when the worker dies during prompt %i, which %s',
  async (prompt) => {
    const wallet = await walletUser(browser);
    const { page } = wallet;
    const create = page.getByRole('button', { name: text('firstRun.create') });
    await workerKills(browser).atPrompt(prompt, () => create.click());
    await browser.openWallet(page);
    await page.reload();
    await create.waitFor();
    await wallet.begin();
    const address = await wallet.address();
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await browser.stopWorker();
    await vaultMoves(browser, wallet).expectOpens(address);
  },
);
