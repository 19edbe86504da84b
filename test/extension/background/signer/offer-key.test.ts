import { hexToBytes } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  offerKey,
  offerPublicKey,
  openOffer,
} from '../../../../entrypoints/background/signer/offer-key.ts';
import { fromUtf8 } from '../../../../shared/bytes.ts';
import vectors from '../../../vectors/rfq-vectors.json' with { type: 'json' };

const REQUESTER = hexToBytes(vectors.requester.privateKey as `0x${string}`);
const signingKey = vectors.offerorKey.compressedPublicKey;
const open = async (encryptedOffer: string, key = REQUESTER, from = signingKey) => {
  const bytes = await openOffer(key, { signingKey: from, encryptedOffer });
  return bytes && fromUtf8(bytes);
};

describe('the key that opens offers', () => {
  it('derives the public key of the vectors', () => {
    expect(offerPublicKey(REQUESTER)).toBe(vectors.requester.compressedPublicKey);
  });

  it.each(vectors.encryption)('opens the offer “$label”', async ({ wire, plaintext }) => {
    expect(await open(wire)).toBe(plaintext);
  });

  it('doesn’t open an offer that was changed, was sealed for a different key, or is malformed', async () => {
    const { wire = '' } = vectors.encryption[0] ?? {};
    expect(await open(vectors.tampered.wire)).toBeUndefined();
    expect(await open(wire, offerKey(REQUESTER))).toBeUndefined();
    expect(await open(wire, REQUESTER, vectors.requester.compressedPublicKey)).toBeUndefined();
    for (const text of ['', '0x', '0xzz', wire.slice(0, 58), `0x${'00'.repeat(600)}`])
      expect(await open(text)).toBeUndefined();
    const notPoints = ['', '0x', `0x05${'11'.repeat(32)}`, `0x02${'ff'.repeat(32)}`];
    for (const point of notPoints) expect(await open(wire, REQUESTER, point)).toBeUndefined();
  });

  it('derives the same key each time, and a different key for each account', () => {
    const other = hexToBytes(vectors.offerorKey.privateKey as `0x${string}`);
    expect(offerPublicKey(offerKey(REQUESTER))).toBe(offerPublicKey(offerKey(REQUESTER)));
    expect(offerPublicKey(offerKey(REQUESTER))).not.toBe(offerPublicKey(offerKey(other)));
    expect(offerKey(REQUESTER)).not.toEqual(REQUESTER);
  });
});
