import { describe, expect, it } from 'vitest';
import { ConnectCard } from '../../../components/approvals/ConnectCard.tsx';
import { REQUESTS } from '../../gallery/samples/approvals.ts';
import { ACCOUNT, address } from '../../gallery/samples/snapshot.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const card = (change: Partial<typeof REQUESTS.connect> = {}) =>
  onPage(
    <ConnectCard
      {...FRAME_ACTIONS}
      view={{ ...REQUESTS.connect, ...change }}
      onConnect={() => undefined}
    />,
  );

/** Returns each account's name and address, and whether it is ticked. */
const ticks = (html: string) =>
  [...html.matchAll(/<label.*?<\/label>/gs)].map(([label]) => [
    wordsOf(label),
    label.includes('checked=""'),
  ]);

describe('the choice of accounts that a site may see', () => {
  it('lists every account by name and address, with the chosen accounts ticked', () => {
    expect(ticks(card())).toEqual([
      ['Savings 0x7099…79C8', true],
      [expect.stringMatching(/^Trading 0xabab/i), false],
    ]);
  });

  it('shows which data the site receives, and that connecting moves nothing', () => {
    expect(wordsOf(card())).toContain(
      'The site will see the accounts you choose, their balances and their history. It can ask you to sign, but connecting alone doesn’t let it move anything.',
    );
  });

  it('requires the user to choose an account before a site is connected', () => {
    expect(wordsOf(card({ chosen: [] }))).toContain('Tick the box above first.');
    expect(wordsOf(card())).not.toContain('Tick the box above first.');
    expect(buttonNamesOf(card())).toContain('Connect');
  });

  it('explains the next step when the vault has no wallet', () => {
    const html = card({ accounts: [], chosen: [] });
    expect(wordsOf(html)).toContain('Your vault doesn’t have a wallet yet. Add one');
    expect(ticks(html)).toEqual([]);
  });
});

describe('requested accounts that the vault doesn’t have', () => {
  const missing = (count: number) =>
    card({ missing: Array.from({ length: count }, (_, at) => address(`a${at}`)) });

  it('names the accounts that a site asks for but the vault lacks', () => {
    expect(wordsOf(card())).not.toContain('in your vault');
    expect(wordsOf(missing(1))).toContain('The site asks for account 0xa0a0…a0a0, which isn’t');
    expect(wordsOf(missing(2))).toContain('aren’t in your vault: 0xa0a0…a0a0, 0xa1a1…a1a1.');
  });

  it('names at most three missing accounts, and only counts the other missing accounts', () => {
    const shown = wordsOf(missing(7));
    expect(shown).toContain('0xa2a2…a2a2 (+4)');
    expect(shown).not.toContain('0xa3a3');
  });

  it('still offers the user’s accounts when the site asks for a missing one', () => {
    expect(ticks(card({ missing: [address('a0')], chosen: [ACCOUNT] }))).toHaveLength(2);
  });

  it('names missing accounts in German as well', () => {
    const german = wordsOf(inGerman(() => missing(1)));
    expect(german).toContain('0xa0a0…a0a0');
    expect(german).not.toContain('The site asks');
  });
});
