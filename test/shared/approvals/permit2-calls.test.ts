import { encodeFunctionData } from 'viem';
import { expect, it } from 'vitest';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { permit2Abi } from '../../../shared/chain/abi/permit2.ts';
import { PERMIT2 } from '../../../shared/chain/chain-context.ts';

const A = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const B = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const data = encodeFunctionData({
  abi: permit2Abi,
  functionName: 'approve',
  args: [A, B, 7n, 1_900_000_000],
});

it.each([8453, 1])('reads an allowance that Permit2 stores on chain %i', (chainId) => {
  expect(understandTransaction({ to: PERMIT2, data, value: '0x0' }, chainId)).toEqual({
    kind: 'allow through permit2',
    ...{ token: A, spender: B, amount: 7n, until: 1_900_000_000 },
  });
});

it('doesn’t recognize an allowance of Permit2 in a call to a different contract', () => {
  expect(understandTransaction({ to: A, data, value: '0x0' })).toMatchObject({
    kind: 'unreadable',
  });
});
