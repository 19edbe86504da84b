import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type HeadedWallet, launchHeadedWallet } from '../helpers/headed-wallet.ts';
import { text } from '../helpers/screen-texts.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let browser: HeadedWallet;
let wallet: WalletUser;

beforeAll(async () => {
  browser = await launchHeadedWallet({ width: 1280, height: 800 });
  wallet = await walletUser(browser);
});

afterAll(() => browser?.close());

const SIZE = '[innerWidth, innerHeight, document.documentElement.scrollWidth]';

/** Opens the popup, looks at it until `until` is shown, and returns the sizes that it had. */
async function sizesUntil(until: string): Promise<string[]> {
  const popup = await browser.openPopup();
  const sizes = new Set<string>();
  await eventually(async () => {
    sizes.add(JSON.stringify(await popup.evaluate(SIZE)));
    if (!(await popup.evaluate<string>('document.body.innerText')).includes(until)) {
      throw new Error(`The popup doesn't show “${until}” yet.`);
    }
  });
  sizes.add(JSON.stringify(await popup.evaluate(SIZE)));
  await popup.evaluate('close()');
  return [...sizes];
}

describe('the popup of the toolbar button', () => {
  it('is 400 by 600 pixels from its first answer on: before the set-up, on Home, and locked', async () => {
    const whole = JSON.stringify([400, 600, 400]);
    expect(await sizesUntil(text('onboarding.start'))).toEqual([whole]);
    await wallet.begin();
    expect(await sizesUntil(text('home.totalValue'))).toEqual([whole]);
    await wallet.lock();
    expect(await sizesUntil(text('unlock.unlock'))).toEqual([whole]);
  });
});
