import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../../shared/chain/logs/node-refusal.ts';

/** Error texts of public nodes, each with the change that it requires. */
const TEXTS = [
  [-32000, 'exceed maximum block range: 500', { kind: 'range', limit: 500 }],
  [-32602, 'block range is too wide', { kind: 'range' }],
  [-32614, 'eth_getLogs is limited to a 10,000 range', { kind: 'range', limit: 10_000 }],
  [
    -32600,
    'ranges over 10000 blocks are not supported on freetier',
    { kind: 'range', limit: 10_000 },
  ],
  [
    -32005,
    'query returned more than 10000 results. Try with this block range [0x10, 0x1f].',
    { kind: 'range', limit: 16 },
  ],
  [-32701, 'Please specify an address in your request', { kind: 'address' }],
  [-32602, 'please specify less than 50 addresses', { kind: 'addresses', limit: 49 }],
  [-32701, 'Please specify less than 50 addresses', { kind: 'addresses', limit: 49 }],
  [-32602, 'exceed max addresses or topics per search position', { kind: 'addresses' }],
  [-32600, 'eth_getLogs is limited to 1000 addresses', { kind: 'addresses', limit: 999 }],
  [-32000, 'too many addresses in the filter', { kind: 'addresses' }],
  [-32016, 'over rate limit', { kind: 'busy' }],
  [-32011, 'no backend is currently healthy to serve traffic', { kind: 'down' }],
  [-32601, 'the method does not exist', { kind: 'rejected' }],
] as const;

describe('refusalOf', () => {
  it.each(TEXTS)(
    'classifies a refusal of a log request with code %i and message “%s”',
    (code, message, expected) => {
      expect(refusalOf('eth_getLogs', { code, message })).toEqual(expected);
    },
  );

  it('reads only the beginning of an error of one megabyte', () => {
    const message = `${'limit'.repeat(200_000)} addresses`;
    expect(refusalOf('eth_getLogs', { code: -32000, message })).toEqual({ kind: 'range' });
  });

  it('doesn’t classify a refusal as a range limit when the request has no range', () => {
    const kind = (code: number, message: string) => refusalOf('eth_call', { code, message }).kind;
    expect(kind(-32000, 'response size should not exceed 10000 bytes')).toBe('down');
    expect(kind(-32005, 'exceeded')).toBe('busy');
  });
});
