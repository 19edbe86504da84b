import { hashTypedData, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { recoverWithdrawal, withdrawalTypedData } from '../../../shared/orders/withdrawal.ts';

const maker = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const digest = `0x${'ab'.repeat(32)}` as const;

describe('the withdrawal of an order from a feed', () => {
  it('accepts a withdrawal that an EIP-712 wallet signed', async () => {
    const signature = await maker.signTypedData(withdrawalTypedData(digest));
    const hash = hashTypedData(withdrawalTypedData(digest));
    expect(await recoverAddress({ hash, signature })).toBe(maker.address);
    expect(recoverWithdrawal(digest, signature)).toBe(maker.address);
  });

  it('doesn’t recover the maker from a withdrawal of a different order', async () => {
    const signature = await maker.signTypedData(withdrawalTypedData(digest));
    expect(recoverWithdrawal(`0x${'ac'.repeat(32)}`, signature)).not.toBe(maker.address);
  });
});
