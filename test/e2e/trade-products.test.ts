import { parseEventLogs } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOOK_R12, type ProductName } from '../../shared/chain/deployments.ts';
import { decodeFillOrder } from '../../shared/orders/calldata.ts';
import { describeOrder } from '../../shared/orders/describe.ts';
import { optionBookAbi } from '../devnet/abi/full.ts';
import { quoting } from '../devnet/quoting.ts';
import { postQuotes } from '../helpers/post-quotes.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

let trader: Trader;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  // Makers only bid for physical products: what is bought has to be offered first.
  const quote = quoting(trader.world.devnet);
  const strikes = [2_600_00000000n];
  await postQuotes(trader.world.url, [
    await quote({ product: 'PHYSICAL_CALL', strikes, price: 1_000000n, budget: 10n ** 19n }),
    await quote({ product: 'PHYSICAL_PUT', strikes, price: 60_00000000n }),
  ]);
});
afterAll(async () => trader?.stop());

/** As the list names them; what the devnet's maker bids for is sold to it. */
const TRADES: readonly (readonly ['Buy' | 'Sell', string, ProductName])[] = [
  ['Buy', 'Put', 'PUT'],
  ['Buy', 'Inverse call', 'INVERSE_CALL'],
  ['Buy', 'Capped call', 'LINEAR_CALL'],
  ['Buy', 'Call spread', 'CALL_SPREAD'],
  ['Buy', 'Put spread', 'PUT_SPREAD'],
  ['Buy', 'Inverse call spread', 'INVERSE_CALL_SPREAD'],
  ['Buy', 'Call butterfly', 'CALL_FLY'],
  ['Buy', 'Put butterfly', 'PUT_FLY'],
  ['Buy', 'Call condor', 'CALL_CONDOR'],
  ['Buy', 'Put condor', 'PUT_CONDOR'],
  ['Buy', 'Iron condor', 'IRON_CONDOR'],
  ['Buy', 'Ranger', 'RANGER'],
  ['Buy', 'Physical call', 'PHYSICAL_CALL'],
  ['Buy', 'Physical put', 'PHYSICAL_PUT'],
  ['Sell', 'Put', 'PUT'],
  ['Sell', 'Physical call', 'PHYSICAL_CALL'],
  ['Sell', 'Physical put', 'PHYSICAL_PUT'],
];

it('every product of the devnet is bought from the popup, three are sold, and each receipt is what was signed', async () => {
  const { page, world, account, browser } = trader;
  for (const [side, name] of TRADES) {
    await trader.pick(new RegExp(`${side}ETH ${name}[\\d<]`), `${side} ${name}`);
    await page.getByLabel('Contracts').fill('0.01');
    const isPhysical = name.startsWith('Physical');
    expect(await page.getByRole('slider').count(), name).toBe(isPhysical ? 0 : 1);
    expect(await page.getByText('Physically settled').count(), name).toBe(isPhysical ? 1 : 0);
    const window = await trader.begin();
    expect(await window.getByRole('heading', { level: 1 }).textContent()).toBe(
      `${side} 0.01 × ETH ${name.toLowerCase()}`,
    );
    if (side === 'Sell' && name === 'Put') {
      await window
        .getByText(/net: −[\d.,]+ \(locked until settlement\) \+[\d.,]+ \(premium after the fee\)/)
        .waitFor();
    }
    // Nobody waits for the chain: a fill goes on without its page.
    await trader.confirm(window);
  }

  const worker = browser.context
    .serviceWorkers()
    .find((one) => one.url().includes(browser.extensionId));
  if (worker === undefined) throw new Error('the wallet has no worker');
  await expect
    .poll(
      async () => {
        const fills = await worker.evaluate("chrome.storage.session.get('fills')");
        return JSON.stringify(fills).match(/"differing":\[\]/g)?.length;
      },
      { timeout: 15_000 },
    )
    .toBe(TRADES.length);

  const logs = await world.devnet.client.getLogs({ address: BOOK_R12, fromBlock: 0n });
  const filled = parseEventLogs({ abi: optionBookAbi, eventName: 'OrderFilled', logs }).filter(
    ({ args }) => [args.buyer, args.seller].includes(account.address),
  );
  const traded = await Promise.all(
    filled.map(async ({ transactionHash }) => {
      const { input } = await world.devnet.client.getTransaction({ hash: transactionHash });
      const call = decodeFillOrder(input);
      if (call.kind !== 'fill') throw new Error('a fill is sent by fillOrder');
      const { takerSide, product } = describeOrder(call.order);
      return `${takerSide} ${product?.name}`;
    }),
  );
  expect(traded).toEqual(TRADES.map(([side, , product]) => `${side.toLowerCase()} ${product}`));
});
