import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

const MAGIC = 'Cr24';
const VERSION = 3;
/** Magic, version and length of the header. */
const PREFIX_BYTES = 12;
const SIGNED_CONTEXT = 'CRX3 SignedData\0';

/** Field numbers in Chromium's `crx3.proto`. All these fields are length-delimited. */
const FIELD = { crxId: 1, publicKey: 1, signature: 2, sha256WithRsa: 2, signedHeaderData: 10_000 };
const LENGTH_DELIMITED = 2;

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Encodes a number of at most 32 bits as a varint of Protocol Buffers. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

const field = (number: number, content: Buffer) =>
  Buffer.concat([varint((number << 3) | LENGTH_DELIMITED), varint(content.length), content]);

const publicKeyOf = (key: KeyObject) =>
  createPublicKey(key).export({ type: 'spki', format: 'der' });

/** Returns the first 16 bytes of the public key's SHA-256. */
const crxId = (publicKey: Buffer) =>
  createHash('sha256').update(publicKey).digest().subarray(0, 16);

/** Returns the id, in the letters a to p, that Chromium derives from an extension's public key. */
export function extensionIdOfKey(publicKey: Buffer): string {
  const letter = (digit: string) => String.fromCharCode(97 + Number.parseInt(digit, 16));
  return crxId(publicKey).toString('hex').replace(/./g, letter);
}

/**
 * Packs a zip as a CRX3 file, signed with RSA and SHA-256. Equal zips and keys result in equal
 * bytes.
 * @throws if the key isn't an RSA key of at least 2048 bits
 */
export function packCrx(zip: Buffer, key: KeyObject): Buffer {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new Error('the key of the store upload must be an RSA key of at least 2048 bits');
  const publicKey = publicKeyOf(key);
  const signedData = field(FIELD.crxId, crxId(publicKey));
  const content = [Buffer.from(SIGNED_CONTEXT), uint32(signedData.length), signedData, zip];
  const proof = Buffer.concat([
    field(FIELD.publicKey, publicKey),
    field(FIELD.signature, sign('sha256', Buffer.concat(content), key)),
  ]);
  const header = Buffer.concat([
    field(FIELD.sha256WithRsa, proof),
    field(FIELD.signedHeaderData, signedData),
  ]);
  return Buffer.concat([Buffer.from(MAGIC), uint32(VERSION), uint32(header.length), header, zip]);
}

/** Returns the zip inside a CRX3 file, without checking a signature; undefined for other files. */
export function zipOfCrx(file: Buffer): Buffer | undefined {
  if (file.length < PREFIX_BYTES || file.toString('latin1', 0, MAGIC.length) !== MAGIC)
    return undefined;
  const start = PREFIX_BYTES + file.readUInt32LE(8);
  return file.readUInt32LE(4) === VERSION && start <= file.length
    ? file.subarray(start)
    : undefined;
}
