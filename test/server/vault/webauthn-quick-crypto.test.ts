import { generateKeyPairSync, sign } from 'node:crypto';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuickSubtle, lendToLibrary } from '../../../server/vault/webauthn/quick-crypto.ts';
import { assertionOf, assertionOptions, ORIGIN, RP_ID } from './webauthn-fixture.ts';

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const ES256 = { name: 'ECDSA', hash: { name: 'SHA-256' } };
const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: { name: 'SHA-256' } };

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ecJwk = { ...ec.publicKey.export({ format: 'jwk' }), ext: false };
const rsaJwk = { ...rsa.publicKey.export({ format: 'jwk' }), alg: 'RS256', ext: false };

const bytes = fc.uint8Array({ maxLength: 200 });

/** What both say of a signature: true, false, or that they refuse. */
async function verdicts(
  jwk: object,
  importing: object,
  verifying: { name: string },
  signature: Uint8Array,
  data: Uint8Array,
) {
  const quick = createQuickSubtle();
  const ask = async (work: () => Promise<boolean>) => work().catch(() => 'refused');
  return [
    await ask(async () =>
      quick.verify(verifying, await quick.importKey('jwk', jwk, importing), signature, data),
    ),
    await ask(async () => {
      const { subtle } = globalThis.crypto;
      const key = await subtle.importKey('jwk', jwk, importing as typeof P256, false, ['verify']);
      return subtle.verify(verifying, key, Uint8Array.from(signature), Uint8Array.from(data));
    }),
  ];
}

describe('the quick crypto says what WebCrypto says', () => {
  it('of every digest', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (data) => {
        const theirs = await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(data));
        const ours = await createQuickSubtle().digest('SHA-256', data);
        expect(new Uint8Array(ours)).toEqual(new Uint8Array(theirs));
      }),
    );
  });

  const cases = [['ECDSA', ecJwk, P256, ES256] as const, ['RSA', rsaJwk, RS256, RS256] as const];
  const signatureOf = (name: string, data: Uint8Array) =>
    name === 'RSA'
      ? sign('sha256', data, rsa.privateKey)
      : sign('sha256', data, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' });

  it.each(cases)('of right %s signatures', async (name, jwk, importing, verifying) => {
    await fc.assert(
      fc.asyncProperty(bytes, async (data) => {
        const signature = signatureOf(name, data);
        expect(await verdicts(jwk, importing, verifying, signature, data)).toEqual([true, true]);
      }),
      { numRuns: 20 },
    );
  });

  it.each(cases)(
    'of %s signatures with one bit changed, cut off or grown',
    async (name, ...with_) => {
      await fc.assert(
        fc.asyncProperty(
          bytes,
          fc.nat(),
          fc.integer({ min: -3, max: 3 }),
          async (data, bit, grow) => {
            const right = signatureOf(name, data);
            const wrong = new Uint8Array(right.length + grow);
            wrong.set(right.subarray(0, wrong.length));
            if (grow === 0) {
              const at = bit % (8 * wrong.length);
              wrong[at >> 3] = (wrong[at >> 3] ?? 0) ^ (1 << (at & 7));
            }
            const [jwk, importing, verifying] = with_;
            expect(await verdicts(jwk, importing, verifying, wrong, data)).toEqual([false, false]);
          },
        ),
      );
    },
  );

  it('of a signature in DER where r and s belong', async () => {
    const data = Uint8Array.of(1, 2, 3);
    const der = sign('sha256', data, ec.privateKey);
    expect(await verdicts(ecJwk, P256, ES256, der, data)).toEqual([false, false]);
  });

  it('of a point that is not on the curve', async () => {
    const off = { ...ecJwk, y: ecJwk.x };
    const verdict = await verdicts(off, P256, ES256, new Uint8Array(64), new Uint8Array());
    expect(verdict).toEqual(['refused', 'refused']);
  });
});

describe('the quick crypto', () => {
  const quick = createQuickSubtle();

  it.each([
    ['another digest', () => quick.digest('SHA-1', new Uint8Array())],
    ['another form of key', () => quick.importKey('raw', ecJwk, P256)],
    ['another curve', () => quick.importKey('jwk', { ...ecJwk, crv: 'P-384' }, P256)],
    ['an EC key for RSA', () => quick.importKey('jwk', ecJwk, RS256)],
    ['an RSA key for ECDSA', () => quick.importKey('jwk', rsaJwk, P256)],
    ['RSA-PSS', () => quick.importKey('jwk', rsaJwk, { ...RS256, name: 'RSA-PSS' })],
    ['RSA with SHA-1', () => quick.importKey('jwk', rsaJwk, { ...RS256, hash: { name: 'SHA-1' } })],
    ['a key of someone else', () => quick.verify(ES256, {}, new Uint8Array(64), new Uint8Array())],
    [
      'an ECDSA key to verify RSA',
      async () =>
        quick.verify(
          RS256,
          await quick.importKey('jwk', ecJwk, P256),
          new Uint8Array(64),
          new Uint8Array(),
        ),
    ],
    [
      'ECDSA with SHA-384',
      async () =>
        quick.verify(
          { name: 'ECDSA', hash: { name: 'SHA-384' } },
          await quick.importKey('jwk', ecJwk, P256),
          new Uint8Array(64),
          new Uint8Array(),
        ),
    ],
  ])('refuses %s', async (_what, operation) => {
    await expect(operation()).rejects.toThrow(TypeError);
  });

  it('imports a key once as long as it is among the last thousand', async () => {
    const first = await quick.importKey('jwk', ecJwk, P256);
    expect(await quick.importKey('jwk', { ...ecJwk }, P256)).toBe(first);
    for (let i = 0; i < 1000; i++) {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      await quick.importKey('jwk', publicKey.export({ format: 'jwk' }), P256);
    }
    expect(await quick.importKey('jwk', ecJwk, P256)).not.toBe(first);
  });
});

it('what is lent is what the library computes with, and the global stays what it was', async () => {
  const before = globalThis.crypto;
  const quick = createQuickSubtle();
  const asked: string[] = [];
  lendToLibrary({
    digest: (...input) => {
      asked.push('digest');
      return quick.digest(...input);
    },
    importKey: (...input) => {
      asked.push('importKey');
      return quick.importKey(...input);
    },
    verify: (...input) => {
      asked.push('verify');
      return quick.verify(...input);
    },
  });
  expect(globalThis.crypto).toBe(before);
  asked.length = 0;
  const { registered, credential } = await assertionOf({});
  const { verified } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: assertionOptions.challenge,
    expectedOrigin: [ORIGIN],
    expectedRPID: [RP_ID],
    credential: {
      id: registered.id,
      publicKey: Uint8Array.from(registered.publicKey),
      counter: registered.counter,
    },
  });
  expect(verified).toBe(true);
  expect(asked).toEqual(expect.arrayContaining(['digest', 'importKey', 'verify']));
});
