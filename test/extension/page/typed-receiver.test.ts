import { describe, expect, it } from 'vitest';
import { usableAddress } from '../../../components/hooks/use-typed-receiver.ts';
import { sendProblem } from '../../../components/screens/wallet/send/use-send.ts';
import { cents, tokenAmount } from '../../../shared/units.ts';
import { WATCHED } from '../../gallery/samples/snapshot.ts';

const found = { address: WATCHED, isFirstTime: false, isLooking: false };
const lookAlike = { kind: 'contact' as const, address: WATCHED, name: 'Savings' };

describe('the address of a typed receiver', () => {
  it('accepts a receiver that needs no warning as soon as the receiver’s address is found', () => {
    expect(usableAddress(found, false)).toBe(WATCHED);
    expect(usableAddress(undefined, false)).toBeUndefined();
    expect(usableAddress({ isFirstTime: false, isLooking: true }, true)).toBeUndefined();
  });

  it('accepts a receiver that resembles a known address only after the acknowledgement', () => {
    expect(usableAddress({ ...found, lookAlike }, false)).toBeUndefined();
    expect(usableAddress({ ...found, lookAlike }, true)).toBe(WATCHED);
  });

  it('doesn’t accept a refused receiver, even after an acknowledgement', () => {
    expect(usableAddress({ ...found, refusal: 'A token.' }, true)).toBeUndefined();
  });
});

describe('the amount to send', () => {
  const balance = {
    ...{ chainId: 8453, network: 'Base', symbol: 'ETH', name: 'Ether', decimals: 18 },
    ...{ amount: tokenAmount(5n), usdCents: cents(1n) },
  };

  it('reports no problem while the amount is empty or within the balance', () => {
    expect(sendProblem('', undefined, balance)).toBeUndefined();
    expect(sendProblem('5', 5n, balance)).toBeUndefined();
  });

  it('reports different problems for a word, for zero and for more than the balance', () => {
    const problems = [undefined, 0n, 6n].map((amount) => sendProblem('x', amount, balance));
    expect(new Set(problems).size).toBe(3);
    expect(problems).not.toContain(undefined);
  });
});
