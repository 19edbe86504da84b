import { zeroAddress } from 'viem';
import { expect, it } from 'vitest';
import { storedRows } from '../../../entrypoints/background/kernel/stored-rows.ts';
import { FillRecordSchema } from '../../../entrypoints/background/orders/fill-schemas.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { FILL_STAGES } from '../../../shared/messages/ticket.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ABOUT = {
  digest: `0x${'aa'.repeat(32)}`,
  account: `0x${'11'.repeat(20)}`,
  at: 1,
  referrer: zeroAddress,
  side: 'buy',
  asset: 'ETH',
  product: 'PUT',
  strikes: ['250000000000'],
  expiry: 1_800_000_000,
  token: { symbol: 'USDC', decimals: 6 },
  contracts: '1000000',
  price: '1240000000',
  made: [],
  ahead: [],
};
const what = { kind: 'allow book', amount: '1' };
const asked = { key: 'own:1', to: `0x${'22'.repeat(20)}`, data: '0x' };
const sent = { ...asked, hash: `0x${'ab'.repeat(32)}` };
const proof = {
  option: `0x${'33'.repeat(20)}`,
  block: '16',
  compared: [],
  differing: [],
  premium: '1',
  fee: '0',
  referralFee: '0',
  collateral: '0',
};

/** Members of a row that depend on its stage. */
const PARTS: Readonly<Record<(typeof FILL_STAGES)[number], object>> = {
  checking: { made: [{ ...sent, ...what, digest: '0x1' }] },
  'preparation asked': { preparation: { ...asked, ...what }, ahead: [what] },
  'preparation sent': { preparation: { ...sent, ...what } },
  'fill asked': { fill: asked },
  'fill sent': { fill: sent },
  mined: { fill: sent, proof },
  indexed: { fill: sent, proof },
  'not indexed': { fill: sent, proof },
  unproved: { fill: sent },
  replaced: { newer: { digest: '0x1', price: '1', isOtherMaker: false } },
  failed: { fill: sent, stopped: what, failure: { code: 'expired' }, otherLeftover: '1' },
};

const rows = FILL_STAGES.map((stage) => ({ ...ABOUT, id: stage, stage, ...PARTS[stage] }));

it('reads stored fills of every stage, and leaves out only damaged rows', async () => {
  const areas = memoryAreas();
  const fills = storedRows(areas, STORED_KEYS.fills, FillRecordSchema);
  const [first, ...others] = rows;
  areas.local.content.set('fills', { version: 1, value: rows });
  expect(await fills.read()).toEqual(rows);
  const damaged = { ...first, gasSpent: '9'.repeat(155) };
  areas.local.content.set('fills', { version: 1, value: [damaged, 7, ...others] });
  expect(await fills.read()).toEqual(others);
  expect(await fills.read()).toEqual(others);
});
