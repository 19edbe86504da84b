import { describe, expect, it } from 'vitest';
import { ActivityRow } from '../../../components/screens/wallet/activity/ActivityRow.tsx';
import type { ActivityEntry } from '../../../shared/activity/record.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { ACCOUNT, AT, snapshotWith, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const HASH = `0x${'a4'.repeat(32)}`;
const common = {
  id: '4',
  at: AT - 120_000,
  origin: 'https://swap.example',
  account: ACCOUNT,
  chainId: 8453,
} as const;
const USDC = { address: '0x1', symbol: 'USDC', decimals: 6 } as const;
const APPROVAL = {
  ...common,
  kind: 'transaction',
  hash: HASH,
  what: {
    kind: 'approve',
    spender: `0x${'c0'.repeat(20)}`,
    amount: { token: USDC, units: '42000000' },
  },
} as const;
const SENT: ActivityEntry = { ...APPROVAL, status: 'sent' };

const row = (entry: ActivityEntry, change: Partial<WalletSnapshot> = {}) =>
  onPage(<ActivityRow entry={entry} now={AT} />, snapshotWith(change));
const words = (entry: ActivityEntry) => wordsOf(row(entry));

describe('a transaction in the activity', () => {
  it('a transaction in the activity shows its effect, its origin and its age', () => {
    expect(words(SENT)).toMatch(
      /^Allow 0xc0c0…c0c0 to take 42 USDC pending · 2 min ago https:\/\/swap\.example · Savings/,
    );
  });

  it('names the wallet as the origin of its own transactions', () => {
    expect(words({ ...SENT, origin: '' })).toContain('in Condor · Savings');
  });

  it('doesn’t name the account of a transaction when the vault has only one account', () => {
    const [wallet = expect.unreachable()] = UNLOCKED.wallets;
    const wallets = [{ ...wallet, accounts: wallet.accounts.slice(0, 1) }];
    expect(wordsOf(row(SENT, { vault: { ...UNLOCKED, wallets } }))).not.toContain('Savings');
  });

  it('names a transaction’s network if it isn’t Base', () => {
    expect(words({ ...SENT, chainId: 10 })).toContain('· OP Mainnet');
    expect(words({ ...SENT, chainId: 777 })).toContain('· Chain 777');
    expect(words(SENT)).not.toContain('Base');
  });

  it('links a transaction on Base to BaseScan, and offers to copy its hash', () => {
    expect(row(SENT)).toContain(`href="https://basescan.org/tx/${HASH}"`);
    expect(buttonNamesOf(row(SENT))).toContain('Copy hash');
  });

  it('shows the fee that a transaction has cost', () => {
    const done: ActivityEntry = { ...APPROVAL, status: 'confirmed', gasCost: '21000000000001' };
    expect(words(done)).toContain('network fee 0.000021001 ETH');
  });

  it('hides the amount and the fee of a transaction while the user hides amounts', () => {
    const done: ActivityEntry = { ...APPROVAL, status: 'confirmed', gasCost: '21000000000001' };
    const shown = wordsOf(row(done, { areAmountsHidden: true }));
    expect(shown).toContain('••• USDC');
    expect(shown).toContain('network fee ••• ETH');
    expect(shown).not.toContain('42');
  });

  it('shows the age of a row of the activity in German', () => {
    const words = wordsOf(inGerman(() => row(SENT)));
    expect(words).toContain('vor ');
    expect(words).not.toContain('ago');
  });
});

describe('a pending or finished transaction', () => {
  it('a pending transaction can be sped up and cancelled', () => {
    expect(buttonNamesOf(row(SENT))).toEqual(['Copy hash', 'Speed up', 'Cancel']);
  });

  it('a pending transaction that removes code can’t be cancelled, because a cancellation would also remove the code', () => {
    const removal: ActivityEntry = {
      ...SENT,
      kind: 'transaction',
      status: 'sent',
      hash: HASH,
      what: { kind: 'remove code', account: ACCOUNT },
    };
    expect(buttonNamesOf(row(removal))).toEqual(['Copy hash', 'Speed up']);
  });

  it.each(['confirmed', 'failed', 'dropped', 'replaced'] as const)(
    'a finished transaction in the activity shows the state %s',
    (status) => {
      const names = buttonNamesOf(row({ ...APPROVAL, status }));
      expect(names).not.toContain('Speed up');
      expect(words({ ...APPROVAL, status })).toContain(`${status} · 2 min ago`);
    },
  );
});

describe('a transaction that failed or was dropped', () => {
  it('a transaction that failed says that only the fee was paid', () => {
    const failed: ActivityEntry = { ...APPROVAL, status: 'failed', failure: { code: 'reverted' } };
    expect(words(failed)).toContain('Only the network fee was paid.');
  });

  it('a dropped transaction says that another transaction replaced it', () => {
    const dropped: ActivityEntry = {
      ...APPROVAL,
      status: 'dropped',
      failure: { code: 'nonce taken' },
    };
    expect(words(dropped)).toContain('Another transaction replaced this one.');
  });

  it('shows no button for a transaction that was never signed', () => {
    const unsigned: ActivityEntry = { ...APPROVAL, status: 'dropped', hash: '' };
    expect(buttonNamesOf(row(unsigned))).toEqual([]);
  });
});

describe('a signature in the activity', () => {
  const signature: ActivityEntry = { ...common, kind: 'signature', what: { kind: 'message' } };

  it('names the site of a signature, and doesn’t show any buttons', () => {
    expect(words(signature)).toContain('signed · 2 min ago https://swap.example');
    expect(buttonNamesOf(row(signature))).toEqual([]);
  });
});
