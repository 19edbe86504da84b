import { maxUint256 } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contracts } from '../../shared/units.ts';
import { buildOrder, tokenNamed } from '../devnet/build-order.ts';
import { approve, fillOrder, signOrder } from '../devnet/fill.ts';
import { FEED_HOST, INDEXER_HOST, NODE_HOSTS, startBaseHosts } from '../helpers/base-hosts.ts';
import type { DeployedHosts } from '../helpers/deployed-hosts.ts';
import { grantedHosts } from '../helpers/granted-hosts.ts';
import { text, textPattern, textStart } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';
import type { World } from '../helpers/world.ts';

const ALL = [FEED_HOST, INDEXER_HOST, ...NODE_HOSTS];

let hosts: DeployedHosts;
let trader: Trader;

/** Starts a browser in which the deployed hosts' names resolve to the test's services. */
async function browserFor(world: World) {
  hosts = await startBaseHosts(world);
  return {
    args: [`--host-resolver-rules=${hosts.resolverRules}`],
    preferences: grantedHosts(ALL.map((host) => `https://${host}/*`)),
  };
}

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true, browser: browserFor });
  const { devnet } = trader.world;
  const [, maker] = devnet.accounts.takers;
  await devnet.fund(maker.address, { usdc: 10n ** 12n });
  await approve(devnet, maker, { token: tokenNamed('USDC').address, amount: maxUint256 });
  const now = await devnet.now();
  for (const [strike, expiry] of [
    [2_500_00000000n, now + 100_000],
    [2_700_00000000n, now + 8],
  ] as const) {
    const order = buildOrder({
      maker: maker.address,
      product: 'PUT',
      asset: 'ETH',
      strikes: [strike],
      price: 40_00000000n,
      budget: 10n ** 12n,
      expiry,
      orderExpiry: now + 600,
    });
    const signed = await signOrder(maker, order);
    await fillOrder(devnet, { signed, taker: trader.account, numContracts: contracts(1_000_000n) });
  }
});
afterAll(async () => {
  await trader?.stop();
  await hosts?.stop();
});

it('the wallet saves the defaults for Base after the defaults have passed the check', async () => {
  const { page } = trader;
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: textStart('settings.services') }).click();
  await page.getByRole('button', { name: text('services.useBase') }).click();
  await page.getByRole('button', { name: text('services.save') }).click();
  await page.getByText(text('services.saved')).waitFor();
});

it('the wallet loads positions and history from the indexer’s current host', async () => {
  const { page, wallet } = trader;
  await wallet.open('Positions');
  const list = page.getByTestId('positions');
  await list.getByText(text('positions.verified')).first().waitFor();
  await page.getByRole('tab', { name: textPattern('positions.tabAwaiting') }).click();
  await list.getByText(text('products.PUT')).waitFor();
  await list.getByRole('button').click();
  await page.getByRole('button', { name: text('positions.payout'), exact: true }).click();
  await trader.confirm(await trader.approval());
  await page.getByText(text('positions.settlementPrice')).waitFor();
  await page.getByRole('button', { name: text('ui.back'), exact: true }).click();
  await page.getByRole('tab', { name: textStart('positions.state.settled') }).click();
  await list.getByText(text('products.PUT')).waitFor();
  expect(askedOf(INDEXER_HOST)).toEqual(
    expect.arrayContaining(['positions', 'history'].map(pathOf)),
  );
});

it('the wallet fills an order of the feed and shows the new position', async () => {
  const { page } = trader;
  await trader.pick(/BuyETH Call spread/, 'buy call spread');
  await page.getByLabel(text('ticket.contracts')).fill('1');
  await trader.confirm(await trader.begin());
  await page.getByText(text('progress.asSigned')).waitFor();
  await page.getByRole('button', { name: text('progress.positions') }).click();
  await page.getByRole('tab', { name: textStart('positions.state.open') }).click();
  await page.getByTestId('positions').getByText(text('products.CALL_SPREAD')).first().waitFor();
  expect(hosts.requests.filter(({ host }) => host === FEED_HOST).length).toBeGreaterThan(0);
  expect(hosts.requests.filter(({ host }) => NODE_HOSTS.includes(host)).length).toBeGreaterThan(0);
});

const pathOf = (name: string) => `/api/v1/book/user/${trader.account.address}/${name}`;

function askedOf(host: string): string[] {
  return hosts.requests.filter((request) => request.host === host).map(({ path }) => path);
}
