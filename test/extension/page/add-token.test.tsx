import { describe, expect, it } from 'vitest';
import { TokenSettings } from '../../../components/screens/settings/TokenSettings.tsx';
import type { TokenLookup } from '../../../shared/chain/token-lookup.ts';
import type { Answers } from '../../gallery/sample-wallet.ts';
import { address } from '../../gallery/samples/snapshot.ts';
import { openPage, refusing } from '../helpers/open-page.tsx';

const DEGEN: TokenLookup = { kind: 'token', name: 'Degen', symbol: 'DEGEN', decimals: 18 };
const TOKEN = address('d1');

const tokens = (answers: Answers = {}) =>
  openPage(<TokenSettings />, {
    answers: {
      'tokens.look': DEGEN,
      'tokens.add': DEGEN,
      'tokens.remove': null,
      'portfolio.refresh': null,
      ...answers,
    },
  });

async function looking(answers: Answers = {}) {
  const page = await tokens(answers);
  await page.click('Add token');
  await page.type('Token address', ` ${TOKEN} `);
  await page.click('Look up');
  return page;
}

describe('the tokens that a user added', () => {
  it('lists added tokens with their network, and says that a removal keeps the balance', async () => {
    const page = await tokens();
    expect(page.words()).toContain('DEGEN 0xdede…dede · Base');
    expect(page.words()).toContain('Removing a token only hides it. You keep your balance.');
    await page.click('Remove DEGEN');
    expect(page.askedFor('tokens.remove')).toEqual([{ chainId: 8453, address: address('de') }]);
    expect(page.askedFor('portfolio.refresh')).toEqual([{ isWhole: true }]);
  });

  it('shows a removed network’s number next to the token that was added on that network', async () => {
    const page = await tokens();
    await page.change({ networks: [] });
    expect(page.words()).toContain('0xdede…dede · Chain 8453');
  });

  it('says that the user hasn’t added any tokens while the list is empty', async () => {
    const page = await tokens();
    await page.change({ watchedTokens: [] });
    expect(page.words()).toContain('You haven’t added any tokens yet.');
  });
});

describe('a token that is added by its address', () => {
  it('adds a token only after a look-up, which shows the symbol and the decimals that the token’s contract reports', async () => {
    const page = await looking();
    expect(page.askedFor('tokens.look')).toEqual([{ chainId: 8453, address: TOKEN }]);
    expect(page.words()).toContain('Anyone can create a token with any name.');
    expect(page.words()).toContain('Decimals 18');
    expect(page.askedFor('tokens.add')).toEqual([]);
    await page.click('Add DEGEN');
    expect(page.askedFor('tokens.add')).toEqual([{ chainId: 8453, address: TOKEN }]);
    expect(page.words()).not.toContain('Token address');
  });

  it.each([
    ['0x12', 'This isn’t an address.'],
    [`0xAbabababababababababababababababababab${'AB'}`, 'This address has a typo'],
  ])('disables the look-up of a token for a wrong address: %s', async (typed, problem) => {
    const page = await tokens();
    await page.click('Add token');
    await page.type('Token address', typed);
    expect(page.words()).toContain(problem);
    expect(page.isDisabled('Look up')).toBe(true);
  });

  it.each([
    ['shown', 'already on Home'],
    ['noContract', 'There’s no contract at this address on this network.'],
    ['noToken', 'isn’t an ERC-20 token'],
    ['badSymbol', 'can’t show safely'],
    ['badDecimals', 'more than 36 decimals'],
  ] as const)(
    'offers no “Add” button when the look-up of a token ends with “%s”',
    async (kind, text) => {
      const page = await looking({ 'tokens.look': { kind } });
      expect(page.words()).toContain(text);
      expect(page.isDisabled('Add DEGEN')).toBeUndefined();
    },
  );

  it('requires the user’s consent for a token that imitates a known one', async () => {
    const page = await looking({ 'tokens.look': { ...DEGEN, symbol: 'USDC' } });
    expect(page.words()).toContain('This isn’t USDC. It only looks like it');
    expect(page.isDisabled('Add USDC')).toBe(true);
    await page.tick('I understand that this isn’t the real USDC');
    expect(page.isDisabled('Add USDC')).toBe(false);
  });

  it('removes a looked-up token from the page when its address or network changes', async () => {
    const page = await looking();
    await page.type('Token address', address('d2'));
    expect(page.words()).not.toContain('Decimals 18');
    await page.click('Look up');
    await page.choose('Network', '10');
    expect(page.words()).not.toContain('Decimals 18');
    await page.click('Look up');
    expect(page.askedFor('tokens.look').at(-1)).toEqual({ chainId: 10, address: address('d2') });
  });

  it('keeps a looked-up token on the page, with an alert, when the token can’t be saved', async () => {
    const page = await looking({ 'tokens.add': refusing('interrupted') });
    await page.click('Add DEGEN');
    expect(page.html()).toContain('role="alert"');
    expect(page.isDisabled('Add DEGEN')).toBe(false);
  });

  it('closes the form of an added token even if the balances can’t be read afterwards', async () => {
    const page = await looking({ 'portfolio.refresh': refusing('interrupted') });
    await page.click('Add DEGEN');
    expect(page.words()).toContain('Removing a token only hides it.');
  });

  it('refuses to add a token whose current symbol can’t be shown safely, even after a successful look-up', async () => {
    const page = await looking({ 'tokens.add': { kind: 'badSymbol' } });
    await page.click('Add DEGEN');
    expect(page.words()).toContain('can’t show safely');
    expect(page.isDisabled('Add DEGEN')).toBeUndefined();
  });
});
