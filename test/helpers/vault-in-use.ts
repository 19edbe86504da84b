import type { Page } from 'playwright-core';
import { type VaultMoves, vaultMoves } from './vault-moves.ts';
import { startVaultWorld, type VaultWorld } from './vault-world.ts';
import { launchWallet, type WalletBrowser } from './wallet-browser.ts';
import { type WalletUser, walletUser } from './wallet-user.ts';

export interface VaultInUse {
  readonly world: VaultWorld;
  readonly browser: WalletBrowser;
  readonly wallet: WalletUser;
  readonly moves: VaultMoves;
  readonly page: Page;
  stop(): Promise<void>;
}

/**
 * Starts a vault service and a browser with a new vault. A vault on the server has no wallet; a
 * vault on the device has a wallet.
 */
export async function startVaultInUse(home: 'server' | 'device'): Promise<VaultInUse> {
  const [world, browser] = await Promise.all([startVaultWorld(), launchWallet()]);
  const wallet = await walletUser(browser);
  if (home === 'device') await wallet.begin();
  else {
    await wallet.chooseServer({ url: world.url, rpcUrl: `${world.url}/node` });
    await wallet.createVault();
  }
  return {
    world,
    browser,
    wallet,
    moves: vaultMoves(browser, wallet),
    page: wallet.page,
    async stop() {
      await browser.close();
      await world.stop();
    },
  };
}
