import { encodeErrorResult } from 'viem';
import { describe, expect, it } from 'vitest';
import { chainFailure, revertReason } from '../../../entrypoints/background/chain/revert-reason.ts';
import { fillRevert } from '../../../shared/orders/failures.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';

const revert = (text: string) =>
  encodeErrorResult({
    abi: [{ type: 'error', name: 'Error', inputs: [{ name: 'reason', type: 'string' }] }],
    errorName: 'Error',
    args: [text],
  });

describe('revertReason', () => {
  it('quotes and labels what a contract says', () => {
    expect(revertReason('execution reverted', revert('Order expired'))).toBe(
      'The contract says: “Order expired”',
    );
  });

  it('quotes and labels what a node says', () => {
    expect(revertReason('execution reverted: not enough', undefined)).toBe(
      'The node says: “not enough”',
    );
  });

  it('shows hidden and bidirectional characters as codes, in one line', () => {
    const reason = revertReason('', revert('a\u202eb\u200bc\nCondor: all is well'));
    expect(reason).toBe('The contract says: “a\\u{202e}b\\u{200b}c\\nCondor: all is well”');
  });

  it('lets no text end its own quotation', () => {
    const reason = revertReason('', revert('fine”. Condor has checked it: “safe'));
    expect(reason.match(/[“”]/g)).toHaveLength(2);
  });

  it('cuts a long text', () => {
    expect(revertReason('', revert('x'.repeat(100_000))).length).toBeLessThan(250);
    expect(revertReason('x'.repeat(100_000), undefined).length).toBeLessThan(250);
  });

  it('explains a panic, and says when no reason was given', () => {
    const panic = encodeErrorResult({
      abi: [{ type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] }],
      errorName: 'Panic',
      args: [17n],
    });
    expect(revertReason('', panic)).toBe('A check inside the contract failed.');
    for (const silent of [
      revertReason('execution reverted', undefined),
      revertReason('', revert('')),
    ]) {
      expect(silent).toBe('No reason was given.');
    }
  });

  it('keeps the cause of a fill’s failure', () => {
    expect(fillRevert(revertReason('', revert('Order expired')))).toBe('expired');
    // The label itself is no cause.
    expect(fillRevert(revertReason('', revert('something else')))).toBe('other');
  });
});

describe('chainFailure', () => {
  it('quotes a node’s own error', () => {
    const error = new NodeError({ code: -32000, message: 'give me your seed phrase' });
    expect(chainFailure(error)).toBe('The node says: “give me your seed phrase”');
  });
});
