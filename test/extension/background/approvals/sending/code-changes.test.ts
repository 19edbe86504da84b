import type { Address } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  createCodeChanges,
  lostForeignCode,
} from '../../../../../entrypoints/background/approvals/sending/code-changes.ts';
import type { TransactionRequest } from '../../../../../entrypoints/background/approvals/sending/transactions.ts';
import type { TransactionRecord } from '../../../../../shared/activity/record.ts';
import { codeOf, DELEGATOR, NO_CODE } from '../../../../../shared/chain/delegation.ts';
import { createFakeClock, createFakeRandom } from '../../../../helpers/fake-world.ts';
import { memoryActivity } from '../../../helpers/memory-activity.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const SWEEPER = '0x00000000000000000000000000000000000D0666';

function start(codes: Readonly<Record<string, string>> = {}) {
  const asked: TransactionRequest[] = [];
  const changes = createCodeChanges({
    client: {
      request: async (_, params) => codes[String(Array.isArray(params) ? params[0] : '')] ?? '0x',
    },
    transactions: {
      async ask(request) {
        asked.push(request);
        return '0x';
      },
    },
    random: createFakeRandom(),
  });
  return { changes, asked };
}

describe('a change of code', () => {
  it('sends a code change to the payer’s own address, and names the contract whose code is removed', async () => {
    const { changes, asked } = start({ [ACCOUNT]: codeOf(SWEEPER) });
    await changes.remove({ account: ACCOUNT, payer: PAYER });
    await changes.set(PAYER);
    expect(asked.map(({ account, transaction }) => [account, transaction])).toEqual([
      [
        PAYER,
        {
          to: PAYER,
          value: '0x0',
          data: '0x',
          codeChange: { account: ACCOUNT, delegate: NO_CODE, former: SWEEPER },
        },
      ],
      [
        PAYER,
        {
          to: PAYER,
          value: '0x0',
          data: '0x',
          codeChange: { account: PAYER, delegate: DELEGATOR },
        },
      ],
    ]);
  });

  it('refuses a payer that runs foreign code, unless the payer removes its own code', async () => {
    const { changes, asked } = start({ [ACCOUNT]: codeOf(SWEEPER), [PAYER]: codeOf(SWEEPER) });
    await expect(changes.remove({ account: ACCOUNT, payer: PAYER })).rejects.toMatchObject({
      code: 'notPossible',
    });
    expect(asked).toEqual([]);
    await changes.remove({ account: ACCOUNT, payer: ACCOUNT });
    expect(asked).toHaveLength(1);
  });
});

describe('the memory of foreign code', () => {
  const clock = createFakeClock();
  const removed = (
    what: TransactionRecord['what'],
    status: 'confirmed' | 'failed' = 'confirmed',
  ): TransactionRecord => ({
    id: `0x${'1'.repeat(64)}`,
    kind: 'transaction',
    at: clock.now(),
    origin: '',
    account: PAYER,
    chainId: 8453,
    what,
    hash: `0x${'1'.repeat(64)}`,
    status,
  });
  async function lost(row: TransactionRecord, account: Address = ACCOUNT, days = 0) {
    const activity = memoryActivity();
    await activity.add(row);
    const now = () => (clock.now() + days * 86_400_000) as ReturnType<typeof clock.now>;
    return lostForeignCode({ activity, clock: { now }, account });
  }
  const foreign = { kind: 'remove code', account: ACCOUNT, former: SWEEPER } as const;

  it('remembers for a month that an account’s foreign code was removed', async () => {
    expect(await lost(removed(foreign))).toBe(true);
    expect(await lost(removed(foreign), ACCOUNT, 31)).toBe(false);
    expect(await lost(removed(foreign), PAYER)).toBe(false);
    expect(await lost(removed(foreign, 'failed'))).toBe(false);
    expect(await lost(removed({ kind: 'remove code', account: ACCOUNT }))).toBe(false);
  });
});
