import { describe, expect, it } from 'vitest';
import { ApprovalFrame } from '../../../components/approvals/ApprovalFrame.tsx';
import type { ApprovalView } from '../../../shared/messages/approval-view.ts';
import { REQUESTS, TRANSACTIONS } from '../../gallery/samples/approvals.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, buttonsOf, wordsOf } from '../helpers/read-markup.ts';

type Given = Partial<Parameters<typeof ApprovalFrame>[0]>;

const { unexplained: REQUEST } = REQUESTS;
const { fill: TRANSACTION = expect.unreachable() } = TRANSACTIONS;
/** A request of a site with these changes. */
const asked = (view: Partial<ApprovalView>) => ({ ...REQUEST, ...view }) as ApprovalView;
const own = (): ApprovalView => {
  const { origin: _site, ...view } = REQUEST;
  return view;
};

const frame = (given: Given = {}) =>
  onPage(
    <ApprovalFrame
      {...FRAME_ACTIONS}
      view={REQUEST}
      title="Sell?"
      confirm="Sell it"
      onConfirm={() => undefined}
      {...given}
    >
      the content
    </ApprovalFrame>,
  );
const words = (view: Partial<ApprovalView>) => wordsOf(frame({ view: asked(view) }));

describe('the requester of an approval', () => {
  it('names the requester by its full origin, and the network that it uses', () => {
    const html = frame();
    expect(wordsOf(html)).toMatch(/^https:\/\/ app\.example Base Sell\?/);
    expect(html).toContain('title="https://app.example"');
  });

  it('shows the chain ID of a network that has no name', () => {
    expect(words({ network: { chainId: 4242 } })).toContain('4242');
  });

  it('names the user as the requester of the wallet’s own actions, and offers no site to block', () => {
    const html = frame({ view: own() });
    expect(wordsOf(html)).toContain('You, in Condor');
    expect(buttonNamesOf(html)).toEqual(['Reject', 'Sell it']);
  });

  it('shows the readable form of a punycode host', () => {
    expect(words({ origin: 'https://xn--mnchen-3ya.example' })).toContain(
      'reads as münchen.example',
    );
  });

  it('names the host that the requester’s host imitates, and doesn’t show the readable form of the requester’s host', () => {
    const shown = words({ origin: 'https://xn--80ak6aa92e.com' });
    expect(shown).toContain('imitates apple.com with letters from another script');
    expect(shown).not.toContain('reads as');
  });

  it('names the page in which a frame is embedded', () => {
    expect(words({ topOrigin: 'https://host.example' })).toContain(
      'embedded in https://host.example',
    );
    expect(words({ topOrigin: 'null' })).toContain('embedded in a window that has no website');
    expect(words({})).not.toContain('embedded');
  });

  it('shows the number of a transaction’s step within its fill', () => {
    const step = (count: number) =>
      wordsOf(frame({ view: { ...TRANSACTION, step: { index: 1, count } } }));
    expect(step(3)).toContain('Base · Step 1 of 3 of this fill');
    expect(step(1)).toContain('Base · Step 1 of 1 Sell?');
  });
});

describe('the buttons of an approval', () => {
  it('shows Reject before Confirm, and disables every button at first', () => {
    const buttons = buttonsOf(frame());
    expect(buttons.map(({ name }) => name)).toEqual(['Block site for 1 hour', 'Reject', 'Sell it']);
    expect(buttons.every(({ isDisabled }) => isDisabled)).toBe(true);
  });

  it('colors Confirm red only for dangerous requests', () => {
    const confirming = (html: string) => /<button[^>]*>Sell it</.exec(html)?.[0] ?? '';
    expect(confirming(frame())).not.toContain('bg-bad');
    expect(confirming(frame({ danger: 'I agree.' }))).toContain('bg-bad');
    expect(confirming(frame({ view: asked({ isPhishing: true }) }))).toContain('bg-bad');
  });

  it('doesn’t show a Confirm button for a request that can only be rejected', () => {
    const html = frame({
      onConfirm: undefined,
      refusal: 'The order has ended.',
      danger: 'I agree.',
    });
    expect(buttonNamesOf(html)).not.toContain('Sell it');
    expect(wordsOf(html)).toContain('The order has ended.');
    expect(html).not.toContain('type="checkbox"');
  });

  it('counts several requests, and offers to reject all of them together', () => {
    const html = frame({ view: asked({ position: { index: 2, count: 5 } }) });
    expect(wordsOf(html)).toContain('2 of 5');
    expect(buttonNamesOf(html)).toContain('Reject all 5');
    expect(buttonNamesOf(frame())).not.toContain('Reject all 1');
  });

  it('offers to reject all of the wallet’s own requests, but not to block a site', () => {
    const html = frame({ view: { ...own(), position: { index: 1, count: 2 } } });
    expect(buttonNamesOf(html)).toEqual(['Reject all 2', 'Reject', 'Sell it']);
  });
});

describe('the steps before an approval', () => {
  const status = (given: Given) =>
    wordsOf(/<p role="status".*?<\/p>/s.exec(frame(given))?.[0] ?? '');

  it('requires no step for a plain request', () => {
    expect(status({})).toBe('');
  });

  it('requires the user to tick the checkbox for a danger or for the content', () => {
    expect(status({ danger: 'I understand.' })).toBe('Tick the box above first.');
    expect(status({ isBlocked: true })).toBe('Tick the box above first.');
  });

  it('asks the user to scroll to the end of a text before asking to tick the box for a danger', () => {
    expect(status({ toRead: 'a long text', danger: 'I understand.' })).toBe(
      'Scroll to the end before you sign.',
    );
  });

  it('requires the user to apply an edit of the content before the approval', () => {
    expect(status({ unfinished: 'Use the amount first.', danger: 'I understand.' })).toBe(
      'Use the amount first.',
    );
  });

  it('requires no step when the request can only be rejected', () => {
    expect(status({ onConfirm: undefined, danger: 'I understand.' })).toBe('');
  });
});

describe('a request of a known phishing site', () => {
  const view = asked({ isPhishing: true });

  it('requires the user’s consent for a known phishing site in addition to the consent for a danger', () => {
    const html = frame({ view, danger: 'I understand.' });
    expect(wordsOf(html)).toContain('This site is on a list of known phishing sites.');
    expect(wordsOf(html)).toContain(
      'I want to continue, although this site is known for stealing.',
    );
    expect(html.match(/type="checkbox"/g)).toHaveLength(2);
    expect(html).toContain('Tick the box above first.');
  });

  it('warns of a known phishing site without asking for consent when the request can only be rejected', () => {
    const html = frame({ view, onConfirm: undefined });
    expect(html).toContain('role="alert"');
    expect(html).not.toContain('type="checkbox"');
  });

  it('shows the warning of a known phishing site in German', () => {
    expect(inGerman(() => frame({ view }))).not.toContain('known phishing');
    expect(wordsOf(inGerman(() => frame({ view })))).toContain('Phishing');
  });
});

describe('the content of an approval', () => {
  it('shows above the content why the last click had no effect', () => {
    const shown = wordsOf(frame({ problem: 'The node refused it.' }));
    expect(shown.indexOf('The node refused it.')).toBeLessThan(shown.indexOf('the content'));
    expect(frame({ problem: 'The node refused it.' })).toContain('role="alert"');
  });

  it('lets the keyboard scroll content that must be read to its end', () => {
    expect(frame({ toRead: 'text' })).toMatch(/<section[^>]* tabindex="0"/i);
    expect(frame()).not.toMatch(/<section[^>]* tabindex/i);
  });
});
