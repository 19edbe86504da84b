import type { Page } from 'playwright-core';
import { maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryToWire } from '../../server/orders/entry.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { formatPrice } from '../../shared/format.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { price8 } from '../../shared/units.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { approve, signOrder } from '../devnet/fill.ts';
import { type Quoting, quoting } from '../devnet/quoting.ts';
import { axeFindings } from '../helpers/axe.ts';
import { cutOff } from '../helpers/cut-off.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

let all: WalletInUse;
let page: Page;
let quote: Quoting;
/** The feed's current response; `undefined` while the feed doesn't respond. */
let feed: unknown;
/** While set, delays the feed's responses. */
let gate: PromiseWithResolvers<void> | undefined;

const DAY = 86_400;

const published = (orders: readonly SignedOrder[], more: readonly unknown[] = []) => ({
  data: {
    orders: [...orders.map((order) => entryToWire(order)), ...more],
    // A price that differs from the chain's price feeds.
    market_data: { ETH: 2_600, BTC: 80_000 },
  },
});

const rows = () => page.getByTestId('orders').locator('li[data-row]');
const read = () => page.getByTitle(text('orders.refresh')).click();

async function spotText(asset: string): Promise<string> {
  const price = await all.devnet.price(asset);
  const dollars = formatPrice(price, { group: ',', decimal: '.' });
  return text('orders.spot', { asset, price: `$${dollars}` });
}

beforeAll(async () => {
  all = await startWalletInUse();
  const { maker, takers } = all.devnet.accounts;
  await all.devnet.fund(takers[0].address, { usdc: 10n ** 10n });
  // The list would mark orders of a maker without tokens as unfillable.
  await all.devnet.fund(maker.address, { usdc: 10n ** 13n, weth: 10n ** 19n });
  for (const name of ['USDC', 'WETH'])
    await approve(all.devnet, maker, { token: tokenNamed(name).address, amount: maxUint256 });
  // The other maker's transactions come first. In a later block, its equal quotes would expire
  // later.
  const [, other] = takers;
  await all.devnet.fund(other.address, { usdc: 10n ** 13n });
  await approve(all.devnet, other, { token: tokenNamed('USDC').address, amount: maxUint256 });
  page = all.wallet.page;
  quote = quoting(all.devnet);
  all.world.intercept = (seen, response) => {
    if (seen.path !== '/orders/') return undefined;
    return (async () => {
      await gate?.promise;
      if (feed === undefined) response.writeHead(503).end();
      else response.writeHead(200).end(JSON.stringify(feed));
    })();
  };
});

afterAll(() => all?.stop());

