import { describe, expect, it } from 'vitest';
import { explain } from '../../../entrypoints/background/approvals/explain.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import type { KnownAddress } from '../../../shared/chain/receiver.ts';
import { epochMs } from '../../../shared/units.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BAKERY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const POISON = `0x7099${'1'.repeat(32)}79c8`;
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const KNOWN: KnownAddress[] = [
  { address: BAKERY, name: 'Bakery', kind: 'contact' },
  { address: ACCOUNT, name: 'First', kind: 'own' },
];

/** What the approval window says of a transfer of a token, or of one wei. */
function said(to: string, token?: string) {
  const draft =
    token === undefined
      ? { to, value: '0x1', data: '0x' }
      : { to: token, value: '0x0', data: transferOf(to) };
  return explain(
    {
      client: { request: () => Promise.reject(new Error('nobody is asked')) },
      clock: { now: () => epochMs(0) },
      spotOf: () => undefined,
      isInFeed: () => undefined,
      known: () => KNOWN,
    },
    understandTransaction(draft),
    ACCOUNT,
  );
}

/** `transfer(address,uint256)` of one unit. */
function transferOf(to: string): string {
  return `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`;
}

describe.each([
  ['the coin', undefined],
  ['a token', USDC],
])('an approval that sends %s', (_, token) => {
  it('names a contact', async () => {
    const { checks, danger } = await said(BAKERY, token);
    expect(checks).toEqual([
      { label: 'Receiver', status: 'passed', detail: 'It is your contact Bakery.' },
    ]);
    expect(danger).toBeUndefined();
  });

  it('warns of a receiver who never got anything', async () => {
    const { checks, danger } = await said(USDC.replace('8', '9').toLowerCase(), token);
    expect(checks).toMatchObject([{ label: 'Receiver', status: 'warned' }]);
    expect(danger).toBeUndefined();
  });

  it('has a look-alike acknowledged first, whoever asks for it', async () => {
    const { checks, danger } = await said(POISON, token);
    expect(checks).toMatchObject([{ status: 'warned', detail: expect.stringContaining(BAKERY) }]);
    expect(danger).toContain('it is not your contact Bakery');
  });
});
