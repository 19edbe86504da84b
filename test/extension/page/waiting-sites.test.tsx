import { describe, expect, it } from 'vitest';
import { UnexplainedCard } from '../../../components/approvals/UnexplainedCard.tsx';
import { WaitingSites } from '../../../components/approvals/WaitingSites.tsx';
import { REQUESTS, TRANSACTIONS } from '../../gallery/samples/approvals.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

describe('the sites that wait for the wallet', () => {
  const shown = (
    waitingSites: readonly string[],
    reason: 'approvals.setUpFirst' | 'approvals.unlockToSee' = 'approvals.unlockToSee',
  ) =>
    onPage(
      <WaitingSites reason={reason} onReject={() => undefined}>
        <p>below</p>
      </WaitingSites>,
      { waitingSites },
    );

  it('names all waiting sites by their origins, and shows a button to reject the sites', () => {
    const html = shown(['https://a.example', 'https://b.example']);
    expect(wordsOf(html)).toBe(
      'https://a.example https://b.example These 2 sites want to use your wallet. Unlock Condor to see their requests. Not now below',
    );
    expect(buttonNamesOf(html)).toEqual(['Not now']);
  });

  it('asks the user to set up the wallet first when a site waits and there is no wallet', () => {
    expect(wordsOf(shown(['https://a.example'], 'approvals.setUpFirst'))).toContain(
      'This site wants to use your wallet. Set up Condor, then answer its request here.',
    );
  });

  it('shows only the page when no site waits', () => {
    expect(wordsOf(shown([]))).toBe('below');
  });
});

describe('a request whose nodes don’t respond', () => {
  it('the page says that the request can’t be explained yet, and lets the user reject it or block its site', () => {
    const html = onPage(<UnexplainedCard {...FRAME_ACTIONS} view={REQUESTS.unexplained} />);
    expect(wordsOf(html)).toContain('This request can’t be explained yet');
    expect(wordsOf(html)).toContain('It can’t be confirmed. Wait, or reject it.');
    expect(html).toContain('aria-label="Still loading the request…"');
    expect(buttonNamesOf(html)).toEqual(['Block site for 1 hour', 'Reject']);
  });

  it('the page describes the calls of an unexplained request from their data, and later reports a slow network', () => {
    const calls = TRANSACTIONS.fill?.steps.map(({ call }) => call) ?? [];
    const shown = (isLate: object) =>
      wordsOf(
        onPage(
          <UnexplainedCard
            {...FRAME_ACTIONS}
            view={{ ...REQUESTS.unexplained, calls, ...isLate }}
          />,
        ),
      );
    expect(shown({})).toContain('Buy 1 × ETH put');
    expect(shown({})).toContain('So far this is only what the data says.');
    expect(shown({})).not.toContain('slowly');
    expect(shown({ isLate: true })).toContain('the network responds slowly');
    expect(shown({ isLate: true })).toContain('Buy 1 × ETH put');
  });
});
