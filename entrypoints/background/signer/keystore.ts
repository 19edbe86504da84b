import { scrypt } from '@noble/hashes/scrypt.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, equalBytes, fromHex, utf8, wipe } from '../../../shared/bytes.ts';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import * as Type from '../../../shared/schema.ts';
import { isAffordableScrypt } from '../../../shared/vault/scrypt-work.ts';
import { SecretFormatError } from './derivation.ts';

const Hex = Type.String({ pattern: '^(0x)?[0-9a-fA-F]*$', maxLength: 256 });

/** Checked by `isAffordableScrypt`, which limits the work. */
const ScryptParams = Type.Object({
  dklen: Type.Literal(32),
  n: Type.Integer({ minimum: 2, maximum: 2 ** 20 }),
  r: Type.Integer({ minimum: 1, maximum: 8 }),
  p: Type.Integer({ minimum: 1, maximum: 8 }),
  salt: Hex,
});
/** WebCrypto derives the key, so the derivation doesn't block the worker. */
const Pbkdf2Params = Type.Object({
  dklen: Type.Literal(32),
  c: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  prf: Type.Literal('hmac-sha256'),
  salt: Hex,
});

/** Web3 Secret Storage Definition, version 3. Some files write `Crypto` for `crypto`. */
const CryptoSchema = Type.Object({
  cipher: Type.Literal('aes-128-ctr'),
  ciphertext: Hex,
  cipherparams: Type.Object({ iv: Hex }),
  kdf: Type.Union([Type.Literal('scrypt'), Type.Literal('pbkdf2')]),
  kdfparams: Type.Union([ScryptParams, Pbkdf2Params]),
  mac: Hex,
});
const FileSchema = Type.Object({
  version: Type.Literal(3),
  crypto: Type.Optional(CryptoSchema),
  Crypto: Type.Optional(CryptoSchema),
});

/**
 * Returns the 32-byte private key of a keystore file (version 3). Throws `SecretFormatError`, with
 * different codes for a wrong password and another kind of file.
 */
export async function decryptKeystore(text: string, password: string): Promise<Uint8Array> {
  const file = parseAs(FileSchema, parseJson(text));
  const box = file?.crypto ?? file?.Crypto;
  if (box === undefined) throw badFile();
  const [iv, ciphertext, mac, salt] = [
    box.cipherparams.iv,
    box.ciphertext,
    box.mac,
    box.kdfparams.salt,
  ].map(fromHex);
  if (iv?.length !== 16 || ciphertext === undefined || mac === undefined || salt === undefined) {
    throw badFile();
  }
  if (ciphertext.length < LENGTHS.least || ciphertext.length > LENGTHS.most) throw badFile();
  for (const form of formsOf(password)) {
    const derived = await deriveKey(box.kdfparams, utf8(form), salt);
    try {
      // The MAC covers the second half of the derived key and the ciphertext (Web3 Secret Storage).
      if (equalBytes(keccak_256(concatBytes(derived.subarray(16), ciphertext)), mac))
        return ofWholeLength(await decryptCtr(derived.slice(0, 16), iv, ciphertext));
    } finally {
      wipe(derived);
    }
  }
  throw new SecretFormatError('wrongPassword', 'The password does not open the keystore.');
}

/** Key lengths in bytes. Old programs dropped leading zeros or added a zero. */
const LENGTHS = { least: 30, whole: 32, most: 33 };

function ofWholeLength(key: Uint8Array): Uint8Array {
  if (key.length === LENGTHS.whole) return key;
  const whole = new Uint8Array(LENGTHS.whole);
  if (key.length < whole.length) whole.set(key, whole.length - key.length);
  else if (key[0] === 0) whole.set(key.subarray(1));
  else throw badFile();
  wipe(key);
  return whole;
}

/** Returns the typed password and its Unicode normalization forms, which other programs use. */
function formsOf(password: string): ReadonlySet<string> {
  const forms = ['NFKC', 'NFC', 'NFD', 'NFKD'] as const;
  return new Set([password, ...forms.map((form) => password.normalize(form))]);
}

/** AES-128-CTR, with the iv as the first counter block. */
async function decryptCtr(
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const handle = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['decrypt']);
  const algorithm = { name: 'AES-CTR', counter: iv, length: 128 };
  wipe(key);
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, handle, bytes));
}

async function deriveKey(
  params: Type.Static<typeof ScryptParams> | Type.Static<typeof Pbkdf2Params>,
  password: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  if ('c' in params) {
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: params.c };
    return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256));
  }
  const { n: N, r, p } = params;
  if (!isAffordableScrypt({ N, r, p })) {
    throw new SecretFormatError('costlyKeystore', 'The keystore asks for too much work.');
  }
  return scrypt(password, salt, { N, r, p, dkLen: 32, maxmem: 2 ** 31 });
}

function badFile(): SecretFormatError {
  return new SecretFormatError('badKeystore', 'The text is not a keystore of version 3.');
}
