import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { toHash } from '@simplewebauthn/server/helpers';

/** Public keys that stay imported: to import one takes as long as half a verification. */
const KEPT_KEYS = 1000;

/** The part of WebCrypto that verifying our two kinds of ceremony takes. */
export interface QuickSubtle {
  digest(algorithm: unknown, data: Uint8Array): Promise<ArrayBuffer>;
  importKey(format: unknown, jwk: unknown, algorithm: unknown): Promise<QuickKey>;
  verify(
    algorithm: unknown,
    key: unknown,
    signature: Uint8Array,
    data: Uint8Array,
  ): Promise<boolean>;
}

type Scheme = 'ECDSA' | 'RSASSA-PKCS1-v1_5';

class QuickKey {
  readonly scheme: Scheme;
  readonly key: KeyObject;
  constructor(scheme: Scheme, key: KeyObject) {
    this.scheme = scheme;
    this.key = key;
  }
}

class UnknownOperation extends TypeError {}

/**
 * WebCrypto's digest, import and verification by `node:crypto`, the same OpenSSL, without a trip to
 * another thread for each: four trips take longer than all that happens there. It knows SHA-256,
 * ECDSA on P-256 and RSASSA-PKCS1-v1_5, and refuses everything else.
 */
export function createQuickSubtle(): QuickSubtle {
  const keys = new Map<string, QuickKey>();

  function importOnce(scheme: Scheme, jwk: Record<string, string>): QuickKey {
    const name = Object.values(jwk).join(' ');
    const key =
      keys.get(name) ?? new QuickKey(scheme, createPublicKey({ key: jwk, format: 'jwk' }));
    // The least recently used is first in a map whose entries are put back at every use.
    keys.delete(name);
    keys.set(name, key);
    if (keys.size > KEPT_KEYS) {
      const [oldest] = keys.keys();
      if (oldest !== undefined) keys.delete(oldest);
    }
    return key;
  }

  return {
    async digest(algorithm, data) {
      demandKnown(nameOf(algorithm) === 'SHA-256');
      return Uint8Array.from(hash('sha256', data, 'buffer')).buffer;
    },
    async importKey(format, jwk, algorithm) {
      demandKnown(format === 'jwk');
      const kty = textOf(jwk, 'kty');
      if (kty === 'EC') {
        const isP256 =
          textOf(jwk, 'crv') === 'P-256' && textOf(algorithm, 'namedCurve') === 'P-256';
        demandKnown(isP256 && nameOf(algorithm) === 'ECDSA');
        return importOnce('ECDSA', { kty, crv: 'P-256', x: textOf(jwk, 'x'), y: textOf(jwk, 'y') });
      }
      demandKnown(kty === 'RSA' && nameOf(algorithm) === 'RSASSA-PKCS1-v1_5');
      demandKnown(nameOf(memberOf(algorithm, 'hash')) === 'SHA-256');
      return importOnce('RSASSA-PKCS1-v1_5', { kty, n: textOf(jwk, 'n'), e: textOf(jwk, 'e') });
    },
    async verify(algorithm, key, signature, data) {
      demandKnown(key instanceof QuickKey && nameOf(algorithm) === key.scheme);
      if (key.scheme === 'RSASSA-PKCS1-v1_5') return verify('sha256', data, key.key, signature);
      demandKnown(nameOf(memberOf(algorithm, 'hash')) === 'SHA-256');
      // WebCrypto's signatures are r and s, 32 bytes each.
      return verify('sha256', data, { key: key.key, dsaEncoding: 'ieee-p1363' }, signature);
    },
  };
}

/**
 * Makes `subtle` what the library computes with, for what `subtle` knows; all else is the runtime's
 * own, so that a host's use of the same library works as before. The library takes the runtime's
 * `crypto` at its first call and keeps it, so that is what it is shown during one call; nothing else
 * runs meanwhile and afterwards the global is what it was. A library that looks elsewhere, or that
 * was called before, computes with WebCrypto as ever, only slower.
 */
export function lendToLibrary(subtle: QuickSubtle): void {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  if (own?.configurable !== true) return;
  const { crypto } = globalThis;
  const value = overlay(crypto, { subtle: overlay(crypto.subtle, quickFirst(subtle, crypto)) });
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value });
  try {
    // Only the look at `crypto` matters: a digest that fails here fails again where it is needed.
    toHash(new Uint8Array()).catch(() => undefined);
  } finally {
    Object.defineProperty(globalThis, 'crypto', own);
  }
}

/** The quick operations, each followed by the runtime's own for what the quick one does not know. */
function quickFirst(quick: QuickSubtle, { subtle }: Crypto): Record<keyof QuickSubtle, unknown> {
  const orElse =
    (name: keyof QuickSubtle, known: (...input: Input) => Promise<unknown>) =>
    async (...input: Input) => {
      try {
        return await known(...input);
      } catch (error) {
        if (!(error instanceof UnknownOperation)) throw error;
        return Reflect.apply(subtle[name], subtle, input.map(asWebCrypto));
      }
    };
  return {
    digest: orElse('digest', (algorithm, data) => quick.digest(algorithm, bytesOf(data))),
    importKey: orElse('importKey', (...input) => quick.importKey(input[0], input[1], input[2])),
    verify: orElse('verify', (algorithm, key, signature, data) =>
      quick.verify(algorithm, key, bytesOf(signature), bytesOf(data)),
    ),
  };
}

type Input = readonly unknown[];

/** A key that was imported quickly, for an operation that is not: P-256 with another hash. */
function asWebCrypto(argument: unknown): unknown {
  if (!(argument instanceof QuickKey)) return argument;
  const { scheme, key } = argument;
  const algorithm =
    scheme === 'ECDSA' ? { name: scheme, namedCurve: 'P-256' } : { name: scheme, hash: 'SHA-256' };
  return key.toCryptoKey(algorithm, false, ['verify']);
}

/** `real` with some members replaced; its methods still run on `real`, as native ones demand. */
function overlay(real: object, members: Readonly<Record<string, unknown>>): object {
  return new Proxy(real, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function bytesOf(data: unknown): Uint8Array {
  demandKnown(data instanceof Uint8Array);
  return data;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown, name: string): string {
  const text = memberOf(value, name);
  demandKnown(typeof text === 'string');
  return text;
}

/** WebCrypto takes an algorithm as its name or as an object with one. */
function nameOf(algorithm: unknown): unknown {
  return typeof algorithm === 'string' ? algorithm : memberOf(algorithm, 'name');
}

function demandKnown(condition: boolean): asserts condition {
  if (!condition) throw new UnknownOperation('an operation that ceremonies do not need');
}
