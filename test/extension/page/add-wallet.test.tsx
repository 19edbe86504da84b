import { describe, expect, it, vi } from 'vitest';
import { AddWallet } from '../../../components/screens/vault/add-wallet/AddWallet.tsx';
import type { OfferedAccount } from '../../../shared/messages/wallet-answers.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { address } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const NEW = 'Create a new wallet With a new recovery phrase of 12 or 24 words.';
const IMPORT =
  'Import a wallet With a recovery phrase or private key. Or enter an address to watch.';

async function adding(choice: string, answers: Answers = {}) {
  const onDone = vi.fn();
  const page = await openPage(<AddWallet onDone={onDone} />, { answers });
  await page.click(choice);
  return { page, onDone };
}

describe('a new wallet', () => {
  const WORDS = Array.from({ length: 12 }, (_, i) => `word${i}`);
  const creating = (answers: Answers = {}) =>
    adding(NEW, {
      'wallets.draftSeed': { draftId: 'd', words: WORDS },
      'wallets.saveDraft': null,
      ...answers,
    });

  it('announces the chosen number of words before it shows a new phrase, and drafts a phrase of that length', async () => {
    const { page } = await creating();
    expect(page.words()).toContain('You’ll see 12 words.');
    await page.tick('24 words');
    expect(page.words()).toContain('You’ll see 24 words.');
    // In a field, the Enter key presses the submit button of the field's form.
    expect(page.html()).toMatch(
      /<form.*<button type="submit"[^>]*>Show recovery phrase.*<\/form>/s,
    );
    await page.click('Show recovery phrase');
    expect(page.askedFor('wallets.draftSeed')).toEqual([{ words: 24 }]);
  });

  it('saves a new wallet only after the user has confirmed the words', async () => {
    const { page, onDone } = await creating();
    await page.type('Name', ' Savings ');
    await page.click('Show recovery phrase');
    expect(page.words()).toContain('1 word0 2 word1');
    expect(page.isDisabled('Save to vault')).toBe(true);
    await page.tick('I wrote down the words in order.');
    await page.click('Save to vault');
    expect(page.askedFor('wallets.saveDraft')).toEqual([
      expect.objectContaining({ draftId: 'd', name: 'Savings' }),
    ]);
    expect(onDone).toHaveBeenCalledOnce();
    expect(page.html()).not.toContain('word0');
  });

  it('a new wallet needs a name before its recovery phrase can be shown', async () => {
    const { page } = await creating();
    await page.type('Name', ' ');
    expect(page.isDisabled('Show recovery phrase')).toBe(true);
  });

  it('hides the words when the user goes back, and says that those words don’t belong to any wallet', async () => {
    const { page } = await creating();
    expect(page.words()).not.toContain('Don’t use them');
    await page.click('Show recovery phrase');
    await page.tick('I wrote down the words in order.');
    await page.click('Back');
    expect(page.html()).not.toContain('word0');
    expect(page.words()).toContain('The words you saw before don’t belong to any wallet.');
    await page.click('Show recovery phrase');
    expect(page.isDisabled('Save to vault')).toBe(true);
  });

  it('keeps the words on the page when the vault wasn’t saved', async () => {
    const { page, onDone } = await creating({ 'wallets.saveDraft': refusing('windowClosed') });
    await page.click('Show recovery phrase');
    await page.tick('I wrote down the words in order.');
    await page.click('Save to vault');
    expect(page.html()).toContain('role="alert"');
    expect(page.words()).toContain('1 word0');
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe('the accounts of an imported phrase', () => {
  const offered = (count: number): OfferedAccount[] =>
    Array.from({ length: count }, (_, index) => ({
      index,
      address: address(`a${index}`),
      isHeld: false,
    }));
  async function choosing(answers: Answers = {}, accounts = offered(3)) {
    const { page, onDone } = await adding(IMPORT, {
      'wallets.preview': accounts,
      'wallets.uses': [],
      'wallets.import': null,
      ...answers,
    });
    await page.type('Recovery phrase, private key or address', 'some phrase');
    await page.click('Import');
    await page.shows('Choose accounts');
    return { page, onDone };
  }
  const use = (byte: string, sent: number, units?: string) => ({
    address: address(byte),
    sent,
    balances: units === undefined ? [] : [{ symbol: 'USDC', decimals: 6, units }],
  });

  it('suggests the first account when none is in use', async () => {
    const { page, onDone } = await choosing();
    await page.shows('Import 1 account');
    await page.click('Import 1 account');
    expect(page.askedFor('wallets.import')).toEqual([
      expect.objectContaining({ accounts: [{ index: 0, name: 'Account 1' }] }),
    ]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('lists used accounts first, with their balances and transaction counts', async () => {
    const { page } = await choosing({
      'wallets.uses': [use('a1', 1), use('a2', 2, '1234500000')],
    });
    await page.shows('Import 2 accounts');
    const shown = page.words();
    expect(shown.indexOf('Account 2')).toBeLessThan(shown.indexOf('Account 1'));
    expect(shown).toContain('1 transaction ');
    expect(shown).toContain('1,234.5 USDC 2 transactions');
  });

  it('says that the used accounts are unknown, and allows an import, when the network doesn’t respond', async () => {
    const { page } = await choosing({ 'wallets.uses': refusing('interrupted') });
    await page.shows('Condor can’t tell which accounts are in use.');
    expect(page.isDisabled('Import 1 account')).toBe(false);
  });

  it('disables the checkbox of an account that the vault already has', async () => {
    const { page } = await choosing({}, [
      { index: 0, address: address('a0'), isHeld: true },
      { index: 1, address: address('a1'), isHeld: false },
    ]);
    await page.shows('in your vault');
    expect(page.isDisabled('Import')).toBe(true);
    expect(page.html()).toMatch(/<input[^>]*disabled=""[^>]*checked=""/);
  });

  it('offers more accounts of the same phrase', async () => {
    const { page } = await choosing();
    await page.click('Show more accounts');
    expect(page.askedFor('wallets.preview')).toEqual([
      { secret: 'some phrase', count: 5 },
      { secret: 'some phrase', count: 10 },
    ]);
  });
});
