import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyNth, IS_RELEASE } from '../belts.ts';
import { allowAgain } from '../helpers/allow-again.ts';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { layoutFindings } from '../helpers/layout.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { type Screen, startScreen } from '../helpers/screen.ts';
import { anyOf, screenTexts, text } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';
import { launchWallet } from '../helpers/wallet-browser.ts';

const takePicture = picturesIn('screens');
const SIZES = [
  { width: 360, height: 600 },
  { width: 400, height: 600 },
  { width: 1440, height: 900 },
] as const;
const SCREEN = { width: 1600, height: 1000 };

let screen: Screen;
let trader: Trader;
let server: PageServer;
let page: Page;
let site: Page;

beforeAll(async () => {
  screen = await startScreen(SCREEN);
  server = await startPageServer();
  trader = await startTrader({
    isAllowed: true,
    browser: async () => ({
      headless: false,
      display: screen.display,
      preferences: { translate: { enabled: false } },
    }),
  });
  page = trader.page;
  site = await trader.browser.context.newPage();
  await site.goto(`${server.url}/site`);
});

afterAll(async () => {
  await trader?.stop();
  await server?.stop();
  await screen?.stop();
});

/** Maximum width of a line that readers follow easily, in pixels. */
const MAX_LINE = 640;
const LONG_LINES = `[...document.querySelectorAll('main p, main h1, main dl, main button')]
  .map((element) => Math.round(element.getBoundingClientRect().width))
  .filter((width) => width > ${MAX_LINE})`;

/** Returns the problems of a screen at every width, and takes pictures of the screen. */
async function look(name: string, target = page): Promise<readonly string[]> {
  const found: string[] = [];
  await target.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const size of everyNth(2, SIZES)) {
    await target.setViewportSize(size);
    // Statistics and the list beside a ticket use the whole width.
    if (target !== page) expect([name, await target.evaluate(LONG_LINES)]).toEqual([name, []]);
    found.push(
      ...[...(await cutOff(target)), ...(await layoutFindings(target))].map(
        (text) => `${name} at ${size.width}: ${text}`,
      ),
    );
    for (const colorScheme of IS_RELEASE ? (['light', 'dark'] as const) : []) {
      await target.emulateMedia({ colorScheme });
      await takePicture(target, `${name}-${size.width}-${colorScheme}`);
    }
  }
  await target.setViewportSize({ width: 400, height: 600 });
  // Languages differ in widths, but not in their accessibility trees.
  if (IS_RELEASE || name.startsWith('en-')) {
    found.push(...(await axeFindings(target)).map((text) => `${name}: ${text}`));
  }
  return found;
}

const ask = (method: string, params: unknown = []) =>
  site.evaluate(
    `void ethereum.request(${JSON.stringify({ method, params })}).catch(() => undefined)`,
  );

