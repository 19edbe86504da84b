import { describe, expect, it } from 'vitest';
import { OpensSettings } from '../../../components/screens/settings/OpensSettings.tsx';
import { PrivacySettings } from '../../../components/screens/settings/PrivacySettings.tsx';
import { SafetySettings } from '../../../components/screens/settings/SafetySettings.tsx';
import { RECIPIENTS } from '../../../shared/privacy.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { openPage, refusing } from '../helpers/open-page.tsx';
import { wordsOf } from '../helpers/read-markup.ts';

const LIST = snapshotWith({}).phishingList;

describe('the list of phishing sites', () => {
  const safety = (answers: Answers = {}, phishingList = LIST) =>
    openPage(<SafetySettings />, {
      snapshot: { phishingList, blockedSites: [] },
      answers: { 'phishing.refresh': null, 'phishing.setRefresh': null, ...answers },
    });

  it('shows when the phishing list was updated, or that the built-in list is used', async () => {
    const at = Date.now() - 3 * 86_400_000;
    expect((await safety({}, { ...LIST, refreshedAt: at })).words()).toMatch(
      /Updated on .+\. Published 3 days ago\./,
    );
    const { refreshedAt: _, ...bundled } = LIST;
    expect((await safety({}, bundled)).words()).toMatch(
      /Built-in list of .+ \(version .+\)\. Published/,
    );
  });

  it('updates the phishing list with a button, and shows a warning when the update fails', async () => {
    const page = await safety();
    await page.click('Update list now');
    expect(page.askedFor('phishing.refresh')).toEqual([{}]);
    const failing = await safety({ 'phishing.refresh': refusing('UNREACHABLE') });
    await failing.click('Update list now');
    expect(failing.html()).toContain('bg-warn-soft');
    expect(failing.isDisabled('Update list now')).toBe(false);
  });

  it('changes the list’s address only when the user presses “Use this address”', async () => {
    const page = await safety();
    expect(page.words()).not.toContain('Use this address');
    await page.type('List address', ' https://other.example/list.json ');
    await page.click('Use this address');
    expect(page.askedFor('phishing.setRefresh')).toEqual([
      { isWeekly: LIST.isWeekly, source: 'https://other.example/list.json' },
    ]);
  });

  it('marks the field of an unusable list address as invalid, and keeps the typed address', async () => {
    const page = await safety({ 'phishing.setRefresh': refusing('UNEXPECTED_ANSWER') });
    await page.type('List address', 'https://other.example/list.json');
    await page.click('Use this address');
    expect(page.html()).toContain('aria-invalid="true"');
    expect(page.valueOf('List address')).toBe('https://other.example/list.json');
  });
});

describe('blocked sites', () => {
  const HOUR = 3_600_000;
  const blocked = (until: number, answers: Answers = { 'sites.unblock': null }) =>
    openPage(<SafetySettings />, {
      snapshot: { blockedSites: [{ origin: 'https://spam.example', until }], slowedSites: [] },
      answers,
    });

  it('lists each blocked site with its remaining time, and lets the user unblock the site', async () => {
    const page = await blocked(Date.now() + 2 * HOUR);
    expect(page.words()).toMatch(/https:\/\/spam\.example blocked for another 2 h/);
    await page.click('Unblock https://spam.example');
    expect(page.askedFor('sites.unblock')).toEqual([{ origin: 'https://spam.example' }]);
  });

  it('removes a blocked site from the list when its time is over', async () => {
    const page = await blocked(Date.now() - 1);
    expect(page.words()).toContain('No blocked sites.');
    expect(page.words()).not.toContain('spam.example');
  });

  it('keeps a blocked site in the list and shows an alert when unblocking the site fails', async () => {
    const page = await blocked(Date.now() + HOUR, { 'sites.unblock': refusing('interrupted') });
    await page.click('Unblock https://spam.example');
    expect(page.html()).toContain('role="alert"');
    expect(page.words()).toContain('spam.example');
  });
});

describe('the click on Condor’s icon', () => {
  const opens = (answers: Answers) => openPage(<OpensSettings />, { answers });

  it('stores the action that the user chooses for Condor’s icon', async () => {
    const page = await opens({ 'settings.setOpens': null });
    await page.tick('The side panel');
    expect(page.askedFor('settings.setOpens')).toEqual([{ opens: 'panel' }]);
  });

  it('restores the former action of Condor’s icon when the browser refuses the new one', async () => {
    const page = await opens({ 'settings.setOpens': refusing('interrupted') });
    await page.tick('A tab');
    expect(page.html()).toContain('bg-warn-soft');
    const checked = page.html().match(/checked=""(?:(?!<\/label>).)*/s)?.[0] ?? '';
    expect(wordsOf(`<input ${checked}`)).toContain('A popup');
  });
});

describe('the privacy page', () => {
  const privacy = (change: Parameters<typeof snapshotWith>[0] = {}) =>
    wordsOf(onPage(<PrivacySettings />, snapshotWith(change)));

  it('names the hosts that receive data now, for five of the recipients', () => {
    const { services } = snapshotWith({});
    const shown = privacy();
    expect(shown.match(/Now: /g)).toHaveLength(5);
    expect(RECIPIENTS.length).toBeGreaterThan(5);
    expect(shown).toContain('Now: vault.example');
    expect(shown).toContain(`Now: ${new URL(services.ordersUrls[0] ?? '').host}`);
  });

  it('shows “none” as the recipient when the vault is only on this device, or when the phishing list isn’t updated', () => {
    const { services } = snapshotWith({});
    const shown = privacy({
      services: { ...services, vaultUrl: '' },
      phishingList: { ...LIST, isWeekly: false },
    });
    expect(shown.match(/Now: none/g)).toHaveLength(2);
  });

  it('names a host once, even if two services share it', () => {
    const { services } = snapshotWith({});
    const shown = privacy({
      services: {
        ...services,
        indexerUrl: 'https://one.example/indexer',
        positionsUrl: 'https://one.example/positions',
      },
    });
    expect(shown).toContain('Now: one.example ');
    expect(shown).not.toContain('one.example, one.example');
  });
});
