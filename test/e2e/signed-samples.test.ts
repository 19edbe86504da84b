import type { Page } from 'playwright-core';
import { type Hex, recoverAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTypedData } from '../../shared/approvals/typed-data.ts';
import { typedDataDigest } from '../../shared/approvals/typed-data-digest.ts';
import { shortAddress } from '../../shared/format.ts';
import { everyNth } from '../belts.ts';
import { allowAgain } from '../helpers/allow-again.ts';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { type Screen, startScreen } from '../helpers/screen.ts';
import { screenTexts, text } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';
import { zoomedFindings } from '../helpers/zoomed.ts';
import samples from '../vectors/signed-samples.json' with { type: 'json' };

const takePicture = picturesIn('signed');
const CASES = samples.cases.filter(({ chainId }) => chainId === 8453);

const german = screenTexts('de');
let used: WalletInUse;
let server: PageServer;
let screen: Screen;
let page: Page;

beforeAll(async () => {
  screen = await startScreen({ width: 800, height: 800 });
  [used, server] = await Promise.all([
    startWalletInUse({ headless: false, display: screen.display }),
    startPageServer(),
  ]);
  page = await used.browser.context.newPage();
  await page.goto(`${server.url}/site`);
  await Promise.all([
    used.answer('Connect'),
    page.evaluate(`ethereum.request({ method: 'eth_requestAccounts' })`),
  ]);
});

afterAll(async () => {
  await used?.stop();
  await server?.stop();
  await screen?.stop();
});

const pictureOf = ({ name }: { name: string }) => name.replaceAll(/[^\w]+/g, '-');

/** Returns the sample's data, with the wallet's account in place of the sample's account. */
function dataOf({ data, account }: (typeof CASES)[number]): unknown {
  return JSON.parse(JSON.stringify(data).replaceAll(account, used.address));
}

describe.each(everyNth(6, CASES))('the prompt for $name', (sample) => {
  it('shows the effect of the signature, and signs exactly the shown data unless the wallet refuses to sign', async () => {
    const data = dataOf(sample);
    const asked = page.evaluate<string>(`ethereum
      .request(${JSON.stringify({
        method: 'eth_signTypedData_v4',
        params: [used.address, JSON.stringify(data)],
      })})
      .catch(({ code }) => String(code))`);
    const window = await used.approval();
    await window.setViewportSize({ width: 400, height: 600 });
    const name = sample.sentence.replace(shortAddress(sample.account), shortAddress(used.address));
    await window.getByRole('heading', { name }).waitFor();
    const danger = window.locator('[data-warning] input[type=checkbox]');
    expect(await danger.count()).toBe(sample.danger === null ? 0 : 1);
    expect(await cutOff(window)).toEqual([]);
    expect(await axeFindings(window)).toEqual([]);
    expect(await zoomedFindings(window)).toEqual([]);
    await takePicture(window, pictureOf(sample), true);
    const sign = window.getByRole('button', { name: text('approvals.sign'), exact: true });
    if (sample.refusal !== undefined) {
      expect(await sign.count()).toBe(0);
      await used.answer('Reject');
      expect(await asked).toBe('4001');
      return;
    }
    if (sample.danger !== null) {
      expect(await sign.isEnabled()).toBe(false);
      await danger.focus();
      await window.keyboard.press('Space');
    }
    await used.answer('Sign');
    const signature = await asked;
    const hash = typedDataDigest(parseTypedData(data, 'V4'));
    expect(await recoverAddress({ hash, signature: signature as Hex })).toBe(used.address);
  });
});

describe('the prompts in German', () => {
  beforeAll(async () => {
    const settings = used.wallet.page;
    await used.wallet.open('Home');
    for (const name of [text('home.settings'), text('settings.language')])
      await settings.getByRole('button', { name }).click();
    await settings.getByLabel('Deutsch').click();
    await settings.getByRole('heading', { name: german.text('settings.language') }).waitFor();
  });

  it.each(everyNth(6, CASES))(
    'shows a prompt in German without cut-off texts: $name',
    async (sample) => {
      const params = [used.address, JSON.stringify(dataOf(sample))];
      const asked = page.evaluate<number>(`ethereum
      .request(${JSON.stringify({ method: 'eth_signTypedData_v4', params })})
      .then(() => 0, ({ code }) => code)`);
      const window = await used.approval();
      await window.setViewportSize({ width: 400, height: 600 });
      await window
        .getByRole('button', { name: german.text('approvals.reject'), exact: true })
        .waitFor();
      expect(await cutOff(window)).toEqual([]);
      await window.emulateMedia({ colorScheme: 'light' });
      await takePicture(window, `de-${pictureOf(sample)}`);
      const closed = window.waitForEvent('close');
      await window
        .getByRole('button', { name: german.text('approvals.reject'), exact: true })
        .click();
      await closed;
      expect(await asked).toBe(4001);
      await allowAgain(used.wallet.page, server.url);
    },
  );
});
