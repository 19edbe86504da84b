import { decodeFunctionData, type Hex, toHex } from 'viem';
import { expect, it } from 'vitest';
import { listAllowances } from '../../../../entrypoints/background/sending/allowances.ts';
import type { ActivityLog } from '../../../../entrypoints/background/state/activity.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import { patientNames } from '../../helpers/token-names.ts';
import { tokenNode } from '../../helpers/token-node.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const FOO = '0x7000000000000000000000000000000000000001';
const FAKE = '0x7000000000000000000000000000000000000002';
const USDBC = '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA';

it('names the tokens of granted allowances like the approval window', async () => {
  const names = tokenNode((address) => ({
    symbol: address === FOO ? 'FOO' : 'USDC',
    decimals: 6n,
  }));
  const rpc = {
    async request(method: string, params: unknown): Promise<unknown> {
      const [call] = Array.isArray(params) ? params : [];
      const isAllowance =
        isRecord(call) &&
        String(call.data).startsWith('0xdd62ed3e') &&
        decodeFunctionData({ abi: erc20Abi, data: call.data as Hex }).functionName === 'allowance';
      return isAllowance ? toHex(2_500_000n, { size: 32 }) : names.request(method, params);
    },
  };
  const transactions = [FOO, FAKE, USDBC].map((token) => ({
    ...{ chainId: CHAIN_ID, account: ACCOUNT, at: 1 },
    allowance: { token, spender: SPENDER },
  }));
  const activity = { transactions: () => transactions } as unknown as ActivityLog;
  const views = await listAllowances({
    activity,
    rpc,
    account: ACCOUNT,
    tokenNames: patientNames(),
  });
  expect(views.map(({ token }) => token)).toEqual([
    { address: FOO, symbol: 'FOO', decimals: 6, isClaim: true },
    { address: FAKE, imitates: 'USDC' },
    { address: USDBC, symbol: 'USDbC', decimals: 6 },
  ]);
});
