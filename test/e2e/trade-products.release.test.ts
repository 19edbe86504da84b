import { parseEventLogs } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { understandTransaction } from '../../shared/approvals/understand.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import type { ProductName } from '../../shared/chain/implementations.ts';
import { describeOrder } from '../../shared/orders/describe.ts';
import { optionBookAbi } from '../devnet/abi/full.ts';
import { quoting } from '../devnet/quoting.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

let trader: Trader;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  // The devnet's makers only bid for physical products, so the test posts an offer to buy from.
  const quote = quoting(trader.world.devnet);
  const strikes = [2_600_00000000n];
  await postQuotes(trader.world.url, [
    await quote({ product: 'PHYSICAL_CALL', strikes, price: 1_000000n, budget: 10n ** 19n }),
    await quote({ product: 'PHYSICAL_PUT', strikes, price: 60_00000000n }),
  ]);
});
afterAll(async () => trader?.stop());

/** The sides and products that the account trades. */
const TRADES: readonly (readonly ['buy' | 'sell', ProductName])[] = [
  ['buy', 'PUT'],
  ['buy', 'INVERSE_CALL'],
  ['buy', 'LINEAR_CALL'],
  ['buy', 'CALL_SPREAD'],
  ['buy', 'PUT_SPREAD'],
  ['buy', 'INVERSE_CALL_SPREAD'],
  ['buy', 'CALL_FLY'],
  ['buy', 'PUT_FLY'],
  ['buy', 'CALL_CONDOR'],
  ['buy', 'PUT_CONDOR'],
  ['buy', 'IRON_CONDOR'],
  ['buy', 'RANGER'],
  ['buy', 'PHYSICAL_CALL'],
  ['buy', 'PHYSICAL_PUT'],
  ['sell', 'PUT'],
  ['sell', 'PHYSICAL_CALL'],
  ['sell', 'PHYSICAL_PUT'],
];

it('the user buys every product and sells three in the popup, and the receipts match the signed orders', async () => {
  const { page, world, account, browser } = trader;
  for (const [side, product] of TRADES) {
    const label = text(side === 'buy' ? 'orders.buy' : 'orders.sell');
    const name = text(`products.${product}`);
    await trader.pick(new RegExp(`${label}ETH ${name}[\\d<]`), `${label} ${name}`);
    await page.getByLabel(text('ticket.contracts')).fill('0.01');
    const isPhysical = product.startsWith('PHYSICAL');
    const chart = page.getByRole('slider', { name: text('chart.profit') });
    expect(await chart.count(), name).toBe(1);
    expect(await page.getByText(text('ticket.physical')).count(), name).toBe(isPhysical ? 1 : 0);
    const window = await trader.begin();
    expect(await window.getByRole('heading', { level: 1 }).textContent()).toBe(
      text(side === 'buy' ? 'actions.asked.buy' : 'actions.asked.sell', {
        count: '0.01',
        product: `ETH ${name.toLowerCase()}`,
      }),
    );
    if (side === 'sell' && product === 'PUT') {
      await window
        .getByText(
          textPattern('meaning.netOf', {
            why: text('fill.note.locked'),
            source: text('fill.note.netPremium'),
          }),
        )
        .waitFor();
    }
    if (side === 'sell')
      await window.getByRole('checkbox', { name: text('danger.value.unknown') }).check();
    // The fill continues without its page.
    await trader.confirm(window);
  }

  const worker = browser.context
    .serviceWorkers()
    .find((one) => one.url().includes(browser.extensionId));
  if (worker === undefined) throw new Error('the wallet has no worker');
  await expect
    .poll(async () => {
      const fills = await worker.evaluate("chrome.storage.local.get('fills')");
      return JSON.stringify(fills).match(/"differing":\[\]/g)?.length;
    })
    .toBe(TRADES.length);

  const logs = await world.devnet.client.getLogs({ address: BOOK_R12, fromBlock: 0n });
  const filled = parseEventLogs({ abi: optionBookAbi, eventName: 'OrderFilled', logs }).filter(
    ({ args }) => [args.buyer, args.seller].includes(account.address),
  );
  const traded = await Promise.all(
    filled.map(async ({ transactionHash }) => {
      const { input } = await world.devnet.client.getTransaction({ hash: transactionHash });
      const call = understandTransaction({ to: BOOK_R12, data: input, value: '0x0' });
      if (call.kind !== 'fill') throw new Error('a fill is sent by fillOrder');
      const { takerSide, product } = describeOrder(call.order);
      return `${takerSide} ${product?.name}`;
    }),
  );
  expect(traded).toEqual(TRADES.map(([side, product]) => `${side} ${product}`));
});
