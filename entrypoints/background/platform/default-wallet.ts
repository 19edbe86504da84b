import { browser } from 'wxt/browser';

const ID = 'default-wallet';

/**
 * Has our provider stand in place of another wallet's on every page that the browser lets us reach.
 * Harmless to call again: an update of the extension forgets such scripts.
 */
export async function setDefaultWallet(isOn: boolean): Promise<void> {
  const known = await browser.scripting.getRegisteredContentScripts({ ids: [ID] });
  if (known.length > 0 === isOn) return;
  if (!isOn) {
    await browser.scripting.unregisterContentScripts({ ids: [ID] });
    return;
  }
  await browser.scripting.registerContentScripts([
    {
      id: ID,
      js: ['default-wallet.js'],
      matches: ['http://*/*', 'https://*/*'],
      runAt: 'document_start',
      world: 'MAIN',
      allFrames: true,
    },
  ]);
}
