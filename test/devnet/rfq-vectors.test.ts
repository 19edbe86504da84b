import { hashTypedData, hexToBytes, recoverTypedDataAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import vectors from '../vectors/rfq-vectors.json' with { type: 'json' };
import { compileContracts } from './compile.ts';
import { type Offer, offerTypedData } from './rfq-offer.ts';
import { offerKey, offerText, publicKeyOf, seal, unseal } from './rfq-seal.ts';

/** Names in the ABI that the compiled factory never uses or contains in another form. */
const NOT_FOUND = [
  'ExpiredReferralSwept(uint256,address,uint256)',
  'BaseSplitFeeUpdated(uint256,uint256)',
  'FactoryDeprecation(uint256)',
  'InvalidShortString()',
  'StringTooLong(string)',
  'NoWinnerToAccept()',
  // The compiler stores the complement of this selector. Another test of the factory provokes the
  // error.
  'SwapAndRFQNotAllowedForExistingOptions()',
];
const hex = (text: string) => text as `0x${string}`;

describe('the compiled factory', () => {
  /** Forms in which the compiler may push a constant: without zero bits at either end. */
  const spellings = (constant: string): string[] => {
    const texts: string[] = [];
    for (let value = BigInt(constant); ; value /= 2n) {
      texts.push(value.toString(16));
      if (value % 2n === 1n) return texts;
    }
  };

  const missing = async (constants: Readonly<Record<string, string>>) => {
    const { OptionFactory = '', SettlementExtension = '' } = await compileContracts();
    const code = OptionFactory + SettlementExtension;
    return Object.entries(constants)
      .filter(([, value]) => !spellings(value).some((text) => code.includes(text)))
      .map(([name]) => name)
      .filter((name) => !NOT_FOUND.includes(name));
  };

  test.each([
    { kind: 'function', constants: vectors.selectors },
    { kind: 'event', constants: vectors.topics },
    { kind: 'error', constants: vectors.errors },
  ])('the compiled factory has every $kind of the deployed factory', async ({ constants }) => {
    expect(await missing(constants)).toEqual([]);
  });

  test('both halves of the factory are smaller than the limit of 24 KiB', async () => {
    const { OptionFactory = '', SettlementExtension = '' } = await compileContracts();
    for (const code of [OptionFactory, SettlementExtension])
      expect(code.length / 2).toBeLessThan(24_576);
  });
});

describe('sealed offers', () => {
  const requester = offerKey(hex(vectors.requester.privateKey));
  const key = offerKey(hex(vectors.offerorKey.privateKey));

  test.each(vectors.encryption)('seals and opens an offer like the vector “$label”', (vector) => {
    const publicKey = hex(vectors.requester.compressedPublicKey);
    const sealed = seal(vector.plaintext, publicKey, { key, iv: hexToBytes(hex(vector.iv)) });
    expect(sealed).toEqual({
      signingKey: vectors.offerorKey.compressedPublicKey,
      wire: vector.wire,
    });
    expect(unseal(sealed, requester)).toBe(vector.plaintext);
  });

  test('encodes an offer’s amount and nonce as in a recorded offer', () => {
    const [first] = vectors.encryption;
    expect(offerText(25_000000n, 10985796745796949589n)).toBe(first?.plaintext);
  });

  test('can’t open a sealed offer that was changed', () => {
    const wire = hex(vectors.tampered.wire);
    expect(() => unseal({ signingKey: publicKeyOf(key), wire }, requester)).toThrow();
  });
});

describe('signatures of offers', () => {
  const { signer, vectors: cases } = vectors.offerSignature;

  test.each(cases)(
    'computes the digest and the signature of the vector “$label”',
    async ({ domain, message, digest, signature }) => {
      const offer: Offer = {
        quotationId: BigInt(message.quotationId),
        offerAmount: BigInt(message.offerAmount),
        offeror: hex(message.offeror),
        nonce: BigInt(message.nonce),
      };
      const data = offerTypedData(
        { ...domain, verifyingContract: hex(domain.verifyingContract) },
        offer,
      );
      expect(hashTypedData(data)).toBe(digest);
      const account = privateKeyToAccount(hex(signer.privateKey));
      expect(await account.signTypedData(data)).toBe(signature);
      expect(await recoverTypedDataAddress({ ...data, signature: hex(signature) })).toBe(
        signer.address,
      );
    },
  );
});
