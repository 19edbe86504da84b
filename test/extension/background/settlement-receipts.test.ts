import type { Address, Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createReceiptFacts } from '../../../entrypoints/background/positions/receipt-facts.ts';
import { positionRow } from '../../../entrypoints/background/positions/rows.ts';
import { createVerifier } from '../../../entrypoints/background/positions/verify.ts';
import { IMPLEMENTATIONS, type ProductName } from '../../../shared/chain/implementations.ts';
import type { EventLog } from '../../../shared/positions/event-log.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { totalsOf } from '../../../shared/positions/totals.ts';
import { contracts, epochMs, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import {
  encodeLog,
  filled,
  initialized,
  optionAddress,
  PUT_R12,
} from '../../shared/positions/event-logs.ts';
import { optionNode } from '../helpers/option-node.ts';

const OPTION = optionAddress(1);
const FILL: Hex = `0x${'f1'.repeat(32)}`;
const SETTLEMENT: Hex = `0x${'5e'.repeat(32)}`;
const NOW = unixSeconds(1_788_700_000);

interface Terms {
  readonly product: ProductName;
  readonly strikes: readonly bigint[];
  readonly numContracts: bigint;
  readonly collateralAmount: bigint;
}
/** The put in the recorded events: one contract with strike 79,000. */
const PUT: Terms = {
  product: 'PUT',
  strikes: [7_900_000_000_000n],
  numContracts: 1_000_000n,
  collateralAmount: 79_000_000_000n,
};
/** One contract of a ranger with wings that are 500 wide: k is 500, and 1,000 are locked. */
const RANGER: Terms = {
  product: 'RANGER',
  strikes: [7_950_000_000_000n, 8_000_000_000_000n, 8_100_000_000_000n, 8_150_000_000_000n],
  numContracts: 1_000_000n,
  collateralAmount: 1_000_000_000n,
};

const implementationOf = (product: ProductName): Address =>
  IMPLEMENTATIONS.find((one) => one.product === product && one.revision === 'r12')?.address ??
  PUT_R12;

function settlementLogs(price: bigint, payout: bigint, emitter: Address = OPTION): EventLog[] {
  return [
    encodeLog(emitter, 'OptionExpired', { optionAddress: emitter, settlementPrice: price }),
    encodeLog(emitter, 'OptionPayout', {
      optionAddress: emitter,
      buyer: optionAddress(9),
      amountPaidOut: payout,
    }),
  ];
}

/**
 * Returns the buyer's row of a position that an indexer reports as settled, checked with a node's
 * receipts.
 */
async function settledRow(input: {
  terms: Terms;
  price: bigint;
  payout: bigint;
  /** Logs of the settlement; undefined if the node doesn't have the receipt. */
  receipt: readonly EventLog[] | undefined;
}): Promise<PositionRow> {
  const { product, ...terms } = input.terms;
  const fill = [initialized(OPTION, { ...terms }), filled(OPTION)];
  const [open] = positionsFromLogs(
    fill.map((log, logIndex) => ({ ...log, logIndex })),
    { hash: FILL, block: 1, timestamp: unixSeconds(1_788_500_000) },
  );
  if (open === undefined) return expect.unreachable();
  const implementation = implementationOf(product);
  const position: PositionRecord = {
    ...open,
    implementation,
    numContracts: contracts(terms.numContracts),
    status: 'settled',
    close: { block: 2, timestamp: unixSeconds(1_788_599_000), txHash: SETTLEMENT },
    settlement: {
      settlementPrice: price8(input.price),
      payoutBuyer: tokenAmount(input.payout),
      collateralReturnedSeller: tokenAmount(terms.collateralAmount - input.payout),
    },
  };
  const client = optionNode({
    position,
    implementation,
    receipts: {
      [FILL]: fill,
      ...(input.receipt === undefined ? {} : { [SETTLEMENT]: input.receipt }),
    },
  });
  const clock = { now: () => epochMs(NOW * 1000) };
  const verify = createVerifier(client, createReceiptFacts({ client, clock }));
  const verification = (await verify([position], new Map())).get(OPTION);
  if (verification === undefined) return expect.unreachable();
  return positionRow({
    position,
    side: 'buyer',
    now: NOW,
    spotOf: () => undefined,
    market: undefined,
    verification,
    backing: undefined,
    isFresh: false,
    hasFailedSettlement: false,
    canSign: true,
  });
}

/** At a settlement price of 78,000, the put pays 1,000. */
const PUT_PRICE = 7_800_000_000_000n;
const ZONE_PRICE = 8_050_000_000_000n;

describe('a settlement whose receipt proves the payout', () => {
  it.each<[string, Terms, price: bigint, payout: bigint, formula: bigint | undefined]>([
    ['a put that pays by the formula', PUT, PUT_PRICE, 1_000_000_000n, undefined],
    ['a put that rounds one unit up', PUT, PUT_PRICE, 1_000_000_001n, 1_000_000_000n],
    ['a put that rounds one unit down', PUT, PUT_PRICE, 999_999_999n, 1_000_000_000n],
    ['a ranger that pays k', RANGER, ZONE_PRICE, 500_000_000n, undefined],
    ['a ranger that pays 2k', RANGER, ZONE_PRICE, 1_000_000_000n, 500_000_000n],
  ])('verifies the payout of the receipt for %s', async (_, terms, price, payout, formula) => {
    const row = await settledRow({
      terms,
      price,
      payout,
      receipt: settlementLogs(price, payout),
    });
    expect(row).toMatchObject({
      verification: 'verified',
      isMoneyProven: true,
      state: 'settled',
    });
    expect(row.compared).toContain('payout');
    expect(row.formulaPayout).toBe(formula);
    expect(row.worth?.value).toBe(payout);
    expect(totalsOf([row])).toMatchObject({ count: 1, disagreeing: 0, unproven: 0 });
  });

  it('reports a disagreement when the indexer’s payout isn’t the receipt’s payout', async () => {
    const row = await settledRow({
      terms: PUT,
      price: PUT_PRICE,
      payout: 1_000_000_000n,
      receipt: settlementLogs(PUT_PRICE, 400_000_000n),
    });
    expect(row).toMatchObject({ verification: 'disagrees', disagreements: ['payout'] });
    expect(row).not.toHaveProperty('formulaPayout');
  });
});

describe('a receipt without proof of the payout', () => {
  const LIE = 9_000_000_000n;

  it.each<[string, readonly EventLog[] | undefined]>([
    ['is missing', undefined],
    ['holds no event', []],
    ['belongs to another option’s settlement', settlementLogs(PUT_PRICE, LIE, optionAddress(2))],
    [
      'holds events of another contract that name this option',
      settlementLogs(PUT_PRICE, LIE).map((log) => ({ ...log, address: optionAddress(2) })),
    ],
  ])(
    'reports a disagreement about the indexer’s payout when the receipt %s',
    async (_, receipt) => {
      const row = await settledRow({ terms: PUT, price: PUT_PRICE, payout: LIE, receipt });
      expect(row).toMatchObject({ verification: 'disagrees', disagreements: ['payout'] });
      expect(row.isMoneyProven).toBe(false);
    },
  );

  it.each<[string, Terms, price: bigint, payout: bigint]>([
    ['a put that differs by rounding', PUT, PUT_PRICE, 1_000_000_001n],
    ['a ranger that pays 2k', RANGER, ZONE_PRICE, 1_000_000_000n],
  ])(
    'without a receipt, reports %s as verified but its payout as unproven',
    async (_, terms, price, payout) => {
      const row = await settledRow({ terms, price, payout, receipt: undefined });
      expect(row).toMatchObject({ verification: 'verified', isMoneyProven: false });
      expect(row).not.toHaveProperty('formulaPayout');
    },
  );

  it('reports a disagreement when a ranger pays more than its collateral, even without a receipt', async () => {
    const row = await settledRow({
      terms: RANGER,
      price: ZONE_PRICE,
      payout: 1_000_000_001n,
      receipt: undefined,
    });
    expect(row).toMatchObject({ verification: 'disagrees', disagreements: ['payout'] });
  });
});
