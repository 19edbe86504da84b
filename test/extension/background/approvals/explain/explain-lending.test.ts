import { type Address, encodeFunctionData, numberToHex, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { createCodeReader } from '../../../../../entrypoints/background/chain/code-at.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { lendingPoolAbi } from '../../../../../shared/chain/abi/lending.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../../../shared/chain/deployments.ts';
import { LENDING_POOL, reserveOf } from '../../../../../shared/chain/lending.ts';
import type { KnownAddress } from '../../../../../shared/chain/receiver.ts';
import { epochMs, MAX_UINT256 } from '../../../../../shared/units.ts';
import { worded } from '../../../helpers/worded.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const { asset } = reserveOf('USDC');

/** Describes a call to a contract. The node reports 12.5 receipts, or doesn't answer. */
async function said(
  data: `0x${string}`,
  {
    to = LENDING_POOL,
    isReachable = true,
    known = [],
  }: { to?: Address; isReachable?: boolean; known?: readonly KnownAddress[] } = {},
) {
  const rpc = {
    async request(method: string) {
      if (!isReachable) throw new TypeError('away');
      return method === 'eth_getCode' ? '0x6001' : numberToHex(12_500_000n, { size: 32 });
    },
  };
  const meaning = await explain(
    {
      context: chainContext(CHAIN_ID, 'ETH'),
      rpc,
      codeAt: createCodeReader(rpc),
      clock: { now: () => epochMs(0) },
      spotOf: () => undefined,
      isInFeed: async () => undefined,
      known: () => known,
    },
    understandTransaction({ to, data, value: '0x0' }),
    ACCOUNT,
  );
  return worded(meaning);
}

const supply = (to: Address = ACCOUNT, token: Address = asset.address) =>
  encodeFunctionData({
    abi: lendingPoolAbi,
    functionName: 'supply',
    args: [token, 2_000_000_000n, to, 0],
  });
const withdraw = (amount: bigint, to: Address = ACCOUNT) =>
  encodeFunctionData({
    abi: lendingPoolAbi,
    functionName: 'withdraw',
    args: [asset.address, amount, to],
  });

describe('the explanation of a lending call', () => {
  it('shows the outgoing and the incoming asset of a lending call', async () => {
    const lent = await said(supply());
    expect(lent.sentence).toBe('Lend out 2,000 USDC through Aave');
    expect(lent.leaves).toMatchObject([{ amount: '2,000', symbol: 'USDC' }]);
    expect(lent.arrives).toMatchObject([{ amount: '2,000', symbol: 'aBasUSDC' }]);
    const taken = await said(withdraw(5_000_000n));
    expect(taken.sentence).toBe('Take 5 USDC back from Aave');
    expect(taken.leaves).toMatchObject([{ amount: '5', symbol: 'aBasUSDC' }]);
    expect(taken.arrives).toMatchObject([{ amount: '5', symbol: 'USDC' }]);
    expect([lent.danger, taken.danger]).toEqual([undefined, undefined]);
  });

  it('shows the present balance as the amount when a call withdraws everything', async () => {
    const { sentence, arrives } = await said(withdraw(MAX_UINT256));
    expect(sentence).toBe('Take all your USDC back from Aave');
    expect(arrives).toMatchObject([{ amount: '12.5', symbol: 'USDC' }]);
  });

  it('requires an acknowledgement when the balance can’t be read', async () => {
    const { leaves, danger } = await said(withdraw(MAX_UINT256), { isReachable: false });
    expect(leaves).toEqual([]);
    expect(danger).toBeDefined();
  });

  it.each([
    ['lends money on behalf of', supply(OTHER), 'Lend out 2,000 USDC through Aave for 0x90F7…b906'],
    [
      'pays out to',
      withdraw(5_000_000n, OTHER),
      'Take 5 USDC out of Aave and send it to 0x90F7…b906',
    ],
    [
      'pays everything out to',
      withdraw(MAX_UINT256, OTHER),
      'Take all your USDC out of Aave and send it to 0x90F7…b906',
    ],
  ])(
    'says that the call %s somebody else, and that nothing comes back',
    async (_, data, heading) => {
      const { arrives, rows, checks, sentence, danger } = await said(data);
      expect(sentence).toBe(heading);
      expect(danger).toContain('never received anything from me');
      expect(arrives).toEqual([]);
      expect(rows).toMatchObject([{ value: OTHER }]);
      expect(checks).toMatchObject([{ label: 'Receiver', status: 'warned' }]);
    },
  );

  it('needs no acknowledgement when the receiver is a contact', async () => {
    const known = [{ address: OTHER, name: 'Friend', kind: 'contact' as const }];
    const { danger, sentence } = await said(withdraw(5_000_000n, OTHER), { known });
    expect(danger).toBeUndefined();
    expect(sentence).toContain('0x90F7…b906');
  });

  it('refuses the zero address and the token itself as receivers', async () => {
    for (const to of [zeroAddress, asset.address])
      expect((await said(withdraw(5_000_000n, to))).refusal).toBeDefined();
  });

  it('requires an acknowledgement for a call to a different contract or with a different asset', async () => {
    for (const { danger } of [
      await said(supply(), { to: OTHER }),
      await said(supply(ACCOUNT, OTHER)),
    ])
      expect(danger).toBeDefined();
  });
});
