import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { extensionIdOfKey, packCrx, zipOfCrx } from './crx.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const spki = publicKey.export({ type: 'spki', format: 'der' });
const zip = Buffer.from('PK\u0003\u0004 any bytes');
const crx = packCrx(zip, privateKey);

/**
 * Parses length-delimited fields of Protocol Buffers, independently of the code that writes them.
 */
function fields(bytes: Buffer): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value += (byte % 128) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    expect(tag % 8).toBe(2);
    const length = varint();
    found.set(Math.floor(tag / 8), bytes.subarray(at, at + length));
    at += length;
  }
  expect(at).toBe(bytes.length);
  return found;
}

it('writes a header whose RSA signature covers the id and the zip', () => {
  expect(crx.toString('latin1', 0, 4)).toBe('Cr24');
  expect([crx.readUInt32LE(4), 12 + crx.readUInt32LE(8)]).toEqual([3, crx.length - zip.length]);
  const header = fields(crx.subarray(12, crx.length - zip.length));
  const proof = fields(header.get(2) ?? Buffer.alloc(0));
  const signed = header.get(10_000) ?? Buffer.alloc(0);
  expect(proof.get(1)).toEqual(spki);
  expect(fields(signed).get(1)).toEqual(createHash('sha256').update(spki).digest().subarray(0, 16));
  const length = Buffer.from([signed.length, 0, 0, 0]);
  const content = Buffer.concat([Buffer.from('CRX3 SignedData\0'), length, signed, zip]);
  const signature = proof.get(2) ?? Buffer.alloc(0);
  expect(verify('sha256', content, publicKey, signature)).toBe(true);
});

it('returns the same bytes for the same zip and key', () => {
  expect(packCrx(zip, privateKey)).toEqual(crx);
});

it('returns the zip inside a CRX file, and nothing for other or broken files', () => {
  expect(zipOfCrx(crx)).toEqual(zip);
  expect(zipOfCrx(zip)).toBeUndefined();
  expect(zipOfCrx(crx.subarray(0, 100))).toBeUndefined();
});

it('rejects an RSA key under 2048 bits and a key that isn’t an RSA key', () => {
  const { privateKey: curve } = generateKeyPairSync('ed25519');
  const { privateKey: short } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  expect(() => packCrx(zip, curve)).toThrow('must be an RSA key');
  expect(() => packCrx(zip, short)).toThrow('must be an RSA key');
});

it('derives an extension id from the key’s SHA-256, in the letters a to p', () => {
  // The SHA-256 of an empty key begins with e3b0c442.
  expect(extensionIdOfKey(Buffer.alloc(0))).toBe('odlameecjipmbmbejkplpemijjgpljce');
});
