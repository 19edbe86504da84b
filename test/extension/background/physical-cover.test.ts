import { describe, expect, it } from 'vitest';
import { createReceiptFacts } from '../../../entrypoints/background/positions/receipt-facts.ts';
import { createVerifier } from '../../../entrypoints/background/positions/verify.ts';
import { IMPLEMENTATIONS } from '../../../shared/chain/implementations.ts';
import { contracts, epochMs, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import { filled, initialized, optionAddress } from '../../shared/positions/event-logs.ts';
import { optionNode } from '../helpers/option-node.ts';

const OPTION = optionAddress(1);
const FILL = `0x${'f1'.repeat(32)}` as const;

/** Verifies an open physical put of one contract at 79,000, whose contract locks this much USDC. */
async function verifyLocked(locked: bigint) {
  const implementation = IMPLEMENTATIONS.find(
    ({ product, revision }) => product === 'PHYSICAL_PUT' && revision === 'r12',
  )?.address;
  const fill = [initialized(OPTION, { collateralAmount: locked }), filled(OPTION)];
  const [open] = positionsFromLogs(
    fill.map((log, logIndex) => ({ ...log, logIndex })),
    { hash: FILL, block: 1, timestamp: unixSeconds(1_788_500_000) },
  );
  if (open === undefined || implementation === undefined) return expect.unreachable();
  const position = {
    ...open,
    implementation,
    numContracts: contracts(1_000_000n),
    collateralAmount: tokenAmount(locked),
  };
  const client = optionNode({ position, implementation, receipts: { [FILL]: fill } });
  const clock = { now: () => epochMs(1_788_700_000_000) };
  const verify = createVerifier(client, createReceiptFacts({ client, clock }));
  return (await verify([position], new Map())).get(OPTION);
}

describe('an open physical option', () => {
  it("verifies an open physical option that locks its product's collateral", async () => {
    expect(await verifyLocked(79_000_000_000n)).toMatchObject({ result: 'verified' });
  });

  it('reports a disagreement when the contract locks less than the product requires', async () => {
    expect(await verifyLocked(1_000_000n)).toMatchObject({
      result: 'disagrees',
      disagreements: ['cover'],
    });
  });
});
