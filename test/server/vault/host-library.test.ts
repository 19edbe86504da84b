import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import { isoCBOR, toHash, verifySignature } from '@simplewebauthn/server/helpers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '../../../server/vault/plugin.ts';
import { createMemoryVaultStore } from '../../../server/vault/storage/memory-store.ts';
import { fromBase64url } from '../../../shared/bytes.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { TENANT } from './harness.ts';

const DATA = Uint8Array.of(1, 2, 3);

/** A COSE key and a signature of it over `DATA`; `curve` and `alg` are COSE's numbers. */
function signed(namedCurve: string, curve: number, alg: number, hash: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, alg],
    [-1, curve],
    [-2, Uint8Array.from(Buffer.from(x ?? '', 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y ?? '', 'base64url'))],
  ]);
  return {
    credentialPublicKey: isoCBOR.encode(cose),
    signature: Uint8Array.from(sign(hash, DATA, privateKey)),
  };
}

describe('beside a vault, a host uses the same WebAuthn library as without one:', () => {
  beforeAll(() => {
    createVault({
      tenants: [TENANT],
      store: createMemoryVaultStore(),
      clock: createFakeClock(),
      random: createFakeRandom(),
      rateLimits: false,
      operations: { health: true, metrics: 'loopback', openapi: true },
    });
  });

  it('it makes registration options with a random challenge', async () => {
    const make = () => generateRegistrationOptions({ rpName: 'Host', rpID: 'a.b', userName: 'me' });
    const [one, other] = [await make(), await make()];
    expect(fromBase64url(one.challenge)).toHaveLength(32);
    expect(one.challenge).not.toBe(other.challenge);
  });

  it('it hashes with SHA-512', async () => {
    const expected = createHash('sha512').update(DATA).digest();
    expect(await toHash(DATA, -36)).toEqual(Uint8Array.from(expected));
  });

  it.each([
    ['P-256 and SHA-256', 'P-256', 1, -7, 'sha256'],
    ['P-384 and SHA-384', 'P-384', 2, -35, 'sha384'],
    ['P-256 and SHA-384', 'P-256', 1, -35, 'sha384'],
  ])('it verifies signatures of %s', async (_what, ...kind) => {
    const right = signed(...kind);
    expect(await verifySignature({ ...right, data: DATA })).toBe(true);
    expect(await verifySignature({ ...right, data: Uint8Array.of(1, 2, 4) })).toBe(false);
  });
});
