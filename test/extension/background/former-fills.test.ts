import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { fillView } from '../../../entrypoints/background/orders/fill-record.ts';
import { storedFills } from '../../../entrypoints/background/state/stored-fills.ts';
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
  token: { symbol: 'USDC', decimals: 6 },
  contracts: '1000000',
  price: '1240000000',
  steps: 2,
};
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

/** A row of the former shape: parts of earlier stages stay in it. */
const PARTS: Readonly<Record<(typeof FILL_STAGES)[number], object>> = {
  checking: { allowance: sent, fill: asked },
  'allowance asked': { allowance: asked },
  'allowance sent': { allowance: sent },
  'fill asked': { allowance: sent, fill: asked },
  'fill sent': { allowance: sent, fill: sent },
  mined: { allowance: sent, fill: sent, proof },
  indexed: { allowance: sent, fill: sent, proof },
  'not indexed': { fill: sent, proof },
  unproved: { fill: sent },
  replaced: { allowance: sent, fill: asked, newer: { digest: '0x1', price: '1' } },
  failed: {
    allowance: asked,
    fill: sent,
    failure: { code: 'expired', detail: 'Der Vertrag sagt: „Order expired“' },
  },
};

const former = FILL_STAGES.map((stage) => ({ ...ABOUT, id: stage, stage, ...PARTS[stage] }));

describe('fills that were stored in the former shape', () => {
  it('keeps all former fills, each in its stage', async () => {
    const areas = memoryAreas();
    areas.session.content.set('fills', { version: 1, value: former });
    const rows = await storedFills(areas).read();
    expect(rows?.map(({ id, stage }) => [id, stage])).toEqual(
      FILL_STAGES.map((stage) => [stage, stage]),
    );
    const hashOf = (stage: string) =>
      rows?.filter((row) => row.stage === stage).map((row) => fillView(row).hash);
    expect(hashOf('fill asked')).toEqual([undefined]);
    for (const stage of ['fill sent', 'mined', 'indexed', 'not indexed', 'unproved', 'failed']) {
      expect(hashOf(stage)).toEqual([sent.hash]);
    }
    expect(areas.session.content.get('fills')).toMatchObject({ version: 2 });
  });

  it('leaves out only a damaged row', async () => {
    const areas = memoryAreas();
    const [first, ...others] = former;
    const damaged = { ...first, gasSpent: '9'.repeat(155) };
    areas.session.content.set('fills', { version: 1, value: [damaged, 7, ...others] });
    expect((await storedFills(areas).read())?.map(({ id }) => id)).toEqual(FILL_STAGES.slice(1));
    expect((await storedFills(areas).read())?.map(({ id }) => id)).toEqual(FILL_STAGES.slice(1));
  });

  it('drops members of other stages and texts of one language from former fills', async () => {
    const areas = memoryAreas();
    areas.session.content.set('fills', { version: 1, value: former });
    const rows = (await storedFills(areas).read()) ?? [];
    const of = (stage: string) => rows.find((row) => row.stage === stage);
    expect(of('checking')).not.toHaveProperty('fill');
    expect(of('failed')).toMatchObject({ failure: { code: 'expired' } });
    expect(JSON.stringify(of('failed'))).not.toContain('Vertrag');
    expect(of('failed')).not.toHaveProperty('allowance');
    expect(of('replaced')).toMatchObject({ newer: { isOtherMaker: false } });
  });
});
