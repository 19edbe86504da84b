import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { concatBytes, toBase64url } from '../../../shared/bytes.ts';
import { encodeCbor } from '../../helpers/cbor-encode.ts';
import { raw } from '../../helpers/soft-authenticator.ts';
import { bytesOf, runRegistration } from './webauthn-fixture.ts';
import {
  ACCEPTED,
  attestation,
  authData,
  key,
  keyBytes,
  padded,
  REFUSED,
  type Row,
} from './webauthn-rows.ts';

const ROWS: readonly Row[] = [
  [
    54,
    'an algorithm that was not offered',
    REFUSED,
    'an algorithm that was not offered',
    key((m) => {
      m.set(1, 1);
      m.set(3, -8);
      m.set(-1, 6);
      m.delete(-3);
    }),
  ],
  [
    55,
    'a key without algorithm',
    REFUSED,
    'an algorithm that was not offered',
    key((m) => {
      m.delete(3);
    }),
  ],
  [
    56,
    'algorithm RS256 on a curve key',
    REFUSED,
    'other map keys',
    key((m) => {
      m.set(3, -257);
    }),
  ],
  [
    57,
    'algorithm ES256 on curve P-384',
    REFUSED,
    'not an EC2 key on P-256',
    key((m) => {
      m.set(-1, 2);
    }),
  ],
  [
    58,
    'a point off the curve',
    REFUSED,
    'not a point of the curve',
    key((m) => {
      m.set(-3, padded(32));
    }),
  ],
  [
    59,
    'an empty coordinate',
    REFUSED,
    'a P-256 coordinate of another length',
    key((m) => {
      m.set(-2, new Uint8Array());
    }),
  ],
  [
    60,
    'a coordinate of 31 bytes',
    REFUSED,
    'a P-256 coordinate of another length',
    key((m) => {
      m.set(-2, padded(31));
    }),
  ],
  [
    61,
    'a compressed point',
    REFUSED,
    'a key member that is not bytes',
    key((m) => {
      m.set(-3, true);
    }),
  ],
  [
    62,
    'a private member in the key',
    REFUSED,
    'other map keys',
    key((m) => {
      m.set(-4, padded(32));
    }),
  ],
  [
    63,
    'an RSA key of 512 bits',
    REFUSED,
    'an RSA modulus outside 2048 to 4096 bits',
    {
      authenticator: { algorithm: 'RS256' },
      ...key((m) => {
        m.set(-1, rsaModulus(512));
      }),
    },
  ],
  [
    64,
    'an RSA key with exponent 1',
    REFUSED,
    'an RSA exponent but 65537',
    {
      authenticator: { algorithm: 'RS256' },
      ...key((m) => {
        m.set(-2, Uint8Array.of(1));
      }),
    },
  ],
  [
    65,
    'a credential id longer than the data',
    REFUSED,
    'credential id cut off',
    authData((p) => {
      p.credentialIdLength = 900;
    }),
  ],
  [
    66,
    'an empty credential id',
    REFUSED,
    'a credential id outside 16 to 1023 bytes',
    authData((p) => {
      p.credentialId = new Uint8Array();
    }),
  ],
  [
    67,
    'a credential id of 1024 bytes',
    REFUSED,
    'a credential id outside 16 to 1023 bytes',
    { authenticator: { credentialIdLength: 1024 } },
  ],
  [
    68,
    'a credential id of 1100 bytes',
    REFUSED,
    'a credential id outside 16 to 1023 bytes',
    { authenticator: { credentialIdLength: 1100 } },
  ],
  [
    69,
    'an id in the JSON that differs from the id in the data',
    REFUSED,
    'another credential id than the attested one',
    { json: (c) => ({ ...c, id: toBase64url(padded(16)), rawId: toBase64url(padded(16)) }) },
  ],
  [
    70,
    'id and rawId that differ',
    REFUSED,
    'id and rawId differ',
    { json: (c) => ({ ...c, rawId: toBase64url(padded(16)) }) },
  ],
  [
    71,
    'a type other than public-key',
    REFUSED,
    undefined,
    { json: (c) => ({ ...c, type: 'password' as 'public-key' }) },
  ],
  [
    72,
    'an indefinite-length key map',
    REFUSED,
    'not well-formed CBOR',
    keyBytes((m) => concatBytes(Uint8Array.of(0xbf), encodeCbor(m).slice(1), Uint8Array.of(0xff))),
  ],
  [
    73,
    'integers longer than needed in the key',
    REFUSED,
    'not well-formed CBOR',
    keyBytes((m) => {
      const bytes = encodeCbor(m);
      return concatBytes(bytes.slice(0, 1), Uint8Array.of(0x18, 1), bytes.slice(2));
    }),
  ],
  [
    74,
    'a key member named twice',
    REFUSED,
    'not well-formed CBOR',
    keyBytes((m) => {
      const bytes = encodeCbor(m);
      return concatBytes(Uint8Array.of(0xa6), bytes.slice(1), Uint8Array.of(0x01, 0x02));
    }),
  ],
  [
    75,
    'a self-attestation whose signature does not verify',
    REFUSED,
    'the library refuses',
    {
      attestation: 'packed',
      ...attestation((p) => {
        const statement = p.map.get('attStmt');
        if (statement instanceof Map) {
          const sig = statement.get('sig') as Uint8Array;
          sig[sig.length - 1] = (sig.at(-1) ?? 0) ^ 1;
        }
      }),
    },
  ],
  [
    76,
    'a self-attestation with a different algorithm',
    REFUSED,
    'a self-attestation by another algorithm',
    {
      attestation: 'packed',
      ...attestation((p) => {
        const statement = p.map.get('attStmt');
        if (statement instanceof Map) p.map.set('attStmt', new Map([...statement, ['alg', -257]]));
      }),
    },
  ],
  [
    77,
    'a certificate chain',
    REFUSED,
    'other map keys',
    {
      attestation: 'packed',
      ...attestation((p) => {
        const statement = p.map.get('attStmt');
        if (statement instanceof Map)
          p.map.set('attStmt', new Map([...statement, ['x5c', [padded(100)]]]));
      }),
    },
  ],
];

