import { describe, expect, it } from 'vitest';
import { describeActivity, describeEnd } from '../../../components/approvals/describe-activity.ts';
import type {
  ActivityEntry,
  TransactionEntry,
  TransactionFailure,
} from '../../../shared/activity/record.ts';
import { inGerman } from '../helpers/languages.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const COMMON = { id: '0xaa', at: 1, origin: '', account: ACCOUNT, chainId: 8453 };

function sent(what: TransactionEntry['what'], failure?: TransactionFailure): ActivityEntry {
  const base = { ...COMMON, kind: 'transaction', hash: '0xaa', what } as const;
  return failure === undefined
    ? { ...base, status: 'confirmed' }
    : { ...base, status: 'failed', failure };
}

const ROWS: readonly (readonly [ActivityEntry, english: string, german: string])[] = [
  [
    sent({
      kind: 'fill',
      side: 'buy',
      contracts: '1500000',
      decimals: 6,
      traded: { asset: 'ETH', product: 'CALL_SPREAD' },
    }),
    'Bought 1.5 × ETH call spread',
    'Gekauft: 1,5 × ETH Call-Spread',
  ],
  [
    sent({
      kind: 'transfer',
      to: ACCOUNT,
      amount: { token: { address: ACCOUNT, symbol: 'USDC', decimals: 6 }, units: '1234500000' },
    }),
    'Sent 1,234.5 USDC to 0x7099…79C8',
    '1.234,5 USDC an 0x7099…79C8 gesendet',
  ],
  [
    { ...COMMON, kind: 'signature', what: { kind: 'message' } },
    'Signed a message',
    'Nachricht unterschrieben',
  ],
  [
    { ...COMMON, kind: 'signature', what: { kind: 'typed data', type: 'Note', name: 'Dapp' } },
    'Signed “Note” for “Dapp”',
    '„Note“ für „Dapp“ unterschrieben',
  ],
  [
    {
      ...COMMON,
      origin: 'https://app.example',
      kind: 'connection',
      what: { kind: 'accounts', count: 2 },
    },
    'Connected app.example',
    'Mit app.example verbunden',
  ],
];

describe('a row of the activity', () => {
  it.each(ROWS)(
    'describes activity row %# in the language that is currently chosen',
    (row, english, german) => {
      expect(describeActivity(row)).toBe(english);
      expect(inGerman(() => describeActivity(row))).toBe(german);
      expect(describeActivity(row)).toBe(english);
    },
  );

  it('explains why nothing was signed or sent for an unsigned request', () => {
    const row = sent({ kind: 'batch', count: 2 }, { code: 'not signed', cause: 'no-answer' });
    expect(describeEnd(row)).toBe(
      'Nothing was signed or sent. Condor can’t reach the network. Check the node in Settings.',
    );
    expect(inGerman(() => describeEnd(row))).toMatch(/^Es wurde nichts unterschrieben/);
  });

  it('doesn’t describe a reverted transfer as done', () => {
    const row = sent(
      {
        kind: 'transfer',
        to: ACCOUNT,
        amount: { token: { address: ACCOUNT, symbol: 'USDC', decimals: 6 }, units: '1000000' },
      },
      { code: 'reverted' },
    );
    expect(describeActivity(row)).toBe('Send 1 USDC to 0x7099…79C8');
    expect(inGerman(() => describeActivity(row))).toBe('1 USDC an 0x7099…79C8 senden');
  });
});

describe('the end of a transaction', () => {
  const what = { kind: 'payout' } as const;

  it.each<[TransactionFailure, RegExp]>([
    [{ code: 'reverted' }, /failed on the chain/],
    [{ code: 'nonce taken' }, /replaced this one/],
    [{ code: 'node refused', text: 'underpriced' }, /“underpriced”/],
  ])('describes in both languages why a transaction failed: %j', (failure, words) => {
    const read = () => describeEnd(sent(what, failure));
    expect(read()).toMatch(words);
    expect(inGerman(read)).toBeTruthy();
    expect(inGerman(read)).not.toBe(read());
  });

  it('doesn’t describe a failure for a successful transaction', () => {
    expect(describeEnd(sent(what))).toBeUndefined();
  });
});
