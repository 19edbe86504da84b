import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type HeadedWallet, launchHeadedWallet } from '../helpers/headed-wallet.ts';
import { text } from '../helpers/screen-texts.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let browser: HeadedWallet;
let wallet: WalletUser;

beforeAll(async () => {
  browser = await launchHeadedWallet({
    width: 1280,
    height: 800,
    // Dark: a flash of white would be seen.
    args: ['--blink-settings=preferredColorScheme=0'],
  });
  wallet = await walletUser(browser);
});

afterAll(() => browser?.close());

const LOOK = `[innerWidth, innerHeight, document.documentElement.scrollWidth,
  getComputedStyle(document.body).backgroundColor]`;

/** Opens the popup, looks at it until `until` is shown, and returns its sizes and backgrounds. */
async function looksUntil(until: string): Promise<string[]> {
  const popup = await browser.openPopup();
  const looks = new Set<string>();
  await eventually(async () => {
    looks.add(JSON.stringify(await popup.evaluate(LOOK)));
    if (!(await popup.evaluate<string>('document.body.innerText')).includes(until)) {
      throw new Error(`The popup doesn't show “${until}” yet.`);
    }
  });
  looks.add(JSON.stringify(await popup.evaluate(LOOK)));
  await popup.evaluate('close()');
  return [...looks];
}

describe('the popup of the toolbar button', () => {
  it('opens the popup at 400 by 600 pixels in its theme’s color: before the set-up, on Home, and locked', async () => {
    const whole = JSON.stringify([400, 600, 400, 'rgb(13, 21, 18)']);
    expect(await looksUntil(text('onboarding.start'))).toEqual([whole]);
    await wallet.begin();
    expect(await looksUntil(text('home.totalValue'))).toEqual([whole]);
    await wallet.lock();
    expect(await looksUntil(text('unlock.unlock'))).toEqual([whole]);
  });
});
