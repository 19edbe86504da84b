import { describe, expect, it, vi } from 'vitest';
import { ConfirmPhrase } from '../../../components/screens/vault/backup/ConfirmPhrase.tsx';
import { RecoveryFile } from '../../../components/screens/vault/backup/RecoveryFile.tsx';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(
  ' ',
);
const [SAVINGS] = UNLOCKED.wallets;
if (SAVINGS === undefined) throw new TypeError('the sample has no wallet');

const phrase = (answers: Answers = {}, isRecommended = true) =>
  openPage(<ConfirmPhrase wallet={SAVINGS} isRecommended={isRecommended} />, {
    answers: {
      'wallets.reveal': { kind: 'seed', words: WORDS },
      'wallets.confirmPhrase': null,
      ...answers,
    },
  });

/** Returns the numbers of the requested words. */
const placesOf = (words: string) => [...words.matchAll(/Word (\d+)/g)].map(([, n]) => Number(n));

async function quiz(answers: Answers = {}) {
  const page = await phrase(answers);
  await page.click('Show the phrase');
  await page.click('I wrote it down');
  return { page, places: placesOf(page.words()) };
}

describe('the confirmation of a recovery phrase', () => {
  it('marks a recovery phrase as recommended only when it is the recommended backup', async () => {
    expect((await phrase()).words()).toContain('Recommended');
    expect((await phrase({}, false)).words()).not.toContain('Recommended');
  });

  it('shows the numbered words only after the user asks for them', async () => {
    const page = await phrase();
    expect(page.words()).not.toContain('sausage');
    await page.click('Show the phrase');
    expect(page.words()).toContain('4 year 5 wave 6 sausage');
    expect(page.askedFor('wallets.reveal')).toEqual([{ walletId: 'seed' }]);
  });

  it('shows an alert when the words can’t be shown, and keeps the button enabled', async () => {
    const page = await phrase({ 'wallets.reveal': refusing('windowClosed') });
    await page.click('Show the phrase');
    expect(page.html()).toContain('role="alert"');
    expect(page.isDisabled('Show the phrase')).toBe(false);
  });

  it('hides the recovery phrase before the quiz asks for three of its words', async () => {
    const { page, places } = await quiz();
    expect(page.words()).not.toContain('sausage');
    expect(new Set(places).size).toBe(3);
    expect(page.isDisabled('Check the words')).toBe(true);
  });

  it('confirms the phrase when all three words are right, in any letter case', async () => {
    const { page, places } = await quiz();
    for (const place of places)
      await page.type(`Word ${place}`, ` ${WORDS[place - 1]?.toUpperCase()} `);
    await page.click('Check the words');
    expect(page.askedFor('wallets.confirmPhrase')).toEqual([{ walletId: 'seed' }]);
  });

  it('rejects one wrong word of a recovery phrase, and offers to show the phrase again', async () => {
    const { page, places } = await quiz();
    for (const [i, place] of places.entries())
      await page.type(`Word ${place}`, i === 1 ? 'zebra' : (WORDS[place - 1] ?? ''));
    await page.click('Check the words');
    expect(page.askedFor('wallets.confirmPhrase')).toEqual([]);
    expect(page.words()).toContain('These words don’t match the phrase.');
    await page.click('Show the phrase');
    expect(page.words()).not.toContain('don’t match');
  });

  it('shows the phrase once more when the user asks for it', async () => {
    const { page } = await quiz();
    await page.click('Back to the phrase');
    expect(page.words()).toContain('6 sausage');
    expect(page.askedFor('wallets.reveal')).toHaveLength(2);
  });

  it('hides the phrase after two minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const page = await phrase();
      await page.click('Show the phrase');
      expect(page.words()).toContain('sausage');
      await page.after(120_000);
      expect(page.words()).not.toContain('sausage');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a recovery file', () => {
  const file = { text: '{"file":1}', code: 'ABCDE-FGHJK', madeAt: 7 };
  const open = (answers: Answers = {}) =>
    openPage(<RecoveryFile />, {
      answers: { 'recovery.make': file, 'recovery.saved': null, ...answers },
    });

  it('counts a recovery file as saved only after the same file was read back', async () => {
    const page = await open();
    await page.click('Create recovery file');
    expect(page.words()).toContain('ABCDE-FGHJK');
    expect(page.words()).toContain('Write down the code now.');
    await page.follow('Save file');
    await page.chooseFile('{"file":0}');
    expect(page.words()).toContain('This isn’t the file you just saved.');
    expect(page.askedFor('recovery.saved')).toEqual([]);
    await page.chooseFile(file.text);
    expect(page.words()).toContain('The file is saved and complete.');
    expect(page.askedFor('recovery.saved')).toEqual([{ madeAt: 7 }]);
    await page.click('I have the file and the code');
    expect(page.words()).not.toContain('ABCDE-FGHJK');
  });

  it('lets the user skip the check of a recovery file, and doesn’t record the file as saved', async () => {
    const page = await open();
    await page.click('Create recovery file');
    await page.click('Close without checking the file');
    expect(page.words()).not.toContain('ABCDE-FGHJK');
    expect(page.askedFor('recovery.saved')).toEqual([]);
  });

  it('shows how long ago the last recovery file was saved', async () => {
    const page = await open();
    expect(page.words()).not.toContain('Last saved');
    await page.change({
      vault: { ...UNLOCKED, backups: [{ walletId: 'seed', fileAt: Date.now() - 3 * 86_400_000 }] },
    });
    expect(page.words()).toContain('Last saved 3 days ago.');
  });

  it('shows an alert instead of the recovery code when no file was made', async () => {
    const page = await open({ 'recovery.make': refusing('windowClosed') });
    await page.click('Create recovery file');
    expect(page.html()).toContain('role="alert"');
    expect(page.words()).not.toContain('Write down the code');
  });
});
