import { expect, it } from 'vitest';
import { createDraftFees } from '../../../../../entrypoints/background/approvals/sending/draft-fees.ts';
import type { ApprovalDraft } from '../../../../../shared/approvals/types.ts';
import { memoryActivity } from '../../../helpers/memory-activity.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const LOST = `0x${'aa'.repeat(32)}`;

const draftWith = (more: { readonly insteadOf?: string[] }): ApprovalDraft => ({
  ...{ id: '1', requestKey: 'own:1', requester: { origin: 'condor', own: true } },
  ...{ chainId: 8453, createdAt: 0 },
  request: {
    kind: 'transaction',
    account: ACCOUNT,
    transaction: { to: ACCOUNT, value: '0x0', data: '0x' },
    ...more,
  },
});

/** A wallet whose transaction with nonce 5 was lost, and a node with these counts. */
async function createWallet({ mined, pending }: { mined: string; pending: string }) {
  const activity = memoryActivity({});
  await activity.add({
    ...{ id: LOST, hash: LOST, kind: 'transaction', status: 'dropped', at: 0, origin: '' },
    ...{ account: ACCOUNT, chainId: 8453, nonce: 5, what: { kind: 'payout' } },
  });
  return createDraftFees({
    activity,
    rpcOf: () => ({
      async request(method, [, block]) {
        if (method === 'eth_blockNumber') return '0x64';
        if (method !== 'eth_getTransactionCount') return null;
        return block === 'pending' ? pending : mined;
      },
    }),
    wait: async () => undefined,
  });
}

it('returns the lost transaction’s nonce for its replacement, and the next nonce for any other transaction', async () => {
  // A node can still count the lost transaction as pending.
  const { nonceFor } = await createWallet({ mined: '0x5', pending: '0x6' });
  expect(await nonceFor(draftWith({ insteadOf: [LOST] }))).toBe(5);
  expect(await nonceFor(draftWith({}))).toBe(6);
});

it('returns the next nonce for a replacement once a different transaction has used the lost transaction’s nonce', async () => {
  const { nonceFor } = await createWallet({ mined: '0x7', pending: '0x7' });
  expect(await nonceFor(draftWith({ insteadOf: [LOST] }))).toBe(7);
});
