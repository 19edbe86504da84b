import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
} from 'node:crypto';

/** Primitives of shared/vault/FORMAT.md section 1, built only on node:crypto. */

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

export function uint(value: number, bytes: number): Buffer {
  return Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex');
}

export function lp(value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint(bytes.length, 2), bytes]);
}

export function hkdf(ikm: Buffer, salt: Buffer, info: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', ikm, salt, info, 32));
}

export function fromBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

/** RFC 8410: the DER bytes before a raw X25519 key. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

const privateKeyOf = (raw: Buffer) =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, raw]),
    format: 'der',
    type: 'pkcs8',
  });

export function x25519PublicKey(secret: Buffer): Buffer {
  const der = createPublicKey(privateKeyOf(secret)).export({ format: 'der', type: 'spki' });
  return der.subarray(PUBLIC_PREFIX.length);
}

/**
 * Computes a shared secret. Throws if `point` has low order, because the shared secret would be
 * zero.
 */
export function x25519(secret: Buffer, point: Buffer): Buffer {
  const publicKey = createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, point]),
    format: 'der',
    type: 'spki',
  });
  return diffieHellman({ privateKey: privateKeyOf(secret), publicKey });
}

const TAG = 16;

interface Message {
  readonly key: Buffer;
  readonly iv: Buffer;
  readonly aad: Buffer;
  readonly bytes: Buffer;
}

function seal(name: 'aes-256-gcm' | 'chacha20-poly1305', message: Message): Buffer {
  const { key, iv, aad, bytes } = message;
  // Both algorithms have the same methods, but different types.
  const cipher =
    name === 'aes-256-gcm'
      ? createCipheriv(name, key, iv, { authTagLength: TAG })
      : createCipheriv(name, key, iv, { authTagLength: TAG });
  cipher.setAAD(aad, { plaintextLength: bytes.length });
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a message. Throws if the tag doesn't match. */
function open(name: 'aes-256-gcm' | 'chacha20-poly1305', message: Message): Buffer {
  const { key, iv, aad, bytes } = message;
  const decipher =
    name === 'aes-256-gcm'
      ? createDecipheriv(name, key, iv, { authTagLength: TAG })
      : createDecipheriv(name, key, iv, { authTagLength: TAG });
  decipher.setAAD(aad, { plaintextLength: bytes.length - TAG });
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]);
}

export const aes = {
  seal: (message: Message) => seal('aes-256-gcm', message),
  open: (message: Message) => open('aes-256-gcm', message),
};

export const chacha = {
  seal: (message: Message) => seal('chacha20-poly1305', message),
  open: (message: Message) => open('chacha20-poly1305', message),
};
