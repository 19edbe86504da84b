import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeDoor, startNodeDoor } from '../helpers/node-door.ts';
import { feedOfOneOrder } from '../helpers/one-order.ts';
import { text, textStart } from '../helpers/screen-texts.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

let used: WalletInUse;
let page: Page;
let door: NodeDoor;
/** While set, delays the feed's responses. */
let gate: PromiseWithResolvers<void> | undefined;
let isIndexerSilent = false;

const rows = () => page.getByTestId('orders').locator('li[data-row] button');
const review = () => page.getByRole('button', { name: textStart('ticket.reviewBuy') });
const says = (window: Page, key: Parameters<typeof text>[0]) =>
  window.getByText(text(key)).first().waitFor();

beforeAll(async () => {
  used = await startWalletInUse({
    nodeUrl: async ({ rpcUrl }) => {
      door = await startNodeDoor(rpcUrl);
      return door.url;
    },
  });
  const { devnet, wallet, world } = used;
  page = wallet.page;
  const feed = await feedOfOneOrder(devnet);
  world.intercept = (seen, response) => {
    if (isIndexerSilent && seen.path.startsWith('/indexer/')) return new Promise(() => undefined);
    if (seen.path !== '/orders/') return undefined;
    return (async () => {
      await gate?.promise;
      response.writeHead(200).end(feed);
    })();
  };
});

afterAll(async () => {
  await used?.stop();
  await door?.stop();
});

describe('the wallet with a node that falls silent', () => {
  it('opens a ticket while the node is silent, disables the review button, and shows the reason', async () => {
    const speak = door.silence();
    await used.wallet.open('Orders');
    await rows().first().getByText(text('orders.checking')).waitFor();
    await rows().first().click();
    await page.getByLabel(text('ticket.contracts')).waitFor();
    await says(page, 'ticket.checking');
    expect(await review().isDisabled()).toBe(true);
    await says(page, 'ticket.nodeLate');
    speak();
    await page.getByText(text('ticket.nodeLate')).waitFor({ state: 'hidden' });
    await page
      .locator('button:enabled')
      .filter({ hasText: textStart('ticket.reviewBuy') })
      .waitFor();
  });

  it('the page and the approval window report a delay of the sending, and the fill continues once the node answers', async () => {
    await review().click();
    await page.getByRole('button', { name: textStart('ticket.begin') }).click();
    const window = await used.approval();
    const arrived = door.hold('eth_sendRawTransaction', 'before');
    await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).click();
    const release = await arrived;
    for (const shown of [window, page]) {
      await says(shown, 'progress.sending');
      expect(await shown.getByText(text('progress.confirmThere')).count()).toBe(0);
      await says(shown, 'progress.late.sending');
    }
    const closed = window.waitForEvent('close');
    await window.getByRole('button', { name: text('progress.closeWindow') }).click();
    await closed;
    release();
    expect(await used.answer('Confirm')).toContain(text('ticket.stepOf', { index: 2, count: 2 }));
    await page.getByText(text('progress.asSigned')).waitFor();
  });
});

describe('the wallet with a silent feed', () => {
  it('reports a silent feed, and shows the feed’s orders as soon as the feed responds', async () => {
    gate = Promise.withResolvers();
    await used.browser.stopWorker();
    await page.reload();
    await used.wallet.open('Orders');
    await says(page, 'orders.late');
    gate.resolve();
    await page.getByText(text('orders.late')).waitFor({ state: 'hidden' });
    await rows().first().waitFor();
  });
});

describe('the wallet with an indexer that never responds', () => {
  it('reports a silent indexer, and doesn’t claim that there are no positions', async () => {
    isIndexerSilent = true;
    await used.browser.stopWorker();
    await page.reload();
    await used.wallet.open('Positions');
    await says(page, 'positions.late');
    expect(await page.getByText(text('positions.emptyOpen')).count()).toBe(0);
  });
});
