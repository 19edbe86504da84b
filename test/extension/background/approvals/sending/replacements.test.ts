import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { isCancelling } from '../../../../../entrypoints/background/approvals/sending/cancelling.ts';
import { createReplacements } from '../../../../../entrypoints/background/approvals/sending/replacements.ts';
import type { TransactionRequest } from '../../../../../entrypoints/background/approvals/sending/transactions.ts';
import type { TransactionRecord } from '../../../../../shared/activity/record.ts';
import { DELEGATOR, NO_CODE } from '../../../../../shared/chain/delegation.ts';
import { createFakeRandom } from '../../../../helpers/fake-world.ts';
import { memoryActivity } from '../../../helpers/memory-activity.ts';

/** A well-known key of every devnet. */
const SIGNER = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);
const ID = `0x${'11'.repeat(32)}` as const;

/** A pending empty transfer of the account to itself, with the requests about it in the queue. */
async function waiting(isCancel?: true, code?: TransactionRecord['code']) {
  const activity = memoryActivity();
  const raw = await SIGNER.signTransaction({
    chainId: 8453,
    type: 'eip1559',
    to: SIGNER.address,
    value: 0n,
    nonce: 7,
    gas: 21_000n,
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 1n,
  });
  await activity.add({
    id: ID,
    kind: 'transaction',
    at: 0,
    origin: '',
    account: SIGNER.address,
    chainId: 8453,
    what: { kind: 'send', to: SIGNER.address, amount: { wei: '0', coin: 'ETH' } },
    status: 'sent',
    hash: ID,
    raw,
    nonce: 7,
    ...(isCancel === undefined ? {} : { isCancel }),
    ...(code === undefined ? {} : { code }),
  });
  const asked: TransactionRequest[] = [];
  const transactions = {
    ask: async (request: TransactionRequest) => {
      asked.push(request);
      return ID;
    },
  };
  const replacements = createReplacements({ activity, transactions, random: createFakeRandom() });
  const isCancellation = () => {
    const [found] = asked;
    if (found === undefined) throw new Error('nothing was asked');
    const { insteadOf: _insteadOf, ...request } = found;
    return isCancelling({ kind: 'transaction', ...request });
  };
  return { replacements, isCancellation, asked };
}

describe('an empty transfer of the account to itself', () => {
  it('records a sped-up empty transfer to the account itself as a transfer, not as a cancellation', async () => {
    const { replacements, isCancellation } = await waiting();
    await replacements.speedUp(ID);
    expect(isCancellation()).toBe(false);
  });

  it('records a sped-up cancellation as a cancellation', async () => {
    const first = await waiting();
    await first.replacements.cancel(ID);
    expect(first.isCancellation()).toBe(true);
    const again = await waiting(true);
    await again.replacements.speedUp(ID);
    expect(again.isCancellation()).toBe(true);
  });
});

describe("a pending change of an account's code", () => {
  const code = { account: SIGNER.address, delegate: DELEGATOR, isChanged: true };

  it('speeds a code change up by repeating it, and cancels a code change by removing the code', async () => {
    const first = await waiting(undefined, code);
    await first.replacements.speedUp(ID);
    await first.replacements.cancel(ID);
    const { account } = code;
    expect(first.asked.map(({ transaction }) => transaction.codeChange)).toEqual([
      { account, delegate: DELEGATOR },
      { account, delegate: NO_CODE },
    ]);
    expect(first.asked[1]?.isCancel).toBe(true);
  });

  it('cancels a batch without a code change when the batch didn’t change the account’s code', async () => {
    const batch = await waiting(undefined, { ...code, isChanged: false });
    await batch.replacements.cancel(ID);
    expect(batch.asked[0]?.transaction).not.toHaveProperty('codeChange');
  });
});
