import { describe, expect, it } from 'vitest';
import { failureOfRevert, fillRevert } from '../../../shared/orders/failures.ts';
import vectors from '../../vectors/revert-strings.json' with { type: 'json' };

/** Reverts of calls that no fill of the wallet makes. */
const OF_OTHERS = /cancel|Router|Swap|sweep|String/i;

describe('a revert of a fill', () => {
  it.each(vectors.errors.map(({ text }) => text).filter((text) => !OF_OTHERS.test(text)))(
    'recognizes the cause of a revert from the contract’s error text %j',
    (text) => {
      expect(fillRevert(text)).not.toBe('other');
    },
  );

  it.each<[string, string]>([
    ['Signer Not Authorized', 'signer'],
    ['Signature Mismatch', 'signature'],
    ['Insufficient Allowance', 'allowance'],
    ['Transfer Amount Exceeds Balance', 'balance'],
    ['ERC20InsufficientAllowance', 'allowance'],
    ['Order cancelled', 'cancelled'],
    ['Below min premium', 'tooSmall'],
    ['something new', 'other'],
  ])('maps the revert text %j to %s', (text, code) => {
    expect(fillRevert(text)).toBe(code);
  });

  it('names the maker’s balance or allowance as the cause when the maker’s tokens are missing', () => {
    expect(failureOfRevert('balance', 'maker')).toBe('makerBalance');
    expect(failureOfRevert('allowance', 'maker')).toBe('makerAllowance');
    expect(failureOfRevert('balance', 'taker')).toBe('balance');
    expect(failureOfRevert('allowance', undefined)).toBe('allowance');
    expect(failureOfRevert('expired', 'maker')).toBe('expired');
  });
});
