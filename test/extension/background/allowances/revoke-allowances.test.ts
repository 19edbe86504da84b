import { decodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  revocationOf,
  revokeAllowances,
} from '../../../../entrypoints/background/allowances/revoke-allowances.ts';
import type { RequestContext } from '../../../../entrypoints/background/approvals/request-context.ts';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import type { AllowanceRef } from '../../../../shared/messages/allowances.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { createFakeRandom } from '../../../helpers/fake-world.ts';
import { addressOf } from '../../helpers/allowance-node.ts';

const OWNER = addressOf(5, 5);
const OTHER = addressOf(5, 6);
const ref = (n: number, members: Partial<AllowanceRef> = {}): AllowanceRef => ({
  ...{ chainId: 8453, account: OWNER, kind: 'token', token: addressOf(2, n) },
  spender: addressOf(1, n),
  ...members,
});

/** Revocations whose reviews are answered by `answer`, with the bundles that were asked for. */
function revocations(
  options: { answer?: (account: string) => void; whole?: TransactionDraft } = {},
) {
  let rows: readonly { chainId: number; calls: readonly TransactionDraft[] }[] = [];
  const deps = {
    bundles: {
      async ask(
        { requestKey, requester }: RequestContext,
        input: { account: string; chainId: number; calls: TransactionDraft[] },
      ) {
        expect(requester.own).toBe(true);
        options.answer?.(input.account);
        rows = [input, ...rows];
        return requestKey;
      },
    },
    batching: { transactionOf: async () => options.whole },
    canSign: (account: string) => account !== OTHER,
    random: createFakeRandom('revocations'),
  };
  return {
    revoke: (refs: readonly AllowanceRef[]) => revokeAllowances(deps, refs),
    rows: () => rows,
  };
}

describe('revocations', () => {
  it('revocations need one review for each account and network, with the calls in order', async () => {
    const { revoke, rows } = revocations();
    const refs = [ref(1), ref(2, { chainId: 10 }), ref(3)];
    await revoke(refs);
    expect(rows().map(({ chainId, calls }) => [chainId, calls.map(({ to }) => to)])).toEqual([
      [10, [addressOf(2, 2)]],
      [8453, [addressOf(2, 1), addressOf(2, 3)]],
    ]);
  });

  it('revocations are one transaction where the account can make it', async () => {
    const whole: TransactionDraft = { to: OWNER, value: '0x0', data: '0x1234' };
    const { revoke, rows } = revocations({ whole });
    await revoke([ref(1), ref(2)]);
    expect(rows()[0]?.calls).toEqual([whole]);
  });

  it('revocations end at the first rejection', async () => {
    const { revoke, rows } = revocations({
      answer() {
        throw new RpcError('rejected');
      },
    });
    await expect(revoke([ref(1), ref(2, { chainId: 10 })])).rejects.toMatchObject({
      code: 'rejected',
    });
    expect(rows()).toEqual([]);
  });

  it('revocations are refused for a watched account', async () => {
    const { revoke } = revocations();
    await expect(revoke([ref(1, { account: OTHER })])).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('revocations set an item free for the zero address, not its spender', () => {
    const { data, to } = revocationOf(ref(1, { kind: 'item', item: '77' }));
    const abi = parseAbi(['function approve(address to, uint256 tokenId)']);
    expect(to).toBe(addressOf(2, 1));
    expect(decodeFunctionData({ abi, data }).args).toEqual([`0x${'0'.repeat(40)}`, 77n]);
  });
});
