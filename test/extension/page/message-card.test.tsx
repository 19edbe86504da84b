import { describe, expect, it } from 'vitest';
import { MessageCard } from '../../../components/approvals/MessageCard.tsx';
import { readSignIn } from '../../../shared/approvals/sign-in.ts';
import type { MessageView } from '../../../shared/messages/approval-view.ts';
import { REQUESTS, SIGN_IN_REQUEST } from '../../gallery/samples/approvals.ts';
import { ACCOUNT, AT } from '../../gallery/samples/snapshot.ts';
import { FRAME_ACTIONS } from '../helpers/frame-actions.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, factsOf, wordsOf } from '../helpers/read-markup.ts';

const VOTE = REQUESTS.personal_sign as MessageView;
const SIGN_IN = SIGN_IN_REQUEST as MessageView;

const card = (view: MessageView) =>
  onPage(<MessageCard {...FRAME_ACTIONS} view={view} onSign={() => undefined} />);
const signed = (html: string) => wordsOf(/<pre.*?<\/pre>/s.exec(html)?.[0] ?? '');

/** Replaces one line of the sign-in message. Returns the message as the worker reads it. */
function signIn(line: RegExp, instead: string): MessageView {
  const text = (SIGN_IN.text ?? '').replace(line, instead);
  const read = readSignIn(text, {
    ...{ origin: 'https://app.example', account: ACCOUNT, chainId: 8453, now: AT },
  });
  return { ...SIGN_IN, text, ...(read === undefined ? {} : { signIn: read }) };
}

describe('a message to sign', () => {
  it('shows the message and the account, and says that a signature costs no fee', () => {
    const html = card(VOTE);
    expect(wordsOf(html)).toContain('Sign this message?');
    expect(wordsOf(html)).toContain('with Savings (0x7099…79C8). Signing is free. It can prove');
    expect(signed(html)).toBe('I vote for proposal 12.');
    expect(html).not.toContain('type="checkbox"');
    expect(buttonNamesOf(html)).toContain('Sign');
  });

  it('asks the user to scroll to the end of a message before signing', () => {
    expect(wordsOf(card(VOTE))).toContain('Scroll to the end before you sign.');
  });

  it('shows the address of an account that is no longer in the wallet', () => {
    const { accountName: _gone, ...view } = VOTE;
    expect(wordsOf(card(view))).toMatch(/with account \(0x7099…79C8\)/i);
  });

  it('says that a message is unreadable, and requires the user’s consent', () => {
    const { text: _none, ...view } = VOTE;
    const html = card({ ...view, hex: '0x00ff' });
    expect(signed(html)).toBe('0x00ff');
    expect(wordsOf(html)).toContain('This isn’t readable text. Sign it only if you expected it.');
    expect(wordsOf(html)).toContain('a signature can still give away your assets');
    expect(wordsOf(html)).toContain('I understand that nobody can tell what this data means.');
  });

  it('warns that a 32-byte message, readable or not, can be the hash of an order', () => {
    const hex = `0x${'61'.repeat(32)}`;
    expect(wordsOf(card({ ...VOTE, text: 'a'.repeat(32), hex }))).toContain(
      'I know what this text is. It is as long as the hash of an order',
    );
    const { text: _none, ...view } = VOTE;
    expect(wordsOf(card({ ...view, hex: `0x${'fa'.repeat(32)}` }))).toContain(
      'I know what this is. It can be the hash of an order',
    );
  });

  it('shows markup characters as text', () => {
    const html = card({ ...VOTE, text: '<b>free</b>' });
    expect(html).toContain('&lt;b&gt;free&lt;/b&gt;');
    expect(html).not.toContain('<b>free');
  });

  it('warns of an account that runs foreign code', () => {
    expect(card(VOTE)).not.toContain('aria-label="warning"');
    expect(card({ ...VOTE, runsCode: true })).toContain('aria-label="warning"');
  });
});

describe('a sign-in', () => {
  it('shows the site of a sign-in and the number of passed checks', () => {
    const html = card(SIGN_IN);
    expect(wordsOf(html)).toContain('Sign in with your account?');
    expect(factsOf(html)).toEqual([
      ['Sign in to', 'app.example'],
      ['Message', 'Sign in to the app.'],
      ['Address', 'https://app.example'],
    ]);
    expect(wordsOf(html)).toMatch(/\d checks passed/);
    expect(html).not.toContain('type="checkbox"');
    expect(buttonNamesOf(html)).toContain('Sign');
  });

  it('offers only to reject a sign-in for a different site', () => {
    const html = card(signIn(/^app\.example wants/, 'bank.example wants'));
    expect(wordsOf(html)).toContain(
      'This message signs you in to bank.example, not to the site asking. Condor won’t sign it.',
    );
    expect(buttonNamesOf(html)).not.toContain('Sign');
  });

  it('offers only to reject a sign-in for a different account', () => {
    const html = card(signIn(new RegExp(ACCOUNT), `0x${'1'.repeat(40)}`));
    expect(wordsOf(html)).toContain(
      'This message names a different account. Condor won’t sign it.',
    );
    expect(buttonNamesOf(html)).not.toContain('Sign');
  });

  it('requires the user’s consent to a sign-in on a different network', () => {
    const html = card(signIn(/Chain ID: 8453/, 'Chain ID: 1'));
    expect(wordsOf(html)).toContain('I understand that this sign-in names a different network.');
    expect(buttonNamesOf(html)).toContain('Sign');
  });

  it('shows the address of a different site in a sign-in, and requires the user’s consent', () => {
    const html = card(signIn(/URI: .*/, 'URI: https://other.example/login'));
    expect(wordsOf(html)).toContain(
      'The address in the message doesn’t belong to this site: https://other.example/login',
    );
    expect(wordsOf(html)).toContain(
      'I understand that this sign-in is for another address than this site’s.',
    );
    expect(html.match(/type="checkbox"/g)).toHaveLength(1);
  });

  it('requires the user’s consent to a sign-in that has expired', () => {
    const past = new Date(AT - 60_000).toISOString();
    const html = card(signIn(/(Issued At: .*)$/, `$1\nExpiration Time: ${past}`));
    expect(wordsOf(html)).toContain('I understand that this sign-in has expired.');
  });

  it('offers only to reject a sign-in with hidden characters', () => {
    const { text: _none, ...view } = SIGN_IN;
    const html = card(view);
    expect(wordsOf(html)).toContain(
      'The sign-in contains hidden characters. Condor won’t sign it.',
    );
    expect(buttonNamesOf(html)).not.toContain('Sign');
  });
});
