import { describe, expect, it } from 'vitest';
import { WatchAssetCard } from '../../../components/approvals/WatchAssetCard.tsx';
import { REQUESTS } from '../../gallery/samples/approvals.ts';
import { address, USDC_ADDRESS } from '../../gallery/samples/snapshot.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

const { token } = REQUESTS.watch_asset;
const card = (change: Partial<typeof token> = {}) =>
  onPage(
    <WatchAssetCard
      {...FRAME_ACTIONS}
      view={{ ...REQUESTS.watch_asset, token: { ...token, ...change } }}
      onAgree={() => undefined}
    />,
  );

describe('a token that a site wants to show', () => {
  it('shows the token, and its full contract address as a link to the explorer', () => {
    const html = card();
    expect(wordsOf(html)).toContain('Show “DEGEN” in your balances?');
    expect(factsOf(html)).toEqual([
      ['Symbol', 'DEGEN'],
      ['Decimals', '18'],
      ['Contract', address('de')],
    ]);
    expect(html).toContain(`href="https://basescan.org/address/${address('de')}"`);
    expect(buttonNamesOf(html)).toContain('Add');
  });

  it('warns that a token may be worth nothing', () => {
    const html = card();
    expect(wordsOf(html)).toContain('Anyone can create a token with any name.');
    expect(html).not.toContain('role="alert"');
  });

  it.each(['USDC', 'usdc', 'U5DC', 'USDС'])(
    'warns that a token named %s is an imitation',
    (symbol) => {
      const html = card({ symbol });
      expect(wordsOf(html)).toContain('This isn’t USDC. It only uses the name.');
      expect(html).toContain('role="alert"');
      expect(wordsOf(html)).not.toContain('Anyone can create a token with any name.');
    },
  );

  it('doesn’t warn about an imitation for the known token itself', () => {
    expect(wordsOf(card({ symbol: 'USDC', address: USDC_ADDRESS }))).not.toContain('This isn’t');
  });
});