function rsaModulus(bits: number): Uint8Array {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return bytesOf(publicKey.export({ format: 'jwk' }).n ?? '');
}

describe('registration ceremonies: keys, ids and statements', () => {
  it.each(ROWS)(
    'the verdict on case W%i (%s) is %s',
    async (_number, _title, expected, reason, test) => {
      const { result, reason: given } = await runRegistration(test);
      expect([result, given]).toEqual([expected, reason]);
    },
  );

  it('accepts plain ceremonies of both algorithms, with and without self-attestation', async () => {
    for (const algorithm of ['ES256', 'RS256'] as const) {
      for (const form of ['none', 'packed'] as const) {
        const { result } = await runRegistration({
          authenticator: { algorithm },
          attestation: form,
        });
        expect(result).toBe(ACCEPTED);
      }
    }
  });

  it('accepts credential ids of 16 and 1023 bytes, and rejects an id of 15 bytes', async () => {
    const run = (credentialIdLength: number) =>
      runRegistration({ authenticator: { credentialIdLength } });
    expect((await run(16)).result).toBe(ACCEPTED);
    expect((await run(1023)).result).toBe(ACCEPTED);
    expect((await run(15)).reason).toBe('a credential id outside 16 to 1023 bytes');
  });

  it('accepts RSA moduli of 2048 and 4096 bits, and rejects moduli of 2040 or 4104 bits and moduli that are even numbers', async () => {
    const run = (modulus: Uint8Array) =>
      runRegistration({
        authenticator: { algorithm: 'RS256' },
        ...key((m) => {
          m.set(-1, modulus);
        }),
      });
    const odd = (length: number) => padded(length, 0xff);
    expect((await run(odd(256))).result).toBe(ACCEPTED);
    expect((await run(odd(512))).result).toBe(ACCEPTED);
    const reason = 'an RSA modulus outside 2048 to 4096 bits';
    expect((await run(odd(255))).reason).toBe(reason);
    expect((await run(odd(513))).reason).toBe(reason);
    expect((await run(padded(256, 0xfe))).reason).toBe(reason);
    expect((await run(concatBytes(Uint8Array.of(0), odd(256)))).reason).toBe(reason);
  });

  it('accepts extension outputs in the authenticator data', async () => {
    const extensions = encodeCbor(new Map<string, never>([['hmac-secret', true as never]]));
    const { result } = await runRegistration(
      authData((parts) => {
        parts.flags |= 0x80;
        parts.extensions = extensions;
      }),
    );
    expect(result).toBe(ACCEPTED);
  });

  it('rejects floats, tags and deep nesting in extension outputs as invalid CBOR', async () => {
    for (const item of [
      raw(0xf9, 0x3c, 0x00),
      raw(0xc0, 0x60),
      raw(0x81, 0x81, 0x81, 0x81, 0x81, 0),
    ]) {
      const { result, reason } = await runRegistration(
        authData((parts) => {
          parts.flags |= 0x80;
          parts.extensions = encodeCbor(new Map([['x', item]]));
        }),
      );
      expect(result).toBe(REFUSED);
      expect(reason).toMatch(/CBOR/);
    }
  });
});
