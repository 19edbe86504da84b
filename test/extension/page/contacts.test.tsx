import { describe, expect, it } from 'vitest';
import { ContactSettings } from '../../../components/screens/settings/ContactSettings.tsx';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { ACCOUNT, LOCKED, UNLOCKED, WATCHED } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const contacts = (answers: Answers = { 'wallets.save': null }) =>
  openPage(<ContactSettings />, { answers });

describe('the contacts of a vault', () => {
  it('lists contacts with shortened addresses, or shows that the list is empty', async () => {
    const page = await contacts();
    expect(page.words()).toContain('Bakery 0x3C44…93BC');
    await page.change({ vault: { ...UNLOCKED, contacts: [] } });
    expect(page.words()).not.toContain('Bakery');
    expect(page.words()).toContain('You don’t have any contacts yet.');
  });

  it('shows no contacts of a locked vault', async () => {
    const page = await contacts();
    await page.change({ vault: LOCKED });
    expect(page.words()).toBe('');
  });

  it('saves a contact once the name and the address are complete, and empties the form', async () => {
    const page = await contacts();
    await page.type('Name', '  Ada ');
    expect(page.isDisabled('Save contact')).toBe(true);
    await page.type('Address', ACCOUNT.toLowerCase());
    await page.click('Save contact');
    expect(page.askedFor('wallets.save')).toEqual([
      { edits: [{ kind: 'set-contact', address: ACCOUNT, name: 'Ada' }] },
    ]);
    expect(page.valueOf('Name')).toBe('');
    expect(page.valueOf('Address')).toBe('');
  });

  it('removes invisible characters from a pasted payment address, and reports the removal', async () => {
    const page = await contacts();
    await page.type('Name', 'Ada');
    await page.type('Address', `\u200bethereum:${ACCOUNT}@8453`);
    expect(page.words()).toContain('Condor removed invisible characters from this address.');
    await page.click('Save contact');
    expect(page.askedFor('wallets.save')).toEqual([
      { edits: [{ kind: 'set-contact', address: ACCOUNT, name: 'Ada' }] },
    ]);
  });

  it('doesn’t save a name that consists of spaces', async () => {
    const page = await contacts();
    await page.type('Address', ACCOUNT);
    await page.type('Name', '   ');
    expect(page.isDisabled('Save contact')).toBe(true);
  });

  it.each([
    ['too short', '0x1234', 'This isn’t an address.'],
    ['with a wrong letter case', ACCOUNT.replace('C', 'c'), 'typo'],
  ])(
    'explains why an address is invalid, and doesn’t save the contact: %s',
    async (_, address, text) => {
      const page = await contacts();
      await page.type('Name', 'Ada');
      await page.type('Address', address);
      expect(page.words().toLowerCase()).toContain(text.toLowerCase());
      expect(page.isDisabled('Save contact')).toBe(true);
    },
  );

  it('keeps the typed text and shows an alert when the vault can’t be saved', async () => {
    const page = await contacts({ 'wallets.save': refusing('windowClosed') });
    await page.type('Name', 'Ada');
    await page.type('Address', ACCOUNT);
    await page.click('Save contact');
    expect(page.valueOf('Name')).toBe('Ada');
    expect(page.html()).toContain('role="alert"');
    expect(page.isDisabled('Save contact')).toBe(false);
  });

  it('removes the contact whose Remove button the user presses', async () => {
    const page = await contacts();
    await page.click('Remove Bakery');
    expect(page.askedFor('wallets.save')).toEqual([
      { edits: [{ kind: 'remove-contact', address: WATCHED }] },
    ]);
  });
});
