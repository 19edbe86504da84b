import { type Address, encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { receiverOf } from '../../../../../entrypoints/background/approvals/sending/sent-facts.ts';
import { receiversIn } from '../../../../../shared/activity/receivers.ts';
import type { TransactionRecord } from '../../../../../shared/activity/record.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../../../shared/chain/deployments.ts';
import { reserveOf } from '../../../../../shared/chain/lending.ts';
import { knownAddresses } from '../../../../../shared/chain/receiver.ts';
import { epochMs } from '../../../../../shared/units.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const RECEIVER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const UNLISTED = '0x1234567890123456789012345678901234567890';
const USDC = reserveOf('USDC').asset.address;

const transfer = (token: Address, amount: bigint) => ({
  to: token,
  value: '0x0' as const,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [RECEIVER, amount] }),
});

const SENT = {
  id: '0xaa',
  kind: 'transaction',
  at: 1,
  origin: '',
  account: ACCOUNT,
  chainId: CHAIN_ID,
  what: { kind: 'payout' },
  hash: '0xaa',
  nonce: 4,
  receiver: RECEIVER,
  status: 'confirmed',
} as const satisfies TransactionRecord;
const SITE = 'https://thief.example';

/** Returns the codes of the dangers of a site's transfer of 100,000 USDC. */
async function dangersAfter(entries: readonly TransactionRecord[]) {
  const { dangers } = await explain(
    {
      rpc: { request: async () => Promise.reject(new Error('no node')) },
      context: chainContext(CHAIN_ID, 'ETH'),
      codeAt: async () => 'none',
      clock: { now: () => epochMs(0) },
      spotOf: () => undefined,
      isInFeed: async () => true,
      known: () => knownAddresses({ contacts: [], accounts: [], receivers: receiversIn(entries) }),
    },
    understandTransaction(transfer(USDC, 100_000_000000n)),
    ACCOUNT,
  );
  return (dangers ?? []).map(({ code }) => code);
}

describe('a site’s transfer to a receiver', () => {
  it('shows no danger once the user has sent to the receiver on the wallet’s own pages', async () => {
    expect(await dangersAfter([SENT])).toEqual([]);
  });

  it.each<[string, readonly TransactionRecord[]]>([
    ['nothing was sent to', []],
    ['only a site sent to', [{ ...SENT, origin: SITE }]],
    ['a failed transaction would have sent to', [{ ...SENT, status: 'failed' }]],
    ['a dropped transaction would have sent to', [{ ...SENT, status: 'dropped' }]],
    ['only a waiting transaction sends to', [{ ...SENT, status: 'sent', raw: '0x02' }]],
    [
      'only a site’s sped-up transaction sent to',
      [SENT, { ...SENT, id: '0xbb', hash: '0xbb', origin: SITE, status: 'replaced' }],
    ],
  ])(
    'requires an acknowledgement for a site’s transfer when %s the receiver',
    async (_, entries) => {
      expect(await dangersAfter(entries)).toEqual(['receiver.new']);
    },
  );
});

describe('the receiver of a transaction', () => {
  const recorded = (call: Parameters<typeof understandTransaction>[0]) =>
    receiverOf(understandTransaction(call), { account: ACCOUNT, chainId: CHAIN_ID });

  it('records the receiver of a listed token', () => {
    expect(recorded(transfer(USDC, 10_000n))).toBe(RECEIVER);
  });

  it.each([
    ['one wei', { to: RECEIVER, value: '0x1', data: '0x' } as const],
    ['less than a cent', transfer(USDC, 9_999n)],
    ['a token that isn’t listed', transfer(UNLISTED, 10n ** 24n)],
  ])('doesn’t record the receiver when a transaction sends %s', (_, call) => {
    expect(recorded(call)).toBeUndefined();
  });
});
