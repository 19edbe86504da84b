import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRecoveryCode, readRecoveryCode } from '../../../shared/vault/recovery-code.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('a recovery code', () => {
  it('writes a recovery code in five groups of five letters, and reads it back', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const code = newRecoveryCode(createFakeRandom(String(seed)));
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
        expect(readRecoveryCode(code)).toBe(code);
      }),
    );
  });

  it('rejects a recovery code with any one letter changed', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat({ max: 24 }),
        fc.integer({ min: 1, max: 31 }),
        (seed, at, by) => {
          const text = newRecoveryCode(createFakeRandom(String(seed))).replaceAll('-', '');
          const letter = LETTERS.charAt((LETTERS.indexOf(text.charAt(at)) + by) % 32);
          expect(readRecoveryCode(text.slice(0, at) + letter + text.slice(at + 1))).toBeUndefined();
        },
      ),
    );
  });
});
