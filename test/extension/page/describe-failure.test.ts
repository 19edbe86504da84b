import { describe, expect, it, onTestFinished } from 'vitest';
import { i18n } from '#i18n';
import { describeCallFailure } from '../../../components/texts/describe-call-failure.ts';
import { describeFailure } from '../../../components/texts/describe-failure.ts';
import type { CallFailure } from '../../../shared/chain/call-failure.ts';
import { type Failure, PLAIN_CODES } from '../../../shared/messages/failures.ts';
import { TICKET_CODES } from '../../../shared/orders/ticket-failures.ts';
import { RPC_CODES } from '../../../shared/rpc/codes.ts';
import { textsOf } from '../../helpers/texts.ts';

const detailed: Failure[] = [
  { code: 'TRY_LATER', details: { retryAfter: 40 } },
  { code: 'tooManyWallets', details: { most: 32 } },
  { code: 'tooManyPasskeys', details: { most: 8 } },
  { code: 'feedUnreachable', details: { host: 'feed.example' } },
  { code: 'feedUnreadable', details: { host: 'feed.example' } },
  { code: 'askedByOther', details: { id: '7', requester: '0x1', until: 1_800_000_000 } },
  { code: 'fillRunning', details: { holder: 'one' } },
  { code: 'alreadyAsked', details: { holder: 'one' } },
  { code: 'refusedReceiver', details: { reason: 'checksum' } },
  { code: 'refusedReceiver', details: { reason: 'option' } },
  { code: 'refusedReceiver', details: { reason: 'token' } },
  { code: 'refusedReceiver', details: { reason: 'token', symbol: 'USDC' } },
];
const calls: CallFailure[] = [
  { kind: 'contract', text: 'Order expired' },
  { kind: 'node', text: 'not enough' },
  { kind: 'allowance', text: 'ERC20InsufficientAllowance' },
  { kind: 'balance', text: 'ERC20InsufficientBalance' },
  { kind: 'unknown error', text: '0x12345678' },
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

/**
 * Returns true for a failure that occurs before a fill is sent. Its text says that nothing was
 * sent.
 */
const isTicket = (failure: Failure) => TICKET_CODES.some((code) => code === failure.code);

function speak(language: 'en' | 'de'): void {
  onTestFinished(() => i18n.read(undefined));
  i18n.read(new Map(Object.entries(textsOf(language))));
}

it('the message about an unsupported browser mentions passkeys', () => {
  speak('en');
  expect(describeFailure({ code: 'unsupported' })).toContain('passkey');
});

const UNCHANGED = {
  en: /nothing (?:was|is|has|were)|not (?:saved|sent|changed)\b/i,
  de: /nichts (?:wurde|ist|gespeichert|gesendet)|wurde nichts|nicht gespeichert|nicht gesendet/i,
} as const;

describe.each(['en', 'de'] as const)('a failure in the language %s', (language) => {
  it.each(failures)('describes a failure in a complete sentence: $code', (failure) => {
    speak(language);
    const text = describeFailure(failure);
    expect(text).toMatch(/^[A-ZÄÖÜ].*[.”“]$/u);
    expect(text).not.toMatch(/undefined|NaN|\$\d|[{}]|failures\.|\[object/);
  });

  it.each(failures.filter((failure) => !isTicket(failure)))(
    'says that nothing was changed only when the failure’s phase proves it: $code',
    (failure) => {
      speak(language);
      expect(describeFailure(failure)).not.toMatch(UNCHANGED[language]);
      expect(describeFailure({ ...failure, phase: 'beforeSend' })).toMatch(UNCHANGED[language]);
      expect(describeFailure({ ...failure, phase: 'missing' })).not.toMatch(UNCHANGED[language]);
    },
  );
});

describe('messages of a contract or node', () => {
  it('describes a failed call, and quotes the message of the contract or the node', () => {
    expect(calls.map(describeCallFailure)).toEqual([
      'The contract says: “Order expired”',
      'The node says: “not enough”',
      'The contract’s allowance is too small for this call.',
      'The balance is too low for the call.',
      'The contract reports an error that Condor doesn’t know (0x12345678).',
      'A check inside the contract failed.',
      'The contract gave no reason.',
      'Condor can’t reach the network. Check the node in Settings.',
      'The node’s response wasn’t usable.',
    ]);
  });
});

describe('a rejection', () => {
  it('says after a rejection that nothing was sent', () => {
    expect(describeFailure({ code: 'rejected', phase: 'beforeSend' })).toBe(
      'You rejected the request. Nothing was sent.',
    );
  });
});

describe('a request that ended before it was signed, but not by the user', () => {
  it.each(['lockedMeanwhile', 'notPending'] as const)(
    'says that nothing was sent, without calling the unsigned request rejected: %s',
    (code) => {
      const text = describeFailure({ code, phase: 'beforeSend' });
      expect(text).not.toMatch(/rejected/);
      expect(text).toMatch(/ Nothing was sent\.$/);
    },
  );
});

describe('a receipt of another envelope', () => {
  it('describes a wrong receipt, and advises the user not to use the server', () => {
    expect(describeFailure({ code: 'WRONG_RECEIPT' })).toMatch(
      /^The server confirmed something other than what Condor sent\. Don’t use this server\./,
    );
  });

  it('describes a wrong receipt, and asks the user to sync, when the vault doesn’t contain the change', () => {
    expect(describeFailure({ code: 'WRONG_RECEIPT', phase: 'missing' })).toMatch(
      /^The server confirmed something other .*may still arrive. Sync before you try again\.$/,
    );
  });
});

describe('a save whose revision another commit took', () => {
  it.each(['UNREACHABLE', 'SERVICE_UNAVAILABLE', 'UNEXPECTED_ANSWER'] as const)(
    'asks the user to save again when another commit took the revision: %s',
    (code) => {
      expect(describeFailure({ code, phase: 'lost' })).toBe(
        'Another device saved a change first, so yours isn’t in the vault. Make it again.',
      );
    },
  );
});

describe('a save whose commit may still arrive', () => {
  it.each(['UNREACHABLE', 'SERVICE_UNAVAILABLE'] as const)(
    'says that an unconfirmed change may still arrive, and asks for a sync before another try: %s',
    (code) => {
      expect(describeFailure({ code, phase: 'missing' })).toBe(
        'The server didn’t confirm the change, and the vault doesn’t contain it yet. ' +
          'The change may still arrive. Sync before you try again.',
      );
    },
  );
});
