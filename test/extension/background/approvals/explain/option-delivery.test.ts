import { describe, expect, it } from 'vitest';
import { explainAllowance } from '../../../../../entrypoints/background/approvals/explain/explain-allowance.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../../../shared/chain/deployments.ts';

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const WETH = '0x4200000000000000000000000000000000000006';
const OPTION = `0x${'ab'.repeat(20)}`;
const DATA = `0x095ea7b3${OPTION.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}`;

describe('an allowance for the delivery of an own option', () => {
  it('an allowance for the delivery of the account’s option passes both checks and needs no acknowledgement', () => {
    const found = understandTransaction({ to: USDC, value: '0x0', data: DATA });
    if (found.kind !== 'approve') return expect.unreachable();
    const { checks, dangers } = explainAllowance(found, {
      context: chainContext(CHAIN_ID, 'ETH'),
      isPrivate: false,
      known: [],
      delivery: {
        gets: {
          token: { address: WETH, symbol: 'WETH', decimals: 18 },
          units: `5${'0'.repeat(17)}`,
        },
        until: 2_000,
      },
    });
    expect(checks.map(({ status }) => status)).toEqual(['passed', 'passed']);
    expect(dangers).toEqual([]);
  });
});
