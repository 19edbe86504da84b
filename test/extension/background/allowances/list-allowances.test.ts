import { getAddress } from 'viem';
import { expect, it } from 'vitest';
import { createAllowanceList } from '../../../../entrypoints/background/allowances/list-allowances.ts';
import { createFakeClock } from '../../../helpers/fake-world.ts';
import { patientNames } from '../../helpers/token-names.ts';

const ACCOUNT = `0x${'ab'.repeat(20)}`;
const TOKEN = `0x${'cd'.repeat(20)}`;
const SPENDER = `0x${'ef'.repeat(20)}`;

it('the allowance list shows the addresses of a found allowance with checksums', async () => {
  const list = createAllowanceList({
    // Every address of this node has code, and no contract has a name.
    rpcOf: () => ({ request: async (method) => (method === 'eth_getCode' ? '0x60' : '0x') }),
    activity: {
      transactions: () => [],
      mark: () => ({ version: '', count: 0, pending: 0 }),
    },
    found: (chainId) => [
      { chainId, account: ACCOUNT, kind: 'token', token: TOKEN, spender: SPENDER },
    ],
    valuesOf: () => ({
      read: async (found) => found.map(({ spender }) => ({ spender, units: 5n, stake: 5n })),
      version: () => 0,
    }),
    accounts: () => [ACCOUNT],
    canSign: () => true,
    isKnown: () => true,
    tokenNames: patientNames(),
    spots: { of: () => undefined, refresh: async () => undefined },
    clock: createFakeClock(),
    wait: async () => undefined,
  });
  const [row] = await list.of(1);
  expect(row).toMatchObject({
    account: getAddress(ACCOUNT),
    spender: getAddress(SPENDER),
    token: { address: getAddress(TOKEN) },
  });
});
