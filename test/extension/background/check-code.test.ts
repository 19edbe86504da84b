import { expect, it } from 'vitest';
import { checkCode } from '../../../entrypoints/background/vault/view.ts';
import { toBase64url } from '../../../shared/bytes.ts';

it('returns the first 40 bits of a vault’s digest in two groups of five hexadecimal digits', () => {
  const digest = (bytes: number[]) => toBase64url(Uint8Array.from([...bytes, 9, 9, 9]));
  expect(checkCode(digest([0x3f, 0x2a, 0x91, 0xc0, 0x77]))).toBe('3f2a9-1c077');
  expect(checkCode(digest([0, 0, 0, 0, 1]))).toBe('00000-00001');
});
