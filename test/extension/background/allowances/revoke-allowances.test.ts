import { decodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  revocationOf,
  revokeAllowances,
} from '../../../../entrypoints/background/allowances/revoke-allowances.ts';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import type { AllowanceRef } from '../../../../shared/messages/allowances.ts';
import { addressOf } from '../../helpers/allowance-node.ts';

const OWNER = addressOf(5, 5);
const OTHER = addressOf(5, 6);
const ref = (n: number, members: Partial<AllowanceRef> = {}): AllowanceRef => ({
  ...{ chainId: 8453, account: OWNER, kind: 'token', token: addressOf(2, n) },
  spender: addressOf(1, n),
  ...members,
});

/** Returns the revocations of allowances, and the bundles that they begin. */
function revocations({ whole }: { whole?: TransactionDraft } = {}) {
  let rows: readonly { chainId: number; calls: readonly TransactionDraft[] }[] = [];
  const deps = {
    bundles: {
      async revoke(inputs: typeof rows) {
        rows = inputs;
      },
    },
    batching: { transactionOf: async () => whole },
    canSign: (account: string) => account !== OTHER,
  };
  return {
    revoke: (refs: readonly AllowanceRef[]) => revokeAllowances(deps, refs),
    rows: () => rows,
  };
}

describe('the revocation of allowances', () => {
  it('puts the revocations of one account on one network into one bundle, in order', async () => {
    const { revoke, rows } = revocations();
    const refs = [ref(1), ref(2, { chainId: 10 }), ref(3)];
    await revoke(refs);
    expect(rows().map(({ chainId, calls }) => [chainId, calls.map(({ to }) => to)])).toEqual([
      [8453, [addressOf(2, 1), addressOf(2, 3)]],
      [10, [addressOf(2, 2)]],
    ]);
  });

  it('sends revocations as one transaction if the account supports batches', async () => {
    const whole: TransactionDraft = { to: OWNER, value: '0x0', data: '0x1234' };
    const { revoke, rows } = revocations({ whole });
    await revoke([ref(1), ref(2)]);
    expect(rows()[0]?.calls).toEqual([whole]);
  });

  it('refuses all revocations if a revocation belongs to a watched account', async () => {
    const { revoke, rows } = revocations();
    await expect(revoke([ref(1), ref(2, { account: OTHER })])).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(rows()).toEqual([]);
  });

  it('revokes the approval of an item by approving the zero address', () => {
    const { data, to } = revocationOf(ref(1, { kind: 'item', item: '77' }));
    const abi = parseAbi(['function approve(address to, uint256 tokenId)']);
    expect(to).toBe(addressOf(2, 1));
    expect(decodeFunctionData({ abi, data }).args).toEqual([`0x${'0'.repeat(40)}`, 77n]);
  });
});
