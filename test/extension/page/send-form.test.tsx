import { describe, expect, it, vi } from 'vitest';
import { Send } from '../../../components/screens/wallet/send/Send.tsx';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import {
  ACCOUNT,
  address,
  snapshotWith,
  UNLOCKED,
  USDC_ADDRESS,
  WATCHED,
} from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const STRANGER = '0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A';

async function sending(answers: Answers = {}, snapshot: Partial<WalletSnapshot> = {}) {
  const onSent = vi.fn();
  const page = await openPage(<Send onBack={() => undefined} onSent={onSent} />, {
    answers: { 'transactions.send': { hash: '0x1' }, ...answers },
    snapshot,
  });
  return { page, onSent };
}

describe('the form that sends money', () => {
  it('requests an approval with exact base units, and then closes the form', async () => {
    const { page, onSent } = await sending();
    expect(page.isDisabled('Review')).toBe(true);
    await page.type('To', WATCHED);
    await page.type('Amount', '0.1');
    await page.click('Review');
    expect(page.askedFor('transactions.send')).toEqual([
      { chainId: 8453, to: WATCHED, amount: '100000000000000000' },
    ]);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('identifies a sent token by its contract, and scales the amount by the token’s decimals', async () => {
    const { page } = await sending();
    await page.choose('Asset', `8453:${USDC_ADDRESS}`);
    await page.type('To', WATCHED);
    await page.type('Amount', '12.5');
    await page.click('Review');
    expect(page.askedFor('transactions.send')).toEqual([
      { chainId: 8453, to: WATCHED, amount: '12500000', token: USDC_ADDRESS },
    ]);
  });

  it('clears the amount when a different asset is chosen', async () => {
    const { page } = await sending();
    await page.type('Amount', '1');
    await page.choose('Asset', `8453:${USDC_ADDRESS}`);
    expect(page.valueOf('Amount')).toBe('');
    expect(page.words()).toContain('You have 12,450.31 USDC');
  });

  it('shows the value of the amount beside the balance', async () => {
    const { page } = await sending();
    await page.choose('Asset', `8453:${USDC_ADDRESS}`);
    await page.type('Amount', '100');
    expect(page.words()).toMatch(/About \$100(\.00)?\. You have 12,450\.31 USDC/);
  });

  it.each([
    ['a word', 'abc', 'Enter a number such as 1234.5, with up to 18 decimals.'],
    ['zero', '0', 'Enter an amount above zero.'],
    ['more than there is', '1.43', 'You don’t have that much ETH.'],
    ['too many decimals', `0.${'1'.repeat(19)}`, 'with up to 18 decimals'],
  ])('refuses an invalid amount: %s', async (_, amount, problem) => {
    const { page } = await sending();
    await page.type('To', WATCHED);
    await page.type('Amount', amount);
    expect(page.words()).toContain(problem);
    expect(page.isDisabled('Review')).toBe(true);
  });

  it('fills in the highest amount of ether that the worker reports, and the whole balance of a token', async () => {
    const { page } = await sending();
    await page.type('To', WATCHED);
    await page.click('Max');
    expect(page.valueOf('Amount')).toBe('1.4');
    expect(page.askedFor('transactions.most')).toEqual([{ chainId: 8453, to: WATCHED }]);
    await page.choose('Asset', `8453:${USDC_ADDRESS}`);
    await page.click('Max');
    expect(page.valueOf('Amount')).toBe('12450.31');
    expect(page.askedFor('transactions.most')).toHaveLength(1);
  });

  it('marks the amount as invalid when the maximum is unknown', async () => {
    const { page } = await sending({ 'transactions.most': refusing('interrupted') });
    await page.click('Max');
    expect(page.html()).toContain('aria-invalid="true"');
    expect(page.valueOf('Amount')).toBe('');
  });

  it('keeps the typed values and shows an alert when the payment’s request fails', async () => {
    const { page, onSent } = await sending({ 'transactions.send': refusing('interrupted') });
    await page.type('To', WATCHED);
    await page.type('Amount', '0.1');
    await page.click('Review');
    expect(page.html()).toContain('role="alert"');
    expect(page.valueOf('Amount')).toBe('0.1');
    expect(onSent).not.toHaveBeenCalled();
  });

  it('shows no form for an account without a key, and says why', async () => {
    const { page } = await sending({}, { selected: WATCHED });
    expect(page.words()).toContain('Its key isn’t in the vault, so it can’t send.');
    expect(page.words()).not.toContain('Amount');
  });

  it('says that the balances are loading until the first balances are read', async () => {
    const { portfolio: _, ...without } = snapshotWith({});
    const page = await openPage(<Send onBack={() => undefined} onSent={() => undefined} />, {
      snapshot: { ...without, portfolio: undefined } as unknown as WalletSnapshot,
    });
    expect(page.words()).toContain('Loading balances…');
  });

  it('hides the balances while amounts are hidden, but not the amount that the user types', async () => {
    const { page } = await sending({}, { areAmountsHidden: true });
    expect(page.words()).not.toContain('1.42');
    await page.type('Amount', '0.5');
    expect(page.valueOf('Amount')).toBe('0.5');
  });
});

describe('the receiver of money', () => {
  it.each([
    ['an incomplete address', '0x12', 'This isn’t an address.'],
    ['the sending account', ACCOUNT, 'This is the account you’re sending from.'],
    ['a token’s contract', USDC_ADDRESS, 'This is the contract of USDC itself.'],
    ['the zero address', address('00'), 'Anything sent there is lost.'],
    ['a typo', WATCHED.replace('C', 'c'), 'its upper and lower case letters don’t match'],
  ])('refuses an invalid receiver: %s', async (_, to, problem) => {
    const { page } = await sending();
    await page.type('Amount', '0.1');
    await page.type('To', to);
    expect(page.words()).toContain(problem);
    expect(page.isDisabled('Review')).toBe(true);
  });

  it('shows the user’s name for a receiver, and doesn’t show a warning', async () => {
    const { page } = await sending();
    await page.type('To', WATCHED);
    expect(page.words()).toContain('Bakery');
    expect(page.words()).not.toContain('You’ve never sent anything');
    expect(page.words()).not.toContain('Save as contact');
  });

  it('warns of an unknown receiver, and offers to save it as a contact', async () => {
    const { page } = await sending({ 'wallets.save': null });
    await page.type('To', STRANGER);
    expect(page.words()).toContain('You’ve never sent anything to this address.');
    await page.click('Save as contact');
    expect(page.isDisabled('Save')).toBe(true);
    await page.type('Contact name', 'Ada');
    await page.click('Save');
    expect(page.askedFor('wallets.save')).toEqual([
      { edits: [{ kind: 'set-contact', address: STRANGER, name: 'Ada' }] },
    ]);
  });

  it('requires a comparison of every character when the receiver imitates a known one', async () => {
    const imitation = `${WATCHED.slice(0, 8)}${'0'.repeat(26)}${WATCHED.slice(-8)}`.toLowerCase();
    const { page } = await sending();
    await page.type('Amount', '0.1');
    await page.type('To', imitation);
    expect(page.words()).toContain('This isn’t your contact Bakery.');
    expect(page.isDisabled('Review')).toBe(true);
    await page.tick('I’ve compared every character, and I want to send to the new address.');
    expect(page.isDisabled('Review')).toBe(false);
    await page.type('To', imitation.replace('00', '11'));
    expect(page.isDisabled('Review')).toBe(true);
  });

  it('finds a receiver by name or address, and selects it with a click', async () => {
    const { page } = await sending();
    expect(page.words()).toContain('your account');
    await page.type('To', 'bak');
    expect(page.words()).not.toContain('your account');
    await page.click('Bakery 0x3C44…93BC · contact');
    expect(page.valueOf('To')).toBe(WATCHED);
  });

  it('accepts a name as the receiver', async () => {
    const found = { kind: 'address', address: STRANGER } as const;
    const { page } = await sending({ 'names.addressOf': found });
    await page.type('To', 'ada.eth');
    await page.shows('ada.eth');
    await page.shows('You’ve never sent anything to this address.');
    await page.type('Amount', '0.1');
    await page.click('Review');
    expect(page.askedFor('transactions.send')).toEqual([
      { chainId: 8453, to: STRANGER, amount: '100000000000000000' },
    ]);
  });

  it.each([
    ['no address has the name', { kind: 'unknown' }, 'No address has this name'],
    ['the name’s chain isn’t in the wallet', { kind: 'chainNotAdded', chainId: 1 }, 'add Ethereum'],
    [
      'the name’s chain has no name service',
      { kind: 'noNameService', chainId: 10 },
      'OP Mainnet doesn’t',
    ],
  ] as const)('doesn’t find a receiver by name when %s', async (_, found, problem) => {
    const { page } = await sending({ 'names.addressOf': found });
    await page.type('To', 'ada.eth');
    await page.shows(problem);
    expect(page.isDisabled('Review')).toBe(true);
  });

  it('refuses a payment address that names a network other than the asset’s network', async () => {
    const { page } = await sending();
    await page.type('To', `ethereum:${STRANGER}@10`);
    expect(page.words()).toContain(
      'This payment address is for OP Mainnet, but the asset you chose is on Base.',
    );
  });

  it('suggests no contact when the vault has no contacts', async () => {
    const { page } = await sending();
    await page.change({ vault: { ...UNLOCKED, contacts: [] } });
    await page.type('To', 'bak');
    expect(page.words()).not.toContain('Bakery');
  });
});
