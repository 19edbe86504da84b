import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import {
  OFFER_TYPE_HASH,
  OFFER_TYPES,
  type OfferDomain,
  offerDigest,
  readOffer,
} from '../../../shared/quotations/offer.ts';
import vectors from '../../vectors/rfq-vectors.json' with { type: 'json' };

const { offerSignature } = vectors;
const maker = privateKeyToAccount(offerSignature.signer.privateKey as Hex);
const DOMAIN = offerSignature.vectors[0]?.domain as OfferDomain;

const offer = (nonce: string, offerAmount = '25000000') => JSON.stringify({ offerAmount, nonce });

/** Signs an offer for request 7 with a nonce, and reads a text as the decrypted offer. */
async function read(text: string, nonce: bigint, quotationId = 7n) {
  const signature = await maker.signTypedData({
    domain: DOMAIN,
    types: OFFER_TYPES,
    primaryType: 'Offer',
    message: { quotationId, offerAmount: 25_000_000n, offeror: maker.address, nonce },
  });
  return readOffer(text, { domain: DOMAIN, quotationId: 7n, offeror: maker.address, signature });
}

describe('an offer’s signature', () => {
  it('uses the type hash of the vectors', () => {
    expect(OFFER_TYPE_HASH).toBe(offerSignature.typeHash);
  });

  it.each(offerSignature.vectors)(
    'computes the digest of the vectors and reads the signed offer: $label',
    (vector) => {
      const { quotationId, offerAmount, nonce, offeror } = vector.message;
      const message = {
        quotationId: BigInt(quotationId),
        offerAmount: BigInt(offerAmount),
        offeror: offeror as Address,
        nonce: BigInt(nonce),
      };
      expect(offerDigest(vector.domain as OfferDomain, message)).toBe(vector.digest);
      const text = JSON.stringify({ offerAmount, nonce });
      const from = {
        domain: vector.domain as OfferDomain,
        quotationId: message.quotationId,
        offeror: message.offeror,
        signature: vector.signature as Hex,
      };
      expect(readOffer(text, from)).toEqual({ amount: message.offerAmount, nonce: message.nonce });
    },
  );
});

describe('the decrypted text of an offer', () => {
  it.each([
    ['16 hexadecimal digits', '987563ef5fde9655', 0x987563ef5fde9655n],
    ['hexadecimal digits with 0x', '0x987563ef5fde9655', 0x987563ef5fde9655n],
    ['decimal digits', '391788778684598574', 391788778684598574n],
    ['16 digits that mean a hexadecimal number', '9875630051099655', 0x9875630051099655n],
    ['16 digits that mean a decimal number', '9875630051099655', 9875630051099655n],
    ['few hexadecimal digits', '1f', 0x1fn],
    ['one digit', '7', 7n],
  ])('reads an offer whose nonce is %s', async (_, text, nonce) => {
    expect(await read(offer(text), nonce)).toEqual({ amount: 25_000_000n, nonce });
  });

  it.each([
    ['an amount that differs from the signed amount', offer('7', '25000001'), 7n],
    ['a different nonce', offer('8'), 7n],
    ['no amount', '{"nonce":"7"}', 7n],
    ['numbers in place of texts', '{"offerAmount":25000000,"nonce":7}', 7n],
    ['a negative amount', offer('7', '-25000000'), 7n],
    ['an amount above a word', offer('7', '9'.repeat(78)), 7n],
    ['a nonce of 65 bits', offer('18446744073709551616'), 7n],
    ['a list', '[]', 7n],
    ['text that isn’t JSON', 'offer', 7n],
    ['far too much text', offer('7').padEnd(401), 7n],
  ])('rejects an invalid text of an offer: %s', async (_, text, nonce) => {
    expect(await read(text, nonce)).toBeUndefined();
  });

  it('rejects a text that was signed for a different request or by a different account', async () => {
    expect(await read(offer('7'), 7n, 8n)).toBeUndefined();
    const { signature, message, domain } = offerSignature.vectors[0] ?? {};
    const other = '0x00000000000000000000000000000000000000aa';
    const from = { domain: domain as OfferDomain, quotationId: 123n, signature: signature as Hex };
    const text = JSON.stringify({ offerAmount: '25000000', nonce: message?.nonce });
    expect(readOffer(text, { ...from, offeror: maker.address })).toBeDefined();
    expect(readOffer(text, { ...from, offeror: other })).toBeUndefined();
  });
});
