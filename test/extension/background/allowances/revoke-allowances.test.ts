import { decodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  createRevocations,
  revocationOf,
} from '../../../../entrypoints/background/allowances/revoke-allowances.ts';
import type { Bundle } from '../../../../entrypoints/background/sending/bundle-rows.ts';
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

/** Revocations whose reviews are answered by `answer`, with bundles that keep their calls. */
function revocations(
  options: {
    answer?: (account: string) => void;
    whole?: TransactionDraft;
    confirmed?: readonly string[];
  } = {},
) {
  let rows: readonly Bundle[] = [];
  let now = 1_000;
  const made = createRevocations({
    bundles: {
      async ask({ requestKey, requester }, { account, chainId, calls }) {
        expect(requester.own).toBe(true);
        options.answer?.(account);
        const fee = { gas: [], maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', isLegacy: false };
        const hashes = calls.map((_, index) => `${account}:${index}`);
        const row = { id: requestKey, origin: '', at: now, stopped: false, fee, hashes };
        rows = [{ ...row, account, chainId, calls, requestKey }, ...rows];
        return requestKey;
      },
      ofWallet: () => rows,
      hashes: ({ hashes }) => hashes,
      async stop({ id }) {
        rows = rows.map((row) => (row.id === id ? { ...row, stopped: true } : row));
      },
    },
    batching: { transactionOf: async () => options.whole },
    activity: {
      find: (hash) =>
        ({ status: options.confirmed?.includes(hash) === true ? 'confirmed' : 'sent' }) as never,
    },
    canSign: (account) => account !== OTHER,
    clock: { now: () => now as never },
    random: createFakeRandom('revocations'),
  });
  return {
    ...made,
    rows: () => rows,
    later(milliseconds: number) {
      now += milliseconds;
    },
  };
}

describe('revocations', () => {
  it('need one review for each account and network, with the calls in order', async () => {
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

  it('end at the first rejection', async () => {
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

  it('report their progress until all are confirmed, or a while after they stopped', async () => {
    const confirmed = [`${OWNER}:0`];
    const { later, progress, revoke, stop } = revocations({ confirmed });
    await revoke([ref(1), ref(2)]);
    expect(progress(8453)).toEqual({ done: 1, count: 2, isStopped: false });
    expect(progress(10)).toBeUndefined();
    await stop(8453);
    expect(progress(8453)).toEqual({ done: 1, count: 2, isStopped: true });
    later(601_000);
    expect(progress(8453)).toBeUndefined();
    confirmed.push(`${OWNER}:1`);
    expect(progress(8453)).toBeUndefined();
  });

  it('set an item free for the zero address, not its spender', () => {
    const { data, to } = revocationOf(ref(1, { kind: 'item', item: '77' }));
    const abi = parseAbi(['function approve(address to, uint256 tokenId)']);
    expect(to).toBe(addressOf(2, 1));
    expect(decodeFunctionData({ abi, data }).args).toEqual([`0x${'0'.repeat(40)}`, 77n]);
  });
});