describe('the list of orders', () => {
  it('distinguishes a feed without quotes from a feed that doesn’t respond', async () => {
    feed = published([]);
    await all.wallet.open('Orders');
    await page.getByText(text('orders.emptyTitle')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    feed = undefined;
    await read();
    await page.getByText(text('orders.deadTitle')).waitFor();
    await page.getByText(textPattern('failures.feedUnreachable')).waitFor();
  });

  it('reports that no quotes are left after all quotes have ended, until the feed has new quotes', async () => {
    const ends = Math.floor(Date.now() / 1000) + 15;
    feed = published([await quote({ orderExpiry: ends })]);
    await read();
    await rows().first().waitFor();
    const next = published([await quote({ strikes: [2_300_00000000n] })]);
    gate = Promise.withResolvers();
    await page.getByText(text('orders.emptyTitle')).waitFor();
    expect(Date.now()).toBeGreaterThanOrEqual(ends * 1000);
    feed = next;
    gate.resolve();
    await rows().filter({ hasText: '2,300' }).waitFor();
  });

  it('shows terms, price and payout of each order, and counts forged and broken orders by reason', async () => {
    const genuine = [
      await quote({}),
      await quote({ product: 'CALL_SPREAD', strikes: [2_600_00000000n, 2_800_00000000n] }),
      await quote({ asset: 'BTC', strikes: [78_000_00000000n], price: 900_00000000n }),
      await quote({ strikes: [2_400_00000000n], isLong: true, price: 30_00000000n }),
    ];
    const [first] = genuine;
    if (first === undefined) throw new Error('there is a quote');
    const forged = { ...first, order: { ...first.order, price: price8(1n) } };
    feed = published([...genuine, forged], [{ order: {} }]);
    await read();
    await rows().nth(3).waitFor();
    await page.getByText(text('orders.refused', 2)).click();
    await page.getByTestId('refused').getByText(textPattern('fill.finding.signature')).waitFor();
    await page
      .getByTestId('refused')
      .getByText(textPattern('orders.unreadableField', { field: 'order.maker' }))
      .waitFor();
    const spread = rows().filter({ hasText: text('products.CALL_SPREAD') });
    for (const words of [
      text('orders.buy'),
      '2,600 · 2,800',
      text('orders.maxPayout', { amount: '$200' }),
      /^\d+(\.\d+)?×$/,
      /^≈ IV \d+%$/,
      /^PoP (< |> )?\d+%$/,
      /^Δ \+0\.\d\d$/,
    ])
      await spread.getByText(words).first().waitFor();
    expect((await spread.textContent())?.match(/40\.00/g)).toHaveLength(1);
    for (const asset of ['ETH', 'BTC']) {
      const spot = await spotText(asset);
      await page.getByTestId('orders').getByText(spot, { exact: true }).first().waitFor();
    }
    const sold = rows().filter({ hasText: text('orders.sell') });
    await sold.getByText(textPattern('orders.maxLoss', { amount: '$2,371' })).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('filters, searches and sorts orders, and moves the focus between rows with the arrow keys', async () => {
    await page.getByRole('button', { name: text('orders.filters') }).click();
    await page.getByLabel(text('orders.asset')).selectOption('BTC');
    await page.getByText(text('orders.shownOf', { shown: 1, all: 4 })).waitFor();
    expect(await rows().textContent()).toContain('78,000');
    await page.getByLabel(text('orders.asset')).selectOption('');
    await page.getByLabel(text('orders.sort')).selectOption('price');
    await rows().nth(3).getByText('900.00').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(text('orders.searchLabel')).fill('put 2500');
    await page.getByText(text('orders.shownOf', { shown: 1, all: 4 })).waitFor();
    await page.getByLabel(text('orders.searchLabel')).fill('nobody');
    await page.getByText(text('orders.noneTitle')).waitFor();
    await page.getByRole('button', { name: text('orders.clear'), exact: true }).click();
    await rows().nth(3).waitFor();
    await rows().first().getByRole('button').focus();
    const focused = expect.poll(() =>
      page.evaluate('document.activeElement.closest("li").dataset.row'),
    );
    await page.keyboard.press('ArrowDown');
    await focused.toBe('1');
    await page.keyboard.press('End');
    await focused.toBe('3');
  });

  it('scrolls the filters into view in a popup of 360 × 500 pixels', async () => {
    await page.setViewportSize({ width: 360, height: 500 });
    const last = page.getByLabel(text('orders.sort'));
    await last.scrollIntoViewIfNeeded();
    const box = await last.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(500 - 52);
    await last.click({ trial: true });
    expect(await cutOff(page)).toEqual([]);
    await page.setViewportSize({ width: 400, height: 600 });
  });

  it('keeps two rows visible whether the filters are open or closed', async () => {
    await page.setViewportSize({ width: 360, height: 600 });
    for (const isOpen of [true, false]) {
      if (!isOpen) await page.getByRole('button', { name: textStart('orders.filters') }).click();
      await expect
        .poll(() => page.evaluate("document.querySelector('[data-testid=orders]').clientHeight"))
        .toBeGreaterThanOrEqual(2 * 56 + 28);
      expect(await cutOff(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 400, height: 600 });
  });

  it('rejects orders with absurd dates, and requires an acknowledgement before the review of an order that always loses', async () => {
    const now = Math.floor(Date.now() / 1000);
    const spread = { product: 'CALL_SPREAD', strikes: [2_600_00000000n, 2_800_00000000n] } as const;
    feed = published([
      await quote({ ...spread, price: 250_00000000n }),
      await quote({
        product: 'INVERSE_CALL_SPREAD',
        strikes: [2_600_00000000n, 2_800_00000000n],
        price: 1_000000n,
        budget: 10n ** 18n,
      }),
      await quote({
        product: 'CALL_CONDOR',
        strikes: [2_412_34567890n, 2_512_34567890n, 2_612_34567890n, 2_712_34567890n],
        price: 1n,
        budget: 1n,
        expiry: now + 300 * DAY,
      }),
      await quote({
        product: 'PHYSICAL_CALL',
        strikes: [2_600_00000000n],
        price: 1_000000n,
        budget: 10n ** 19n,
      }),
      await quote({ expiry: now + 800 * DAY }),
      await quote({ orderExpiry: now + 8 * DAY, expiry: now + 9 * DAY }),
    ]);
    await read();
    // The list is still open from the previous test.
    await page.getByText(text('orders.refused', 2)).waitFor();
    const refused = page.getByTestId('refused');
    await refused.getByText(textPattern('orders.absurd.expiry')).waitFor();
    await refused.getByText(textPattern('orders.absurd.quoteLife')).waitFor();
    const losing = rows()
      .filter({ hasText: text('products.CALL_SPREAD') })
      .filter({ hasText: '250.00' });
    // The order's figures appear after the check of its signature.
    await losing.getByText(text('orders.leverage', { figure: '—' })).waitFor();
    // The maker of this order offers only a millionth of a dollar.
    await page.getByText(text('orders.unfillable', 1)).click();
    const dust = textPattern('orders.cannotFill.dust');
    await page.getByTestId('unfillable').getByText(dust).waitFor();
    expect(
      await rows()
        .filter({ hasText: text('products.CALL_CONDOR') })
        .count(),
    ).toBe(0);
    await rows()
      .filter({ hasText: text('products.PHYSICAL_CALL') })
      .getByText(text('orders.deliveryBuyer', { given: '2,600 USDC', received: '1 WETH' }))
      .waitFor();
    for (const width of [400, 360, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await cutOff(page)]).toEqual([width, []]);
      const heights = await rows().evaluateAll((items) =>
        items.map((item) => item.getBoundingClientRect().height),
      );
      // A row has two lines. Only in a very narrow window, like a zoomed one, may a row have more
      // lines.
      if (width >= 360) expect(Math.max(...heights)).toBeLessThanOrEqual(64);
    }
    await page.setViewportSize({ width: 400, height: 600 });
    await losing.getByRole('button').click();
    const review = page.getByRole('button', { name: textStart('ticket.reviewBuy', { count: 1 }) });
    await page.getByText(text('ticket.losesAlways')).waitFor();
    expect(await review.isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(text('ticket.losesAlwaysAgree')).check();
    await expect.poll(() => review.isEnabled()).toBe(true);
    await page.getByRole('button', { name: text('ui.back'), exact: true }).click();
    await rows().first().waitFor();
  });

  it('shows seven rows per screen, and doesn’t move rows while the pointer or the focus is in the list', async () => {
    const put = (strike: bigint, more = {}) => quote({ strikes: [strike * 100_000_000n], ...more });
    const before = await Promise.all([2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n].map((n) => put(2_000n + n)));
    feed = published(before);
    await page.reload();
    await all.wallet.open('Orders');
    await read();
    await page.locator('[data-row][aria-disabled=false]').nth(6).waitFor();
    const list = await page.getByTestId('orders').boundingBox();
    const seventh = await rows().nth(6).boundingBox();
    if (list === null || seventh === null) throw new Error('the list is shown');
    expect(seventh.y + seventh.height).toBeLessThanOrEqual(list.y + list.height);
    expect(seventh.height).toBeGreaterThanOrEqual(56);
    expect(seventh.height).toBeLessThanOrEqual(64);
    const third = rows().filter({ hasText: '2,004' });
    const place = async () => (await third.boundingBox())?.y;
    const at = await place();
    // Adds orders above and below the shown ones, and replaces some. Withdraws the order at 2,005.
    const after = [
      await put(1_990n),
      await put(1_991n),
      await put(2_500n),
      await put(2_004n, { price: 41_00000000n }),
      ...before.filter(
        ({ order }) => ![200_400000000n, 200_500000000n].includes(order.strikes[0] ?? 0n),
      ),
    ];
    // A second page makes the worker read the feed, so that the first page's pointer doesn't move.
    const refresh = async () => {
      const other = await all.browser.context.newPage();
      await other.goto(`chrome-extension://${all.browser.extensionId}/popup.html#orders`);
      await other.getByTitle(text('orders.refresh')).click();
      await other.locator('li[data-row]').filter({ hasText: '1,990' }).waitFor();
      await other.close();
      await page.bringToFront();
    };
    await third.hover();
    feed = published(after);
    await refresh();
    await third.getByText('41.00').waitFor();
    await page.getByText(text('orders.waiting', 3)).waitFor();
    await rows().filter({ hasText: '2,005' }).getByText(text('orders.withdrawn')).waitFor();
    expect(await place()).toBe(at);
    await page.mouse.move(200, 20);
    await rows().filter({ hasText: '1,990' }).waitFor();
    expect(await place()).not.toBe(at);
    // The list also stays in place while the keyboard is used.
    await third.getByRole('button').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    const focused = await place();
    feed = published([await put(1_980n), ...after]);
    await page.getByTitle(text('orders.refresh')).evaluate((button: HTMLElement) => button.click());
    await page.getByText(text('orders.waiting', 1)).waitFor();
    expect(await place()).toBe(focused);
    await page.keyboard.press('Tab');
    await rows().filter({ hasText: '1,980' }).waitFor();
    await page.setViewportSize({ width: 400, height: 600 });
  }, 90_000);

  it('lists stored orders as disabled when the worker starts without the feed', async () => {
    feed = undefined;
    await all.browser.stopWorker();
    await page.reload();
    await all.wallet.open('Orders');
    await rows().first().waitFor();
    await page.getByText(textStart('orders.old')).waitFor();
    expect(await rows().first().getByRole('button').getAttribute('aria-disabled')).toBe('true');
  });

  it('lists the orders of one feed, and says that the other feed doesn’t respond', async () => {
    feed = published([await quote({})]);
    await all.wallet.open('Home');
    await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await page.getByRole('button', { name: text('settings.services') }).click();
    await page.getByRole('button', { name: text('services.ordersAdd') }).click();
    await page
      .getByLabel(text('services.ordersMore', { place: 2 }), { exact: true })
      .fill('http://localhost:1/orders');
    await page.getByRole('button', { name: text('services.save') }).click();
    await page
      .getByText(text('services.silent.feed', { url: 'http://localhost:1/orders' }))
      .waitFor();
    expect(await page.getByRole('button', { name: text('services.force') }).isDisabled()).toBe(
      true,
    );
    await page.getByRole('checkbox').check();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: text('services.force') }).click();
    await page.getByText(text('services.saved')).waitFor();
    await all.wallet.open('Orders');
    await rows().first().waitFor();
    await page
      .getByText(
        textPattern('orders.feedDead', {
          problem: text('failures.feedUnreachable', { name: text('services.yourFeed') }),
        }),
      )
      .waitFor();
    await page.getByText('localhost:1', { exact: true }).waitFor();
  });
});

describe('the side panel and the full page', () => {
  it('fits the list into the side panel, and shows the list beside the ticket on the full page', async () => {
    const panel = await all.browser.context.newPage();
    await panel.setViewportSize({ width: 360, height: 700 });
    await panel.goto(`chrome-extension://${all.browser.extensionId}/sidepanel.html#orders`);
    await panel.getByTestId('orders').getByRole('listitem').first().waitFor();
    expect(await panel.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await axeFindings(panel)).toEqual([]);
    await panel.close();
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.getByText(text('orders.pickOne')).waitFor();
    await rows().first().getByRole('button').click();
    await page.getByTestId('beside').getByText(text('ticket.maxLoss')).first().waitFor();
    await rows().first().waitFor();
    const spot = await spotText('ETH');
    for (const place of ['beside', 'orders'])
      await page
        .getByTestId(place)
        .getByTitle(text('orders.spotOnChain', { asset: 'ETH' }))
        .filter({ hasText: spot })
        .first()
        .waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('the ticket offers a newer quote as soon as the list has it, even if the newer quote ends sooner', async () => {
    const orderExpiry = Math.floor(Date.now() / 1000) + 300;
    feed = published([await quote({ price: 44_00000000n, orderExpiry })]);
    await read();
    const ticket = page.getByTestId('beside');
    // The change appears well before the ticket refreshes by itself.
    await ticket.getByText(textPattern('ticket.replaced')).waitFor();
    await ticket.getByText(/44\.00 USDC/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await ticket.getByRole('button', { name: text('ticket.takeNewer') }).click();
    await ticket
      .getByRole('button', { name: text('ticket.reviewBuy', { count: 1, total: '44.00 USDC' }) })
      .waitFor();
  });

  it('the list merges two makers’ quotes for the same option into one row, and marks the open ticket’s row', async () => {
    const [, other] = all.devnet.accounts.takers;
    const ends = Math.floor(Date.now() / 1000) + 400;
    const [old, renewed] = [
      await quote({ price: 45_00000000n, orderExpiry: ends }),
      await quote({ price: 46_00000000n, orderExpiry: ends + 60 }),
    ];
    const cheaper = await quote({ maker: other.address, price: 45_50000000n });
    const best = await signOrder(other, cheaper.order, BOOK_R12);
    feed = published([old, renewed, best]);
    await read();
    await rows()
      .getByText(text('orders.bestOf', { count: 2 }))
      .waitFor();
    expect(await rows().count()).toBe(1);
    await rows().getByText('45.50').waitFor();
    const marked = page.getByTestId('orders').locator('[aria-current=true]');
    await marked.getByText('45.50').waitFor();
    await page.setViewportSize({ width: 400, height: 600 });
  });

  it('the settings make the toolbar icon open the side panel, the full page or the popup', async () => {
    await all.wallet.open('Home');
    await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
    await page.getByRole('button', { name: text('settings.opens') }).click();
    const popup = () => all.browser.serviceWorker.evaluate('chrome.action.getPopup({})');
    const opensPanel = () =>
      all.browser.serviceWorker.evaluate(
        'chrome.sidePanel.getPanelBehavior().then((behavior) => behavior.openPanelOnActionClick)',
      );
    // Not `check`, because the mark appears only after the worker's response.
    await page.getByLabel(text('services.opensAs.panel')).click();
    await expect.poll(popup).toBe('');
    await expect.poll(opensPanel).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(text('services.opensAs.tab')).click();
    await expect.poll(opensPanel).toBe(false);
    await page.getByLabel(text('services.opensAs.popup')).click();
    await expect.poll(popup).toMatch(/popup\.html$/);
  });
});
