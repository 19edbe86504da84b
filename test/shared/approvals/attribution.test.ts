import { concat, type Hex, stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { cutAttribution } from '../../../shared/approvals/attribution.ts';

const MARKER = '0x80218021802180218021802180218021';
const CALL = '0xa9059cbb';
/**
 * Registry address, chain id 8453 and the length of the chain id. In schema 1, these values precede
 * the codes.
 */
const REGISTRY: Hex = `0x${'ab'.repeat(20)}210502`;

const suffix = (codes: string, { schema = 0, size = codes.length, registry = '0x' as Hex } = {}) =>
  concat([registry, stringToHex(codes), bytes(size), bytes(schema), MARKER]);
const bytes = (value: number): Hex => `0x${value.toString(16).padStart(2, '0')}`;

describe('an attribution at the end of calldata', () => {
  it('separates an attribution from the call, and reads the attribution’s codes', () => {
    // The example of the ox library.
    const example = '0x626173656170702c6d6f7270686f0e0080218021802180218021802180218021';
    expect(cutAttribution(concat([CALL, example]))).toEqual({
      data: CALL,
      suffix: example,
      codes: ['baseapp', 'morpho'],
    });
    expect(cutAttribution(example)?.data).toBe('0x');
  });

  it('reads an attribution that names its registry', () => {
    const end = suffix('bc_wallet', { schema: 1, registry: REGISTRY });
    expect(cutAttribution(concat([CALL, end]))).toEqual({
      data: CALL,
      suffix: end,
      codes: ['bc_wallet'],
    });
  });

  it.each([
    ['an incomplete marker', suffix('bc_a').slice(0, -2) as Hex],
    ['an unknown schema', suffix('bc_a', { schema: 2 })],
    ['no code', suffix('')],
    ['an empty code', suffix('bc_a,')],
    ['a code that is longer than 32 characters', suffix('a'.repeat(33))],
    ['a code with a control character', suffix('bc\u0007')],
    ['a code with a space', suffix('Send to')],
    ['a length that exceeds the data', suffix('bc_a', { size: 200 })],
    ['a registry that exceeds the data', suffix('a', { schema: 1, registry: '0x210502' })],
    ['a registry without a chain', suffix('a', { schema: 1, registry: `0x${'ab'.repeat(20)}00` })],
    ['nothing but the marker', MARKER as Hex],
  ])('doesn’t recognize an attribution in calldata with an invalid suffix: %s', (_, data) => {
    expect(cutAttribution(data)).toBeUndefined();
  });
});
