import { setTimeout } from 'node:timers/promises';
import { Type } from 'typebox';
import { filterRows } from '../../shared/desk/filter.ts';
import { candidate, holdingsIn } from '../../shared/desk/holding.ts';
import { oneContract } from '../../shared/desk/offer.ts';
import { quotesFor } from '../../shared/desk/outlook.ts';
import { portfolioOf } from '../../shared/desk/portfolio.ts';
import { curvePrices, profitsAt } from '../../shared/desk/portfolio-curve.ts';
import { changesOf, withRowChanges } from '../../shared/desk/row-changes.ts';
import { parseAs } from '../../shared/parse.ts';
import { unixSeconds } from '../../shared/units.ts';
import { startWalletInUse, type WalletInUse } from '../helpers/wallet-in-use.ts';
import { buildExtension } from '../run/extension.ts';
import { chainsOf } from '../shared/desk/chains.ts';
import { deskPosition } from '../shared/desk/desk-positions.ts';
import { DAY, deskRow, NOW, SPOT } from '../shared/desk/desk-rows.ts';
import { equipMakers, type FeedDoor, feedDoor } from './feed-door.ts';
import { frames, watchFrames } from './popup-page.ts';
import { type Bench, type BenchResult, median, quantile, round } from './report.ts';

const ORDERS = 10_000;
/** Number of orders in the public feed; see `popup.ts`. */
const REAL_FEED = 426;
const POSITIONS = 200;
const TURNS = 25;
const CHANGES = 3;
/** Milliseconds after which the page certainly shows a feed that it has read. */
const APPLIED_MS = 5_000;
const Numbers = Type.Array(Type.Number());

/**
 * Measures the desk's calculations with ten thousand orders of fifty makers, and with two hundred
 * positions and a candidate order; then the page's frames while its feed changes.
 */
export const bench: Bench = async () => [
  ...tenThousandOrders(),
  ...twoHundredPositions(),
  ...(await changingFeeds()),
];

/** Measures the page's frames while the feed repeatedly replaces one order in a hundred. */
async function changingFeeds(): Promise<BenchResult[]> {
  await buildExtension();
  const wallet = await startWalletInUse();
  try {
    const door = feedDoor(wallet);
    await equipMakers(wallet);
    const results: BenchResult[] = [];
    for (const [orders, expiries] of [[REAL_FEED], [ORDERS], [ORDERS, 1]] as const)
      results.push(await changingFeed(wallet, door, orders, expiries));
    return results;
  } finally {
    await wallet.stop();
  }
}

async function changingFeed(
  { browser, wallet }: WalletInUse,
  door: FeedDoor,
  orders: number,
  expiries: number | undefined,
): Promise<BenchResult> {
  door.publish(0, orders, expiries);
  const page = await browser.context.newPage();
  await page.goto(`chrome-extension://${browser.extensionId}/desk.html`);
  await page.locator('[data-terms]').first().waitFor();
  await page.evaluate(watchFrames);
  for (let change = 1; change <= CHANGES; change++) {
    door.publish(Math.ceil((change * orders) / 100), orders, expiries);
    door.sentAt = 0;
    // The page reads the feed every thirty seconds.
    while (door.sentAt === 0) await setTimeout(100);
    await setTimeout(APPLIED_MS);
  }
  const times = parseAs(Numbers, await page.evaluate(frames)) ?? [];
  await page.close();
  await wallet.page.bringToFront();
  const worst = Math.max(...times);
  return {
    metric: `${orders} orders${expiries === undefined ? '' : ' of one expiry'}: frame while the feed changes; p95 is the longest of all`,
    unit: 'ms',
    median: round(median(times)),
    p95: round(worst),
    target: 'none over 50 ms',
    ok: worst <= 50,
  };
}

