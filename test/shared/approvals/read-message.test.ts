import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeMessage } from '../../../components/approvals/describe-message.ts';
import { readRequest } from '../../../shared/approvals/read-request.ts';
import type { ApprovalDraft } from '../../../shared/approvals/types.ts';
import { toHex, utf8 } from '../../../shared/bytes.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const COMMON = {
  id: 'id',
  position: { index: 1, count: 1 },
  mark: 'mark',
  isPhishing: false,
  network: { chainId: 8453, name: 'Base' },
  account: ACCOUNT,
  accountName: 'Savings',
};

const shown = (message: string) => {
  const request = { kind: 'personal_sign' as const, account: ACCOUNT, message };
  const draft: ApprovalDraft = {
    id: 'id',
    requestKey: 'key',
    requester: { origin: 'https://dapp.example', own: false },
    request,
    chainId: 8453,
    createdAt: 0,
  };
  const found = readRequest(draft, 0);
  if (found.kind !== 'personal_sign') throw new Error('not read as a message');
  return { ...found, ...describeMessage({ ...COMMON, ...found }) };
};
const ofText = (text: string) => shown(`0x${toHex(utf8(text)).replace(/^0x/, '')}`);

describe('a message', () => {
  it('returns readable characters of any script unchanged, including tabs and line ends', () => {
    for (const text of [
      'Hello',
      'Grüße\n\tan alle\r\n',
      'こんにちは',
      'مرحبا',
      '1 € ≠ 1 $ 🙂',
      '❤️ 👩‍🚀 👩🏽‍🚀 🏳️‍🌈 1️⃣',
    ]) {
      expect(ofText(text)).toMatchObject({ text });
      expect(ofText(text).danger).toBeUndefined();
    }
  });

  it.each([
    ['a zero-width space', '\u200b'],
    ['a right-to-left override', '\u202e'],
    ['an isolate', '\u2066'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['a null', '\u0000'],
    ['an escape', '\u001b'],
    ['a carriage return alone', '\r'],
    ['a Hangul filler', '\u3164'],
    ['a half-width Hangul filler', '\uffa0'],
    ['a blank Braille pattern', '\u2800'],
    ['a grapheme joiner', '\u034f'],
    ['a Khmer inherent vowel', '\u17b4'],
    ['a tag character', '\u{e0041}'],
    ['a variation selector', '\u{e0100}'],
    ['one of the first sixteen variation selectors', '\ufe00'],
    ['an emoji variation selector without an emoji', '\ufe0f'],
    ['a joiner without an emoji', '\u200d'],
    ['a Mongolian variation selector', '\u180b'],
    ['an unassigned invisible character', '\u2065'],
    ['an unassigned character among the tags', '\u{e0080}'],
  ])(
    'when a message contains %s, treats the message as bytes and reports a danger',
    (_, hidden) => {
      fc.assert(
        fc.property(fc.string(), fc.string(), (before, after) => {
          const found = ofText(`${before}a${hidden}b${after}`);
          expect(found.text).toBeUndefined();
          expect(found.danger).toContain('nobody can tell');
        }),
        { numRuns: 20 },
      );
    },
  );

  it('warns that a message isn’t text, and that 32 bytes may be a hash', () => {
    expect(shown('0xff').danger).toContain('nobody can tell');
    expect(shown(`0x${'ff'.repeat(32)}`).danger).toContain('the hash of');
    expect(shown('0x').danger).toContain('nobody can tell');
  });
});

describe('a sign-in with hidden characters', () => {
  it('refuses a sign-in with hidden characters', () => {
    const found = ofText('dapp.example wants\u200b you to sign in with your Ethereum account:');
    expect(found.refusal).toContain('hidden characters');
  });
});

describe('a sign-in', () => {
  const PHRASE = 'wants you to sign in with your Ethereum account';

  it('refuses a sign-in to a different site, and marks a check as failed', () => {
    const found = ofText(`bank.example ${PHRASE}:\n${ACCOUNT}`);
    expect(found.refusal).toContain('Condor won’t sign it');
    expect(found.checks).toContainEqual(expect.objectContaining({ status: 'failed' }));
  });

  it('treats a text that only resembles a sign-in as an ordinary message, and adds a warning', () => {
    const found = ofText(`dapp.example ${PHRASE}`);
    expect(found).toMatchObject({ title: 'Sign this message?', rows: [] });
    expect(found.refusal).toBeUndefined();
    expect(found.danger).toBeUndefined();
    expect(found.checks).toContainEqual(expect.objectContaining({ status: 'warned' }));
  });
});
