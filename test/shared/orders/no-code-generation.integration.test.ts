import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SCRIPT = `
  import { Check } from 'typebox/value';
  import { parseFeed } from './shared/orders/parse-feed.ts';
  import { describeOrder } from './shared/orders/describe.ts';
  import { priceOrder } from './shared/orders/price.ts';
  import { verifyOrder } from './shared/orders/verify.ts';
  import { understandTransaction } from './shared/approvals/understand.ts';
  import { encodeFill } from './shared/orders/calldata.ts';
  import { parsePositions } from './shared/positions/parse-position.ts';
  import { FeedWire } from './shared/wire/orders.ts';
  import { PositionWire } from './shared/wire/positions.ts';
  import { realOrders } from './test/shared/orders/real-orders.ts';
  let isRefused = false;
  try { new Function('return 1')(); } catch { isRefused = true; }
  const { entry } = realOrders()[0];
  const { terms } = describeOrder(entry.order);
  const { price, expiry, orderExpiryTimestamp: now } = entry.order;
  priceOrder({ terms, price, expiry, now, spot: 264_000_000_000n });
  const data = encodeFill({ ...entry, referrer: entry.order.maker, numContracts: 1n });
  console.log(JSON.stringify([
    isRefused,
    verifyOrder(entry, { now }).status,
    understandTransaction({ to: entry.order.maker, data, value: '0x0' }).kind,
    parseFeed({ orders: [] }).problems.length,
    parsePositions([]).problems.length,
    Check(FeedWire, { data: { orders: [] } }),
    Check(PositionWire, {}),
  ]));
`;

it('orders can be checked where code generation from strings is forbidden, as in an extension’s worker', async () => {
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', SCRIPT];
  const cwd = new URL('../../..', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  expect(JSON.parse(stdout)).toEqual([true, 'passed', 'fill', 0, 0, true, false]);
});
