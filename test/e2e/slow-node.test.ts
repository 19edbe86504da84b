import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForExplanation } from '../helpers/explained.ts';
import { feedOfOneOrder } from '../helpers/one-order.ts';
import { textStart } from '../helpers/screen-texts.ts';
import { type SlowNode, startSlowNode } from '../helpers/slow-node.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';

let used: WalletInUse;
let page: Page;
let node: SlowNode;

/** Milliseconds that the node takes for each answer. */
const ANSWER_MS = 3_000;

beforeAll(async () => {
  used = await startWalletInUse({
    nodeUrl: async ({ rpcUrl }) => {
      node = await startSlowNode(rpcUrl);
      return node.url;
    },
  });
  const { devnet, wallet, world } = used;
  page = wallet.page;
  const feed = await feedOfOneOrder(devnet);
  world.intercept = (seen, response) => {
    if (seen.path !== '/orders/') return undefined;
    response.writeHead(200).end(feed);
    return Promise.resolve();
  };
});

afterAll(async () => {
  await used?.stop();
  await node?.stop();
});

describe('a node that takes three seconds for each answer', () => {
  it('the wallet opens a reviewed fill’s window within one node answer, and explains the fill within three answers', async () => {
    await used.wallet.open('Orders');
    await page.getByTestId('orders').locator('li[data-row] button').first().click();
    await page
      .locator('button:enabled')
      .filter({ hasText: textStart('ticket.reviewBuy') })
      .waitFor();
    node.delay(ANSWER_MS);
    await page.getByRole('button', { name: textStart('ticket.reviewBuy') }).click();
    // The review shows the fee once it has read everything that the fill needs.
    await page.getByText(textStart('ticket.networkFees')).waitFor();
    node.delay(ANSWER_MS);
    await page.getByRole('button', { name: textStart('ticket.begin') }).click();
    const window = await used.browser.waitForWindow('approval.html');
    await window.getByTestId('origin').waitFor();
    // The window appears before the node's first answer, and explains the request after two
    // answers. On an idle machine, the explanation takes seven seconds.
    expect(node.depth()).toBeLessThan(2);
    await waitForExplanation(window);
    expect(node.depth()).toBeLessThan(4);
  });
});
