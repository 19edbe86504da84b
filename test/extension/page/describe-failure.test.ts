import { describe, expect, it, onTestFinished } from 'vitest';
import { describeCallFailure } from '../../../components/failures/describe-call-failure.ts';
import { describeFailure } from '../../../components/failures/describe-failure.ts';
import type { CallFailure } from '../../../shared/chain/call-failure.ts';
import { type Failure, PLAIN_CODES } from '../../../shared/messages/failures.ts';
import { TICKET_CODES } from '../../../shared/orders/ticket-failures.ts';
import { RPC_CODES } from '../../../shared/rpc/codes.ts';
import { createTextReader } from '../../../shared/texts.ts';
import { textsOf } from '../../helpers/texts.ts';

const detailed: Failure[] = [
  { code: 'TRY_LATER', details: { retryAfter: 40 } },
  { code: 'too-many-wallets', details: { most: 32 } },
  { code: 'too-many-passkeys', details: { most: 8 } },
  { code: 'feed-unreachable', details: { host: 'feed.example' } },
  { code: 'feed-unreadable', details: { host: 'feed.example' } },
  { code: 'refused-receiver', details: { reason: 'checksum' } },
  { code: 'refused-receiver', details: { reason: 'option' } },
  { code: 'refused-receiver', details: { reason: 'token' } },
  { code: 'refused-receiver', details: { reason: 'token', symbol: 'USDC' } },
];
const calls: CallFailure[] = [
  { kind: 'contract', text: 'Order expired' },
  { kind: 'node', text: 'not enough' },
  { kind: 'panic' },
  { kind: 'no reason' },
  { kind: 'unreachable' },
  { kind: 'unusable' },
];
const rpcCodes = Object.keys(RPC_CODES) as (keyof typeof RPC_CODES)[];
const failures: Failure[] = [
  ...PLAIN_CODES.map((code) => ({ code })),
  ...rpcCodes.map((code) => ({ code })),
  ...calls.map((details) => ({ code: 'chain', details }) as const),
  ...detailed,
];

/** Failures of a fill before it was sent, which say so in their own sentence. */
const isTicket = (failure: Failure) => TICKET_CODES.some((code) => code === failure.code);

/** Has the page speak a language until the test ends. */
function speak(language: 'en' | 'de'): void {
  const read = createTextReader(Reflect.get(globalThis, 'chrome').i18n);
  onTestFinished(() => read(undefined));
  read(new Map(Object.entries(textsOf(language))));
}

const UNCHANGED = {
  en: /nothing (?:was|is|has|were)|not (?:saved|sent|changed)\b/i,
  de: /nichts (?:wurde|ist|gespeichert|gesendet)|wurde nichts|nicht gespeichert|nicht gesendet/i,
} as const;

describe.each(['en', 'de'] as const)('a failure in the language %s', (language) => {
  it.each(failures)('is a sentence without keys and gaps: $code', (failure) => {
    speak(language);
    const text = describeFailure(failure);
    expect(text).toMatch(/^[A-ZÄÖÜ].*[.”“]$/u);
    expect(text).not.toMatch(/undefined|NaN|\$\d|[{}]|failures\.|\[object/);
  });

  it.each(failures.filter((failure) => !isTicket(failure)))(
    'claims that nothing was changed only when its phase proves it: $code',
    (failure) => {
      speak(language);
      expect(describeFailure(failure)).not.toMatch(UNCHANGED[language]);
      expect(describeFailure({ ...failure, phase: 'before-send' })).toMatch(UNCHANGED[language]);
      expect(describeFailure({ ...failure, phase: 'missing' })).not.toMatch(UNCHANGED[language]);
    },
  );
});

describe('the words of a contract or node', () => {
  it('are quoted and labelled', () => {
    expect(calls.map(describeCallFailure)).toEqual([
      'The contract says: “Order expired”',
      'The node says: “not enough”',
      'A check inside the contract failed.',
      'No reason was given.',
      'The chain cannot be reached. Check the node under Settings.',
      'The chain gave no usable answer.',
    ]);
  });
});

describe('a rejection', () => {
  it('says that nothing was sent', () => {
    expect(describeFailure({ code: 'rejected', phase: 'before-send' })).toBe(
      'You rejected it. Nothing was sent.',
    );
  });
});

describe('a save whose commit may still arrive', () => {
  it('says to sync before trying again', () => {
    expect(describeFailure({ code: 'UNREACHABLE', phase: 'missing' })).toMatch(
      /may still arrive: sync before you try again\.$/,
    );
  });
});
