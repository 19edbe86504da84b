import { createCipheriv } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webAead } from '../../../entrypoints/background/platform/web-aead.ts';
import { toBase64url, toHex, utf8 } from '../../../shared/bytes.ts';
import { VaultError } from '../../../shared/vault/errors.ts';
import { pad } from '../../../shared/vault/padding.ts';
import { credentialIdsHash, payloadAad, payloadKey } from '../../../shared/vault/payload-cipher.ts';
import { passkeyKeyPair } from '../../../shared/vault/prf.ts';
import { unwrapRootKey, wrapRootKey } from '../../../shared/vault/wraps.ts';
import { nobleAead } from '../../helpers/noble-aead.ts';
import vectors from '../../vectors/vault-vectors.json' with { type: 'json' };

const { input, expect: expected } = vectors;
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const plain = (bytes: Uint8Array) => toHex(bytes).slice(2);

const binding = {
  rpId: input.rpId,
  accountId: hex(input.accountId),
  revision: input.revision,
};
const pair = passkeyKeyPair({
  prf: hex(input.prf),
  binding,
  credentialId: hex(input.credentialIdA),
});

const CIPHERS = [
  ['@noble/ciphers', nobleAead],
  ['WebCrypto', webAead],
] as const;

/**
 * Returns a random source that yields the vector's bytes in the order in which a wrap requests
 * them.
 */
function scripted(...values: readonly string[]) {
  const queue = values.map(hex);
  return { bytes: () => queue.shift() ?? new Uint8Array() };
}

describe('vault vectors', () => {
  it('derives the passkey’s X25519 pair from its PRF value (rule 2)', () => {
    expect(plain(pair.secretKey)).toBe(expected.x25519Secret);
    expect(plain(pair.publicKey)).toBe(expected.x25519Public);
  });

  const credentialId = hex(input.credentialIdA);

  it('wraps the root key to the vector’s ciphertext, and the passkey opens it (rule 3)', () => {
    const wrap = wrapRootKey({
      rootKey: hex(input.rootKey),
      recipient: { credentialId, publicKey: pair.publicKey },
      binding,
      random: scripted(input.ephemeralSecret, input.wrapIv),
    });
    expect(toBase64url(wrap.salt)).toBe(expected.saltFieldBase64url);
    expect(toBase64url(wrap.ct)).toBe(expected.wrapCtBase64url);
    const opened = unwrapRootKey({ wrap, secretKey: pair.secretKey, binding });
    expect(plain(opened)).toBe(input.rootKey);
  });

  it('the vector’s wrap is the ciphertext that Node computes from its key and labels (rule 3)', () => {
    const prefixed = (bytes: Uint8Array) =>
      Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
    const revision = Buffer.alloc(8);
    revision.writeBigUInt64BE(BigInt(input.revision));
    const aad = Buffer.concat([
      prefixed(utf8('condor/v2/wrap-aad')),
      prefixed(utf8(input.rpId)),
      prefixed(binding.accountId),
      revision,
      prefixed(credentialId),
    ]);
    const cipher = createCipheriv('chacha20-poly1305', hex(expected.wrapKey), hex(input.wrapIv), {
      authTagLength: 16,
    });
    cipher.setAAD(aad, { plaintextLength: 32 });
    const sealed = [cipher.update(hex(input.rootKey)), cipher.final(), cipher.getAuthTag()];
    expect(Buffer.concat(sealed).toString('hex')).toBe(expected.wrapCiphertext);
  });

  it('doesn’t open a wrap whose salt, iv or ciphertext differs in one bit (rule 3)', () => {
    const wrap = {
      credentialId,
      salt: hex(expected.ephemeralPublicKeyIsSaltField),
      iv: hex(input.wrapIv),
      ct: hex(expected.wrapCiphertext),
    };
    fc.assert(
      fc.property(fc.constantFrom('salt', 'iv', 'ct'), fc.nat(), fc.nat(7), (field, at, bit) => {
        const bytes = Uint8Array.from(wrap[field]);
        const place = at % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        const changed = { ...wrap, [field]: bytes };
        expect(() => unwrapRootKey({ wrap: changed, secretKey: pair.secretKey, binding })).toThrow(
          VaultError,
        );
      }),
    );
  });

  it.each(CIPHERS)(
    'seals the payload to the vector’s ciphertext with %s (rules 4 and 5)',
    async (_, aead) => {
      const ids = [hex(input.credentialIdB), hex(input.credentialIdA)];
      const key = payloadKey(hex(input.rootKey), binding);
      const padded = pad(utf8(input.payloadJson));
      const message = {
        key,
        iv: hex(input.payloadIv),
        aad: payloadAad(ids, binding),
        bytes: padded,
      };
      const sealed = await aead.seal(message);
      expect(plain(key)).toBe(expected.payloadKey);
      expect(plain(credentialIdsHash(ids))).toBe(expected.credentialIdsHash);
      expect(padded.length).toBe(input.paddedLength);
      expect(plain(sha256(sealed))).toBe(expected.payloadCiphertextSha256);
      expect(await aead.open({ ...message, bytes: sealed })).toEqual(padded);
    },
  );
});
