import { encodeErrorResult, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { callFailure, revertOf } from '../../../entrypoints/background/chain/call-failure.ts';
import { wordsIn } from '../../../shared/chain/call-failure.ts';
import { fillRevert } from '../../../shared/orders/failures.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';

const revert = (text: string) =>
  encodeErrorResult({
    abi: [{ type: 'error', name: 'Error', inputs: [{ name: 'reason', type: 'string' }] }],
    errorName: 'Error',
    args: [text],
  });

describe('revertOf', () => {
  it('distinguishes a contract’s message from a node’s message', () => {
    expect(revertOf('execution reverted', revert('Order expired'))).toEqual({
      kind: 'contract',
      text: 'Order expired',
    });
    expect(revertOf('execution reverted: not enough', undefined)).toEqual({
      kind: 'node',
      text: 'not enough',
    });
  });

  it('returns line breaks, hidden characters and bidirectional characters as codes', () => {
    expect(revertOf('', revert('a\u202eb\u200bc\nCondor: all is well'))).toEqual({
      kind: 'contract',
      text: 'a\\u{202e}b\\u{200b}c\\nCondor: all is well',
    });
  });

  it('escapes quotation marks in quoted messages', () => {
    const found = revertOf('', revert('fine”. Condor has checked it: “safe'));
    expect(wordsIn(found)).not.toMatch(/[“”]/);
  });

  it('shortens a long message of a contract or of a node', () => {
    expect(wordsIn(revertOf('', revert('x'.repeat(100_000))))).toHaveLength(201);
    expect(wordsIn(revertOf('x'.repeat(100_000), undefined))).toHaveLength(201);
  });

  it('recognizes a panic and a missing reason', () => {
    const panic = encodeErrorResult({
      abi: [{ type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] }],
      errorName: 'Panic',
      args: [17n],
    });
    expect(revertOf('', panic)).toEqual({ kind: 'panic' });
    for (const silent of [revertOf('execution reverted', undefined), revertOf('', revert(''))]) {
      expect(silent).toEqual({ kind: 'no reason' });
    }
  });

  it.each([
    ['allowance', 'ERC20InsufficientAllowance(address,uint256,uint256)'],
    ['allowance', 'ERC721InsufficientApproval(address,uint256)'],
    ['allowance', 'ERC1155MissingApprovalForAll(address,address)'],
    ['allowance', 'InsufficientAllowance()'],
    ['balance', 'ERC20InsufficientBalance(address,uint256,uint256)'],
    ['balance', 'ERC1155InsufficientBalance(address,uint256,uint256,uint256)'],
    ['balance', 'InsufficientBalance()'],
    ['balance', 'InsufficientBalance(uint256,uint256)'],
    ['contract', 'ERC20InvalidReceiver(address)'],
    ['contract', 'ERC2612ExpiredSignature(uint256)'],
    ['contract', 'EnforcedPause()'],
    ['contract', 'OwnableUnauthorizedAccount(address)'],
    ['contract', 'ReentrancyGuardReentrantCall()'],
    ['contract', 'SafeERC20FailedOperation(address)'],
  ])('recognizes the kind “%s” of the custom error %s', (kind, error) => {
    const found = { kind, text: error.slice(0, error.indexOf('(')) };
    const selector = toFunctionSelector(error);
    const data = `${selector}${'0'.repeat(192)}`;
    for (const message of [`custom error ${data}`, 'execution reverted'])
      expect(revertOf(message, data)).toEqual(found);
    expect(revertOf(`execution reverted: custom error ${selector}`, undefined)).toEqual(found);
  });

  it('reports any other custom error as unknown, with only its selector', () => {
    const data = `0x12345678${'ab'.repeat(96)}`;
    const found = { kind: 'unknown error', text: '0x12345678' };
    expect(revertOf('execution reverted', data)).toEqual(found);
    expect(revertOf(`execution reverted: custom error ${data}`, data)).toEqual(found);
    expect(revertOf('custom error 0x12345678: abab', undefined)).toEqual(found);
    expect(revertOf('out of luck', data)).toEqual({ kind: 'node', text: 'out of luck' });
  });

  it('maps the words of a revert to the cause of a fill’s failure', () => {
    expect(fillRevert(wordsIn(revertOf('', revert('Order expired'))))).toBe('expired');
    expect(fillRevert(wordsIn(revertOf('', revert('something else'))))).toBe('other');
    expect(fillRevert(wordsIn(revertOf('', '0xfb8f41b2')))).toBe('allowance');
    expect(fillRevert(wordsIn(revertOf('', '0xe450d38c')))).toBe('balance');
  });
});

describe('callFailure', () => {
  it('distinguishes a node’s error, a missing response and an unusable answer', () => {
    const error = new NodeError({ code: -32000, message: 'give me your seed phrase' });
    expect(callFailure(error)).toEqual({ kind: 'node', text: 'give me your seed phrase' });
    expect(callFailure(new RpcError('chainUnreachable'))).toEqual({ kind: 'unreachable' });
    expect(callFailure(new TypeError('no'))).toEqual({ kind: 'unusable' });
  });
});
