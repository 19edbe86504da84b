import { describe, expect, it } from 'vitest';
import { describeTransaction } from '../../../components/approvals/describe-transaction.ts';
import type { DangerFact } from '../../../shared/approvals/facts/dangers.ts';
import type { CallMeaning, StepView } from '../../../shared/messages/approval-view.ts';

const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** An address with the same shortened form as the spender's. */
const TWIN = `0x3C44${'0'.repeat(32)}93BC`;
const TOKEN = { address: SPENDER, symbol: 'USDC', decimals: 6 };
const COIN = { wei: '1500000000000000000', coin: 'ETH' };

const call = (more: Partial<CallMeaning> = {}): CallMeaning => ({
  call: { kind: 'close' },
  leaves: [],
  arrives: [],
  rows: [],
  checks: [],
  dangers: [],
  ...more,
});
const step = (more: Partial<StepView> = {}): StepView => ({
  ...call(),
  number: 1,
  raw: { wei: '0', chainId: 8453, data: '0x' },
  ...more,
});
const view = (...steps: readonly StepView[]) => ({ steps, dangers: [], coin: 'ETH' });
const mayTake = (spender: string, units = '5'): DangerFact => ({
  code: 'mayTake',
  spender,
  isBook: false,
  isUnlimited: false,
  amount: { token: TOKEN, units },
});

describe('the marks of a transaction’s dangers', () => {
  it('creates different danger marks for two addresses that look the same when shortened', () => {
    const one = describeTransaction(view(step({ dangers: [mayTake(SPENDER)] }))).danger;
    const other = describeTransaction(view(step({ dangers: [mayTake(TWIN)] }))).danger;
    expect(other?.sentence).toBe(one?.sentence);
    expect(other?.mark).not.toBe(one?.mark);
  });

  it('changes the danger mark when an amount, a step or a danger of the request changes', () => {
    const marks = [
      view(step({ dangers: [mayTake(SPENDER)] })),
      view(step({ dangers: [mayTake(SPENDER, '6')] })),
      view(step({ dangers: [mayTake(SPENDER)] }), step()),
      view(step(), step({ dangers: [mayTake(SPENDER)] })),
      { ...view(step({ dangers: [mayTake(SPENDER)] })), dangers: [{ code: 'unstable' } as const] },
    ].map((shown) => describeTransaction(shown).danger?.mark);
    expect(new Set(marks).size).toBe(marks.length);
  });

  it('the acknowledgement includes the dangers of inner calls, each danger once', () => {
    const inner = call({ dangers: [{ code: 'meaning.unknown' }] });
    const nested = step({ inner: [call({ inner: [inner] }), inner] });
    expect(describeTransaction(view(nested)).danger?.sentence).toBe(
      'I understand that Condor can’t tell what this transaction does.',
    );
    expect(describeTransaction(view(step())).danger).toBeUndefined();
  });

  it('asks for one acknowledgement of a danger that several steps share', () => {
    const twice = view(
      step({ dangers: [mayTake(SPENDER)] }),
      step({ dangers: [mayTake(SPENDER)] }),
    );
    const once = view(step({ dangers: [mayTake(SPENDER)] }));
    const sentence = describeTransaction(once).danger?.sentence;
    expect(describeTransaction(twice).danger?.sentence).toBe(sentence);
    expect(describeTransaction(twice).danger?.mark).not.toBe(
      describeTransaction(once).danger?.mark,
    );
  });
});

describe('the refusal of a transaction', () => {
  it('shows the refusal of a request, or otherwise the refusal of a call inside a step', () => {
    const inner = call({ refusal: { code: 'receiver.nobody' } });
    const shown = view(step(), step({ number: 2, inner: [call({ inner: [inner] })] }));
    expect(describeTransaction(shown).refusal).toMatch(/no known key/);
    const own = { ...shown, refusal: { code: 'notWaiting' } as const };
    expect(describeTransaction(own).refusal).toMatch(/isn’t pending/);
  });
});

describe('a multicall', () => {
  it('shows each call of a multicall with its sentence, its rows and its checks', () => {
    const inner = call({
      call: { kind: 'payout' },
      rows: [{ label: 'item', value: { kind: 'number', number: '7' } }],
      checks: [{ code: 'contract.missing', status: 'failed' }],
    });
    const [worded] = describeTransaction(view(step({ inner: [inner, inner] }))).steps;
    expect(worded?.rows.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Call 1: Settle the option and pay out both sides',
      '· Item: 7',
      'Call 2: Settle the option and pay out both sides',
      '· Item: 7',
    ]);
    expect(worded?.checks.map(({ label, status }) => `${status} ${label}`)).toEqual([
      'failed Call 1: Contract',
      'failed Call 2: Contract',
    ]);
  });
});

describe('coin that is sent with a call', () => {
  it('names the sent coin in the call’s sentence', () => {
    const [worded] = describeTransaction(view(step({ along: COIN }))).steps;
    expect(worded?.sentence).toBe(
      'Dissolve the option and take back its collateral, and send 1.5 ETH with it',
    );
  });
});
