import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserWithExtension, launchWithExtension } from '../helpers/browser.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { blankWelcome } from '../helpers/wallet-browser.ts';
import { simulatedPasskeys } from '../run/passkeys.ts';

const EXTENSION = fileURLToPath(new URL('../../.output/chrome-mv3', import.meta.url));

let browser: BrowserWithExtension;
beforeAll(async () => {
  browser = await launchWithExtension({
    extensionPath: EXTENSION,
    extraExtensions: [await simulatedPasskeys()],
  });
  await blankWelcome(browser.context);
});
afterAll(() => browser?.close());

it('the user can add a second passkey in the browser that npm start opens', async () => {
  const page = await browser.context.newPage();
  await page.goto(`chrome-extension://${browser.extensionId}/popup.html#full`);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  await press(text('firstRun.create'));
  await page.getByTestId('address').waitFor();
  await press(text('home.settings'));
  await press(textStart('settings.recovery'));
  await page.getByLabel(text('recovery.newPasskeyName')).fill('Phone');
  await press(text('recovery.addPasskey'));
  await page.getByLabel(text('recovery.passkeyName', { name: 'Phone' })).waitFor();
  const names = page.getByLabel(textStart('recovery.passkeyName', { name: '' }));
  expect(await names.count()).toBe(2);
});