function tenThousandOrders(): BenchResult[] {
  const rows = Array.from({ length: ORDERS }, (_, i) => quote(i));
  const spot = { price: SPOT, source: 'chain' as const };
  const market = { spot: { ETH: spot, BTC: spot }, over: NOW };
  const before = chainsOf(rows, market);
  // Each answer of the feed is a copy in which one order in a hundred differs.
  const copies = [0, 1, 2].map((shift) =>
    structuredClone(rows).map((row, i) => (i % 100 === shift ? { ...row, delta: 0.5 } : row)),
  );
  const filter = { strikeFrom: 2000, strikeTo: 9000, leastContracts: 0 };
  return [
    timed('10 000 orders: filter and option chains', 50, () => {
      chainsOf(filterRows(rows, filter), market);
    }),
    timed('10 000 orders: update, unchanged rows kept', 50, (turn) => {
      const fresh = copies[turn % copies.length] ?? rows;
      chainsOf(withRowChanges(rows, changesOf(rows, fresh)), market, before);
    }),
    timed('10 000 orders: quotes for an outlook', undefined, () => {
      const found = { spot, now: unixSeconds(NOW), volatilityAt: () => 0.6 };
      quotesFor('up', rows, { ...found, ranking: 'leverage' });
    }),
  ];
}

function twoHundredPositions(): BenchResult[] {
  const rows = Array.from({ length: POSITIONS }, (_, i) => position(i));
  const offered = oneContract(quote(1), { price: SPOT, source: 'chain' });
  if (offered === undefined) throw new Error('the candidate has no terms');
  const held = [...holdingsIn('ETH', rows, SPOT), candidate(offered, 0.6)];
  if (held.length !== POSITIONS + 1) throw new Error(`${held.length} positions are held`);
  return [
    timed('200 positions: all figures, curves of a day and of expiry', 16, (turn) => {
      const scene = { at: NOW + turn * DAY, volatilityShift: turn / 100 };
      portfolioOf(held, SPOT + turn, scene);
      for (const at of [scene, { at: Number.POSITIVE_INFINITY, volatilityShift: 0 }])
        profitsAt(held, curvePrices(held, SPOT, at), at);
    }),
  ];
}

/** Returns one of ten thousand quotes: three products, eighty strikes, twelve expiries, two assets. */
function quote(i: number) {
  const strike = 1000 + 50 * (i % 80);
  const terms = {
    digest: `0x${i}`,
    maker: `0x${i % 50}`,
    side: i % 2 === 0 ? ('buy' as const) : ('sell' as const),
    usd: 10 + (i % 97),
    expiry: NOW + DAY * (1 + (i % 12)),
    asset: i % 5 === 0 ? 'BTC' : 'ETH',
  };
  if (i % 3 === 0) return deskRow('CALL_SPREAD', [strike, 6000], terms);
  return deskRow(i % 3 === 1 ? 'PUT' : 'INVERSE_CALL', [strike], terms);
}

function position(i: number) {
  const strike = 2000 + 10 * i;
  const terms = {
    side: i % 3 === 0 ? ('seller' as const) : ('buyer' as const),
    days: 10 + (i % 6) * 15,
    volatility: 0.4 + (i % 50) / 100,
  };
  if (i % 4 === 0) return deskPosition('PUT', [strike], terms);
  if (i % 4 === 1) return deskPosition('CALL_SPREAD', [strike, strike + 200], terms);
  const wings = [strike, strike + 200, strike + 600, strike + 800];
  return i % 4 === 2
    ? deskPosition('IRON_CONDOR', wings, terms)
    : deskPosition('CALL_FLY', wings.slice(0, 2).concat(strike + 400), terms);
}

function timed(
  metric: string,
  limit: number | undefined,
  run: (turn: number) => void,
): BenchResult {
  const samples = Array.from({ length: TURNS }, (_, turn) => {
    const start = performance.now();
    run(turn);
    return performance.now() - start;
  });
  const [middle, p95] = [median(samples), quantile(samples, 0.95)];
  const target = limit === undefined ? {} : { target: `<= ${limit} ms`, ok: middle <= limit };
  return { metric, unit: 'ms', median: round(middle), p95: round(p95), ...target };
}