describe.each(['en', 'de'] as const)(
  'every screen in a real window with scrollbars: %s',
  (language) => {
    const words = screenTexts(language);
    const press = (name: string | RegExp) =>
      page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .click();
    const go = (at: number) => page.getByRole('navigation').getByRole('button').nth(at).click();
    const seen = (name: string, target = page) => look(`${language}-${name}`, target);

    beforeAll(async () => {
      if (language === 'en') return;
      await go(0);
      await press(text('home.settings'));
      await press(text('settings.language'));
      await page.getByLabel('Deutsch').click();
      await page.getByRole('heading', { name: words.text('settings.language') }).waitFor();
    });

    async function openTicket(side: 'buy' | 'sell'): Promise<void> {
      await page.bringToFront();
      await go(1);
      await trader.world.maker.quoteNow();
      await page.getByTitle(words.text('orders.refresh')).click();
      const name = words.text(`orders.${side}`);
      await page.getByLabel(words.text('orders.searchLabel')).fill(`${name} ETH`);
      await page
        .locator('[data-row][aria-disabled=false]')
        .filter({ hasText: `${name}ETH` })
        .first()
        .click();
      await page.getByLabel(words.text('ticket.contracts')).waitFor();
    }

    async function openReview(side: 'buy' | 'sell'): Promise<void> {
      await page
        .locator('button:enabled')
        .filter({
          hasText: words.textStart(side === 'buy' ? 'ticket.reviewBuy' : 'ticket.reviewSell'),
        })
        .click();
      await page.getByRole('heading', { name: words.text('ticket.review') }).waitFor();
    }

    /** Opens a fresh order and goes to the approval window of the order's fill. */
    async function beginFill(side: 'buy' | 'sell'): Promise<Page> {
      await openTicket(side);
      await openReview(side);
      await page
        .getByRole('button', {
          name: anyOf(words.textStart('ticket.begin'), words.textStart('ticket.beginOne')),
        })
        .click();
      const window = await trader.browser.waitForWindow('approval.html');
      await window.getByText(words.text('rows.maxLoss')).first().waitFor();
      return window;
    }

    it('shows the wallet and the settings without cut-off text, a second scrollbar or broken numbers', async () => {
      // The browser draws a tab in the background only once a second.
      await page.bringToFront();
      await go(0);
      const found: string[] = [];
      await page.getByTestId('balance-USDC').waitFor();
      found.push(...(await seen('home')));
      await press(words.text('home.send'));
      await page.getByLabel(words.text('send.amount')).waitFor();
      found.push(...(await seen('send')));
      await press(words.text('ui.back'));
      await press(words.text('home.receive'));
      found.push(...(await seen('receive')));
      await press(words.text('ui.back'));
      await press(words.text('home.addWallet'));
      found.push(...(await seen('add-wallet')));
      await press(words.text('ui.cancel'));
      await press(words.text('home.settings'));
      found.push(...(await seen('settings')));
      const pages = await page.locator('main li button').allTextContents();
      for (const [at] of pages.entries()) {
        await page.locator('main li button').nth(at).click();
        await page
          .getByRole('button', { name: words.text('ui.back'), exact: true })
          .first()
          .waitFor();
        found.push(...(await seen(`settings-${String(at).padStart(2, '0')}`)));
        await press(words.text('ui.back'));
      }
      expect(found).toEqual([]);
    });

    it('shows the market without cut-off text, a second scrollbar or broken numbers', async () => {
      const found: string[] = [];
      await trader.world.maker.quoteNow();
      await go(1);
      await page.locator('[data-row][aria-disabled=false]').first().waitFor();
      found.push(...(await seen('orders')));
      await press(words.text('orders.filters'));
      found.push(...(await seen('orders-filters')));
      for (const side of ['buy', 'sell'] as const) {
        await openTicket(side);
        found.push(...(await seen(`ticket-${side}`)));
        await openReview(side);
        found.push(...(await seen(`review-${side}`)));
      }
      // The orders in the pictures have ended, so the test needs a new order.
      const bought = await beginFill('buy');
      const closed = bought.waitForEvent('close');
      await bought
        .getByRole('button', { name: words.text('approvals.confirm'), exact: true })
        .click();
      await closed;
      await page.getByText(words.text('progress.asSigned')).waitFor();
      found.push(...(await seen('proof')));
      const asked = await beginFill('buy');
      found.push(...(await seen('approval-fill', asked)));
      found.push(...(await seen('progress')));
      const rejected = asked.waitForEvent('close');
      await asked
        .getByRole('button', { name: words.text('approvals.reject'), exact: true })
        .click();
      await rejected;
      await go(2);
      await page.getByTestId('positions').getByRole('button').first().waitFor();
      found.push(...(await seen('positions')));
      await page.getByTestId('positions').getByRole('button').first().click();
      await page.getByTestId('position').waitFor();
      found.push(...(await seen('position')));
      await go(2);
      await press(words.text('positions.calendar'));
      found.push(...(await seen('calendar')));
      await go(3);
      await page.getByRole('heading', { name: words.text('activity.title') }).waitFor();
      found.push(...(await seen('activity')));
      await go(0);
      await press(words.text('home.settings'));
      await press(words.textStart('maker.title'));
      await page.getByTestId('fees').waitFor();
      found.push(...(await seen('maker')));
      await go(0);
      expect(found).toEqual([]);
    });

    it('shows a site’s requests without cut-off text, a second scrollbar or broken numbers', async () => {
      const found: string[] = [];
      const account = trader.account.address;
      const requests: readonly (readonly [string, string, unknown])[] = [
        ...(language === 'en' ? [['connect', 'eth_requestAccounts', []] as const] : []),
        ['message', 'personal_sign', ['Hello from a site that wants to know you.', account]],
        [
          'typed-data',
          'eth_signTypedData_v4',
          [
            account,
            JSON.stringify({
              domain: { name: 'Example', chainId: 8453 },
              types: {
                EIP712Domain: [
                  { name: 'name', type: 'string' },
                  { name: 'chainId', type: 'uint256' },
                ],
                Vote: [
                  { name: 'proposal', type: 'uint256' },
                  { name: 'support', type: 'bool' },
                ],
              },
              primaryType: 'Vote',
              message: { proposal: '12', support: true },
            }),
          ],
        ],
        [
          'send',
          'eth_sendTransaction',
          [
            {
              from: account,
              to: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
              value: '0x16345785d8a0000',
            },
          ],
        ],
        [
          'allowance',
          'eth_sendTransaction',
          [
            {
              from: account,
              to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
              data: `0x095ea7b3${'9965507D1a55bcC2695C58ba16FB37d819B0A4dc'.toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`,
            },
          ],
        ],
        ['switch-network', 'wallet_switchEthereumChain', [{ chainId: '0x1' }]],
      ];
      for (const [name, method, params] of requests) {
        await ask(method, params);
        const window = await trader.browser.waitForWindow('approval.html');
        await window.getByTestId('origin').waitFor();
        await window.getByTestId('explaining').waitFor({ state: 'detached' });
        found.push(...(await seen(`approval-${name}`, window)));
        const closed = window.waitForEvent('close');
        closed.catch(() => undefined);
        const key = name === 'connect' ? 'approvals.connect' : 'approvals.reject';
        await window.getByRole('button', { name: words.text(key), exact: true }).click();
        await closed;
        await allowAgain(page, server.url);
      }
      expect(found).toEqual([]);
    });

    it('shows the locked wallet without cut-off text or a second scrollbar', async () => {
      await page.bringToFront();
      await go(0);
      await press(words.text('home.lock'));
      await page.getByRole('button', { name: words.text('unlock.unlock'), exact: true }).waitFor();
      expect(await seen('locked')).toEqual([]);
      await press(words.text('unlock.unlock'));
      await page.getByRole('navigation').waitFor();
    });
  },
);

describe.each(everyNth(2, ['en', 'de'] as const))(
  'the first steps in a real window: %s',
  (language) => {
    const words = screenTexts(language);

    it('shows the first steps without cut-off text or a second scrollbar', async () => {
      const browser = await launchWallet({
        headless: false,
        display: screen.display,
        args: [`--lang=${language}`],
        preferences: { translate: { enabled: false } },
      });
      try {
        const tab = await browser.openWallet();
        const press = (name: string | RegExp) =>
          tab
            .getByRole('button', { name, exact: typeof name === 'string' })
            .first()
            .click();
        const found: string[] = [];
        const create = tab.getByRole('button', { name: words.text('firstRun.create') });
        await create.waitFor();
        found.push(...(await look(`${language}-first-run`, tab)));
        await press(words.text('firstRun.have'));
        found.push(...(await look(`${language}-have-wallet`, tab)));
        await tab.reload();
        await create.click();
        await tab.getByTestId('address').waitFor();
        found.push(...(await look(`${language}-home-new`, tab)));
        await press(words.text('home.receive'));
        found.push(...(await look(`${language}-receive-new`, tab)));
        await press(words.text('backup.open'));
        found.push(...(await look(`${language}-backup`, tab)));
        expect(found).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  },
);
