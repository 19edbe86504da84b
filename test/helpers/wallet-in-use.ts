import type { Page } from 'playwright-core';
import { toHex } from 'viem';
import { type Devnet, startDevnet } from '../devnet/devnet.ts';
import { allowAgain } from './allow-again.ts';
import { APPROVAL_BUTTONS } from './approval-buttons.ts';
import { waitForExplanation } from './explained.ts';
import { text } from './screen-texts.ts';
import { scrollToEnd } from './scroll-to-end.ts';
import { startVaultWorld, type VaultWorld } from './vault-world.ts';
import { launchWallet, type WalletBrowser } from './wallet-browser.ts';
import { type WalletUser, walletUser } from './wallet-user.ts';

/** Buttons that approve a request, by their English text. */
export type Agreement = 'Connect' | 'Sign' | 'Confirm' | 'Switch' | 'Add and switch' | 'Show it';

export interface WalletInUse {
  readonly browser: WalletBrowser;
  readonly wallet: WalletUser;
  readonly devnet: Devnet;
  readonly world: VaultWorld;
  /** The devnet's first taker: a funded account whose key is in the vault. */
  readonly address: string;
  /**
   * Ticks the acknowledgements in the next approval window and presses the button. Waits until the
   * window is closed. Returns the window's text.
   */
  answer(button: Agreement | 'Reject'): Promise<string>;
  /** Returns the next approval window once its request is readable. */
  approval(): Promise<Page>;
  stop(): Promise<void>;
}

/** Starts a devnet, a vault service and a browser with an unlocked wallet and a funded account. */
export async function startWalletInUse(
  options: Parameters<typeof launchWallet>[0] & {
    /** Returns the URL of the wallet's node. Default: the devnet. */
    nodeUrl?: (devnet: Devnet) => Promise<string>;
    /** Seconds between empty blocks. Default: a block is mined only for a transaction. */
    blockTime?: number;
  } = {},
): Promise<WalletInUse> {
  const { blockTime } = options;
  const [devnet, world, browser] = await Promise.all([
    startDevnet(blockTime === undefined ? {} : { blockTime }),
    startVaultWorld(),
    launchWallet(options),
  ]);
  const nodeUrl = (await options.nodeUrl?.(devnet)) ?? devnet.rpcUrl;
  const wallet = await walletUser(browser);
  await wallet.chooseServer({ url: world.url, rpcUrl: nodeUrl });
  await wallet.createVault();
  const [taker] = devnet.accounts.takers;
  await wallet.importWallet('First', toHex(taker.getHdKey().privateKey ?? new Uint8Array()));
  const approval = async () => {
    const window = await browser.waitForWindow('approval.html');
    await waitForExplanation(window);
    return window;
  };
  return {
    browser,
    wallet,
    devnet,
    world,
    address: taker.address,
    approval,
    async answer(button) {
      const window = await approval();
      const closed = window.waitForEvent('close');
      // If the button can't be pressed, only that error is reported.
      closed.catch(() => undefined);
      const origin = (await window.getByTestId('origin').textContent()) ?? '';
      const said = (await window.locator('main').allInnerTexts()).join('\n');
      if (button !== 'Connect' && button !== 'Reject') {
        for (const box of await window.getByRole('checkbox').all()) await box.check();
      }
      await scrollToEnd(window);
      const name = text(APPROVAL_BUTTONS[button]);
      await window.getByRole('button', { name, exact: true }).click();
      await closed;
      if (button === 'Reject') await allowAgain(wallet.page, origin);
      return said;
    },
    async stop() {
      await browser.close();
      await world.stop();
      await devnet.stop();
    },
  };
}
