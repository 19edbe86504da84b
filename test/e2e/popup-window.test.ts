import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type HeadedWallet, launchHeadedWallet } from '../helpers/headed-wallet.ts';
import { caseByHand, reportCases } from '../helpers/report-cases.ts';
import { text } from '../helpers/screen-texts.ts';
import { type WalletUser, walletUser } from '../helpers/wallet-user.ts';

let browser: HeadedWallet;
let wallet: WalletUser;

beforeAll(async () => {
  browser = await launchHeadedWallet({
    width: 1280,
    height: 800,
    // Uses a dark theme, in which a white flash would be visible.
    args: ['--blink-settings=preferredColorScheme=0'],
  });
  wallet = await walletUser(browser);
});

afterAll(() => browser?.close());

const LOOK = `[innerWidth, innerHeight, document.documentElement.scrollWidth,
  getComputedStyle(document.body).backgroundColor]`;

/** Opens the popup and watches until `until` appears. Returns its sizes and backgrounds. */
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

/** Sets the page zoom in the browser's settings (Appearance): 1 is 100 %. */
async function zoom(factor: number): Promise<void> {
  const settings = await browser.context.newPage();
  await settings.goto('chrome://settings/appearance');
  await settings.evaluate(`chrome.settingsPrivate.setDefaultZoom(${factor})`);
  await settings.close();
}

const SIZE = `[innerWidth, innerHeight,
  document.documentElement.clientWidth, document.documentElement.clientHeight]`;

/** Returns code that lists the named buttons that aren't completely inside the popup. */
const outsideExpression = (
  names: readonly string[],
) => `${JSON.stringify(names)}.flatMap((name) => {
  const button = [...document.querySelectorAll('button')].find(({ innerText }) => innerText.trim() === name);
  if (button === undefined) return [name + ' is missing'];
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const isInside = top >= 0 && left >= 0 && bottom < innerHeight + 1 && right < innerWidth + 1;
  return isInside ? [] : [name + ': ' + [top, bottom, left, right].map(Math.round) + ' of ' + innerWidth + ' x ' + innerHeight];
})`;

/** Opens the popup at each page zoom. Returns the buttons that aren't completely inside. */
async function outsideAtZooms(names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { input } of reportCases('popupZoom')) {
    const factor = Number(input.zoom);
    await zoom(factor);
    const popup = await browser.openPopup();
    await popup.waitForText(names[0] ?? '');
    await eventually(async () => {
      // Chromium limits a popup to 800 by 600 pixels of the screen. Scrollbars would reduce the
      // page's size.
      const size = await popup.evaluate(SIZE);
      const height = Math.round(600 / factor);
      expect(size).toEqual([400, height, 400, height]);
    });
    found.push(...(await popup.evaluate<string[]>(outsideExpression(names))));
    await popup.evaluate('close()');
  }
  await zoom(1);
  return found;
}

const BAR = ['pages.home', 'pages.orders', 'pages.positions', 'pages.activity'] as const;

describe('the popup of the toolbar button', () => {
  it(`shows the first screen’s button without scrolling at every page zoom: ${caseByHand('R904')}`, async () => {
    expect(await outsideAtZooms([text('onboarding.start')])).toEqual([]);
  });

  it('opens the popup at 400 by 600 pixels in its theme’s color: before the set-up, on Home, and locked', async () => {
    const whole = JSON.stringify([400, 600, 400, 'rgb(13, 21, 18)']);
    expect(await looksUntil(text('onboarding.start'))).toEqual([whole]);
    await wallet.begin();
    expect(await looksUntil(text('home.totalValue'))).toEqual([whole]);
    await wallet.lock();
    expect(await looksUntil(text('unlock.unlock'))).toEqual([whole]);
  });

  it(`shows the bar and the unlock button without scrolling at every page zoom: ${caseByHand('R904')}`, async () => {
    expect(await outsideAtZooms([text('unlock.unlock')])).toEqual([]);
    await wallet.unlock();
    expect(await outsideAtZooms(BAR.map((key) => text(key)))).toEqual([]);
  });
});
