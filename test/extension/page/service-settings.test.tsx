import { describe, expect, it } from 'vitest';
import { ServiceSettings } from '../../../components/screens/settings/ServiceSettings.tsx';
import { NO_REFERRER } from '../../../shared/messages/default-services.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { ACCOUNT, snapshotWith, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const SERVICES = snapshotWith({}).services;
const settings = (answers: Answers = {}, vault = UNLOCKED) =>
  openPage(<ServiceSettings />, {
    snapshot: { vault },
    answers: {
      'settings.checkServices': { problems: [] },
      'settings.setServices': null,
      ...answers,
    },
  });
const savedIn = (page: Awaited<ReturnType<typeof settings>>) =>
  page.askedFor('settings.setServices').at(-1);

describe('the servers of the wallet', () => {
  it('checks typed addresses, saves them without spaces and slashes, and can restore the former addresses', async () => {
    const page = await settings();
    await page.type('Indexer', ' https://indexer.example/ ');
    await page.click('Check and save');
    const services = { ...SERVICES, indexerUrl: 'https://indexer.example' };
    expect(page.askedFor('settings.checkServices')).toEqual([{ services }]);
    expect(savedIn(page)).toEqual({ services });
    expect(page.words()).toContain('All servers responded. Your changes are saved.');
    await page.click('Undo');
    expect(savedIn(page)).toEqual({ services: SERVICES });
  });

  it('shows no field for a vault server when the vault is only on this device', async () => {
    const page = await settings({}, { ...UNLOCKED, home: 'device' });
    expect(page.words()).not.toContain('Vault server');
    expect((await settings()).words()).toContain('Vault server');
  });

  it.each([
    ['Indexer', 'indexer'],
    ['Indexer', 'http://indexer.example'],
    ['Vault server', 'https://user:pass@vault.example'],
    ['Order feed', ''],
    ['Base nodes', 'https://a.example http://b.example'],
    ['Referrer of your fills', '0x12'],
  ])('refuses to save an invalid entry in the field “%s”: “%s”', async (field, typed) => {
    const page = await settings();
    await page.type(field, typed);
    expect(page.isDisabled('Check and save')).toBe(true);
  });

  it('saves several feeds, each once, in the user’s order', async () => {
    const page = await settings();
    await page.click('Add feed');
    await page.type('Order feed 2', 'https://second.example');
    await page.click('Move up: Order feed 2');
    await page.click('Add feed');
    await page.type('Order feed 3', 'https://second.example/');
    await page.click('Check and save');
    expect(savedIn(page)).toEqual({
      services: {
        ...SERVICES,
        ordersUrls: ['https://second.example', ...SERVICES.ordersUrls],
      },
    });
  });

  it('lets the user remove a feed, but not save the form without a feed', async () => {
    const page = await settings();
    expect(page.isDisabled('Remove: Order feed')).toBeUndefined();
    await page.click('Add feed');
    await page.click('Remove: Order feed');
    expect(page.valueOf('Order feed')).toBe('');
    expect(page.isDisabled('Check and save')).toBe(true);
  });

  it('saves the referrer that the user typed, or no referrer when the field is empty', async () => {
    const page = await settings();
    await page.type('Referrer of your fills', ACCOUNT);
    await page.click('Check and save');
    expect(savedIn(page)).toEqual({ services: { ...SERVICES, referrer: ACCOUNT } });
    await page.type('Referrer of your fills', '');
    await page.click('Check and save');
    expect(savedIn(page)).toEqual({ services: { ...SERVICES, referrer: NO_REFERRER } });
  });
});

describe('the defaults of the market', () => {
  it('fills the market’s defaults into the form without saving, and lets the user undo the change', async () => {
    const page = await settings();
    await page.click('Devnet on this computer');
    expect(page.words()).toContain('Filled in but not saved yet.');
    expect(page.valueOf('Order feed')).toBe('http://localhost:8787/orders');
    expect(page.valueOf('Vault server')).toBe('https://vault.example');
    expect(page.asked).toEqual([]);
    await page.click('Undo');
    expect(page.valueOf('Order feed')).toBe(SERVICES.ordersUrls[0]);
    expect(page.words()).not.toContain('Filled in but not saved yet.');
  });
});

describe('servers that don’t answer the check', () => {
  const SILENT = { kind: 'silent', service: 'indexer', url: 'https://indexer.example' } as const;

  it('requires the user’s consent before servers that don’t answer are saved', async () => {
    const page = await settings({ 'settings.checkServices': { problems: [SILENT] } });
    await page.type('Indexer', 'https://indexer.example');
    await page.click('Check and save');
    expect(page.words()).toContain('The indexer at https://indexer.example doesn’t respond.');
    expect(savedIn(page)).toBeUndefined();
    await page.tick(
      'Save these addresses although the servers don’t respond. Condor can’t show their data until they do.',
    );
    await page.click('Save anyway');
    expect(savedIn(page)).toEqual({
      services: { ...SERVICES, indexerUrl: 'https://indexer.example' },
    });
  });

  it('hides “Save anyway” when an address changes', async () => {
    const page = await settings({ 'settings.checkServices': { problems: [SILENT] } });
    await page.click('Check and save');
    await page.type('Indexer', 'https://other.example');
    expect(page.words()).not.toContain('Save anyway');
  });

  it('lets the user cancel the check', async () => {
    const page = await settings({ 'settings.checkServices': () => new Promise(() => undefined) });
    await page.click('Check and save');
    await page.click('Cancel');
    expect(page.words()).toContain('The check was cancelled. Nothing was saved.');
    expect(page.isDisabled('Check and save')).toBe(false);
  });

  it('cancels the check when an address changes, and saves nothing', async () => {
    const page = await settings({ 'settings.checkServices': () => new Promise(() => undefined) });
    await page.click('Check and save');
    await page.type('Indexer', 'x');
    expect(page.words()).toContain('The check was cancelled. Nothing was saved.');
    expect(page.valueOf('Indexer')).toBe('x');
    expect(savedIn(page)).toBeUndefined();
  });

  it('keeps the typed addresses when they can’t be saved', async () => {
    const page = await settings({ 'settings.setServices': refusing('interrupted') });
    await page.type('Indexer', 'https://indexer.example');
    await page.click('Check and save');
    expect(page.html()).toContain('role="alert"');
    expect(page.valueOf('Indexer')).toBe('https://indexer.example');
    expect(page.words()).not.toContain('Your changes are saved.');
  });
});
