import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  openSealed,
  sealChallenge,
  sealedAccountId,
  sealedChallengeBytes,
} from '../../../server/vault/service/sealed-challenge.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i);
const OTHER_KEY = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
const SEALED = { tenantId: 'main', purpose: 'login', expiresAt: 1_800_000_120_000 } as const;
const TENANTS = ['other', 'main', 'main2'];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('a sealed id', () => {
  it('a sealed id equals the 32 bytes that Python’s hmac computes for the same key and values', () => {
    const random = { bytes: (length: number) => new Uint8Array(length).fill(0xaa) };
    const id = hex(sealChallenge(KEY, SEALED, random));
    // Computed with Python's hmac.
    expect(id).toBe('43e001867b23d9a1a4e011f70aed39a48dcd16b4bbdeeebe57a62f9bc9fcef05');
  });

  it('a sealed id looks like 32 random bytes: each bit is set in about half of 2,000 ids', () => {
    const random = createFakeRandom('bits');
    const ids = Array.from({ length: 2000 }, () => sealChallenge(KEY, SEALED, random));
    for (let bit = 0; bit < 256; bit++) {
      const set = ids.filter((id) => ((id[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
      expect(Math.abs(set - 1000), `bit ${bit}`).toBeLessThan(150);
    }
  });

  it('a sealed id reveals its tenant, purpose and expiry to the holder of the key', () => {
    const tenants = fc.constantFrom(...TENANTS);
    const purposes = fc.constantFrom('register' as const, 'login' as const);
    const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(tenants, purposes, times, fc.string(), (tenantId, purpose, expiresAt, seed) => {
        const sealed = { tenantId, purpose, expiresAt };
        const id = sealChallenge(KEY, sealed, createFakeRandom(seed));
        expect(openSealed(KEY, id, TENANTS)).toEqual(sealed);
      }),
    );
  });

  it('a sealed id doesn’t open with a different key, for a different tenant or with any one bit changed', () => {
    const id = sealChallenge(KEY, SEALED, createFakeRandom());
    expect(openSealed(OTHER_KEY, id, TENANTS)).toBeUndefined();
    expect(openSealed(KEY, id, ['other', 'main2', 'mai'])).toBeUndefined();
    for (let bit = 0; bit < 256; bit++) {
      const changed = id.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(openSealed(KEY, changed, TENANTS), `bit ${bit}`).toBeUndefined();
    }
  });

  it.each([0, 1, 31, 33, 64])('rejects a sealed id of %i bytes', (length) => {
    const id = sealChallenge(KEY, SEALED, createFakeRandom());
    const other = new Uint8Array(length);
    other.set(id.subarray(0, length));
    expect(openSealed(KEY, other, TENANTS)).toBeUndefined();
  });

  it('the derived challenge and account id differ for every key, tenant and sealed id', () => {
    const random = createFakeRandom();
    const [first, second] = [
      sealChallenge(KEY, SEALED, random),
      sealChallenge(KEY, SEALED, random),
    ];
    const derived = [
      sealedChallengeBytes(KEY, 'main', first),
      sealedChallengeBytes(KEY, 'main', second),
      sealedChallengeBytes(KEY, 'other', first),
      sealedChallengeBytes(OTHER_KEY, 'main', first),
      sealedAccountId(KEY, 'main', first),
      sealedAccountId(KEY, 'main', second),
      sealedAccountId(KEY, 'other', first),
      sealedAccountId(OTHER_KEY, 'main', first),
    ].map(hex);
    expect(new Set(derived)).toHaveLength(8);
    expect(derived.every((text) => text.length === 64)).toBe(true);
    expect(hex(sealedChallengeBytes(KEY, 'main', first))).toBe(derived[0]);
  });
});
