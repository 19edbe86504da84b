import { encodeFunctionData, erc20Abi } from 'viem';
import { expect, it, vi } from 'vitest';
import { createTransactions } from '../../../../../entrypoints/background/approvals/sending/transactions.ts';
import { LostError } from '../../../../../entrypoints/background/chain/made-again.ts';
import type { ApprovalRequest, Choice } from '../../../../../shared/approvals/types.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ID = `0x${'11'.repeat(32)}` as const;

it('reports notPending, not a rejection, when a transaction was mined before its replacement', async () => {
  const choice = {
    kind: 'send',
    fee: { gas: ['0x5208'], maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', isLegacy: false },
  } satisfies Choice;
  const transactions = createTransactions({
    approvals: {
      request: async ({ request }: { request: ApprovalRequest }) => ({ choice, request }),
    },
    broadcast: { send: () => expect.unreachable() },
    watchLocks: () => () => true,
    coinOf: () => 'ETH',
    tokenNames: { known: () => () => undefined },
    pendingNonce: () => undefined,
    nonceInsteadOf: () => expect.unreachable(),
  });
  const asked = transactions.ask({
    requester: { origin: '', own: true },
    requestKey: 'own:1',
    chainId: 8453,
    account: ACCOUNT,
    transaction: { to: ACCOUNT, value: '0x0', data: '0x' },
    replaces: ID,
  });
  await expect(asked).rejects.toMatchObject({ code: 'notPending' });
});

it('records a token under the name that the approval showed', async () => {
  const choice = {
    kind: 'send',
    fee: { gas: ['0x5208'], maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', isLegacy: false },
  } satisfies Choice;
  const send = vi.fn(async () => ID);
  const name = { symbol: 'FOO', decimals: 6, isClaim: true };
  const transactions = createTransactions({
    approvals: {
      request: async ({ request }: { request: ApprovalRequest }) => ({ choice, request }),
    },
    broadcast: { send },
    watchLocks: () => () => true,
    coinOf: () => 'ETH',
    tokenNames: { known: () => (address) => (address === ACCOUNT ? name : undefined) },
    pendingNonce: () => undefined,
    nonceInsteadOf: () => expect.unreachable(),
  });
  const args = [ACCOUNT, 2_500_000n] as const;
  await transactions.ask({
    requester: { origin: '', own: true },
    requestKey: 'own:1',
    chainId: 8453,
    account: ACCOUNT,
    transaction: {
      to: ACCOUNT,
      value: '0x0',
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
    },
  });
  const what = {
    kind: 'transfer',
    amount: { units: '2500000', token: { address: ACCOUNT, ...name } },
  };
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ what: expect.objectContaining(what) }),
  );
});

it.each([
  ['records the replaced transaction of a speed-up', false, ID],
  ['doesn’t record the replaced transaction of a cancellation', true, undefined],
])('%s', async (_, isCancel, speedsUp) => {
  const choice = {
    kind: 'send',
    fee: { gas: ['0x5208'], maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', isLegacy: false },
  } satisfies Choice;
  const sent: unknown[] = [];
  const transactions = createTransactions({
    approvals: {
      request: async ({ request }: { request: ApprovalRequest }) => ({ choice, request }),
    },
    broadcast: {
      async send(sending) {
        sent.push(sending.speedsUp);
        return ID;
      },
    },
    watchLocks: () => () => true,
    coinOf: () => 'ETH',
    tokenNames: { known: () => () => undefined },
    pendingNonce: () => 4,
    nonceInsteadOf: () => expect.unreachable(),
  });
  await transactions.ask({
    ...{ requester: { origin: '', own: true }, requestKey: 'own:1', chainId: 8453 },
    ...{ account: ACCOUNT, transaction: { to: ACCOUNT, value: '0x0', data: '0x' } },
    ...{ replaces: ID, isCancel },
  });
  expect(sent).toEqual([speedsUp]);
});

it('doesn’t prompt the user while a lost transaction can’t be sent again', async () => {
  const transactions = createTransactions({
    approvals: { request: () => expect.unreachable() },
    broadcast: { send: () => expect.unreachable() },
    watchLocks: () => () => true,
    coinOf: () => 'ETH',
    tokenNames: { known: () => () => undefined },
    pendingNonce: () => undefined,
    async nonceInsteadOf(of) {
      expect(of).toEqual({ chainId: 8453, account: ACCOUNT, lost: [ID] });
      throw new LostError('lostStillOpen');
    },
  });
  const asked = transactions.ask({
    ...{ requester: { origin: '', own: true }, requestKey: 'own:1', chainId: 8453 },
    ...{ account: ACCOUNT, transaction: { to: ACCOUNT, value: '0x0', data: '0x' } },
    insteadOf: [ID],
  });
  await expect(asked).rejects.toMatchObject({ code: 'lostStillOpen' });
});
