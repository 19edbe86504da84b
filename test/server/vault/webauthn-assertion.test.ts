import { describe, expect, it } from 'vitest';
import { concatBytes, toBase64url, utf8 } from '../../../shared/bytes.ts';
import { encodeCbor } from '../../helpers/cbor-encode.ts';
import { type AuthDataParts, createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { der, integer, ORDER, sequence, word } from './der.ts';
import {
  type AssertionCase,
  assertionOf,
  assertionOptions,
  bytesOf,
  ORIGIN,
  runAssertion,
  sha256,
  withResponse,
} from './webauthn-fixture.ts';

type Members = Record<string, unknown>;
const clientData = (
  change: (members: Members) => Members | string | Uint8Array,
): AssertionCase => ({ edit: { clientData: change } });
const authData = (change: (parts: AuthDataParts) => void): AssertionCase => ({
  edit: { authData: change },
});
const signature = (change: (bytes: Uint8Array) => Uint8Array): AssertionCase => ({
  edit: { signature: change },
});
const counting = (stored: number, sent: number): AssertionCase => ({
  ...authData((parts) => {
    parts.counter = sent;
  }),
  stored: (registered) => ({ ...registered, counter: stored }),
});

const REFUSED = 'AUTH_FAILED';
const OTHER = 'CHALLENGE_MISMATCH';
const ACCEPTED = 'accepted';
const SHAPE_REASON = 'client data of another shape';
const COUNTER_REASON = 'a counter that does not grow';
const other = toBase64url(new Uint8Array(32).fill(9));

type Row = readonly [number, string, string, string | undefined, AssertionCase];

const ROWS: readonly Row[] = [
  [78, 'a different challenge', OTHER, undefined, clientData((m) => ({ ...m, challenge: other }))],
  [
    79,
    'type webauthn.create',
    REFUSED,
    'client data of another ceremony',
    clientData((m) => ({ ...m, type: 'webauthn.create' })),
  ],
  [
    80,
    'a different origin',
    REFUSED,
    'client data of another origin',
    clientData((m) => ({ ...m, origin: 'https://evil.example.com' })),
  ],
  [
    81,
    'crossOrigin true without topOrigin',
    REFUSED,
    SHAPE_REASON,
    clientData((m) => ({ ...m, crossOrigin: true })),
  ],
  [
    82,
    'crossOrigin true with topOrigin',
    REFUSED,
    SHAPE_REASON,
    clientData((m) => ({ ...m, crossOrigin: true, topOrigin: 'https://top.example' })),
  ],
  [
    83,
    'topOrigin while crossOrigin is false',
    REFUSED,
    'client data of a framed page',
    clientData((m) => ({ ...m, topOrigin: ORIGIN })),
  ],
  [
    84,
    'the hash of a different rpId',
    REFUSED,
    'another relying party',
    authData((p) => {
      p.rpIdHash = sha256(utf8('example.com'));
    }),
  ],
  [
    85,
    'a user who is not present',
    REFUSED,
    'user not present',
    authData((p) => {
      p.flags &= ~0x01;
    }),
  ],
  [
    86,
    'a user who is not verified',
    REFUSED,
    'user not verified',
    authData((p) => {
      p.flags &= ~0x04;
    }),
  ],
  [
    87,
    'a backup without backup eligibility',
    REFUSED,
    'a backup of what cannot be backed up',
    authData((p) => {
      p.flags |= 0x10;
    }),
  ],
  [
    88,
    'backup eligibility that changed',
    REFUSED,
    'backup eligibility changed',
    authData((p) => {
      p.flags |= 0x08;
    }),
  ],
  [
    89,
    'attested data in an assertion',
    REFUSED,
    'attested data in the wrong ceremony',
    authData((p) => {
      p.flags |= 0x40;
      p.credentialId = new Uint8Array(16);
      p.publicKey = encodeCbor(new Map([[1, 2]]));
    }),
  ],
  [
    90,
    'reserved flags',
    ACCEPTED,
    undefined,
    authData((p) => {
      p.flags |= 0x22;
    }),
  ],
  [
    91,
    'bytes after the authenticator data',
    REFUSED,
    'bytes after the authenticator data',
    authData((p) => {
      p.trailing = new Uint8Array(1);
    }),
  ],
  [
    92,
    'authenticator data of 36 bytes',
    REFUSED,
    'authenticator data shorter than 37 bytes',
    {
      json: (c) =>
        withResponse(c, {
          authenticatorData: toBase64url(bytesOf(c.response.authenticatorData).slice(0, 36)),
        }),
    },
  ],
  [
    93,
    'a signature by a different key',
    REFUSED,
    'the signature does not verify',
    { json: (c) => withResponse(c, { signature: foreignSignature() }) },
  ],
  [
    94,
    'a flipped bit in the signature',
    REFUSED,
    'the signature does not verify',
    signature((s) => {
      const copy = s.slice();
      copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
      return copy;
    }),
  ],
  [95, 'an empty signature', REFUSED, 'not a DER sequence', signature(() => new Uint8Array())],
  [
    96,
    'a raw signature',
    REFUSED,
    'not a DER sequence',
    signature((s) => {
      const { r, sValue } = der(s);
      return concatBytes(word(r), word(sValue));
    }),
  ],
  [
    97,
    'a byte after the DER signature',
    REFUSED,
    'not a DER sequence',
    signature((s) => concatBytes(s, Uint8Array.of(0))),
  ],
  [
    98,
    'a DER integer that is not minimal',
    REFUSED,
    'a DER integer that is zero or not minimal',
    signature((s) => {
      const { sValue } = der(s);
      return sequence(concatBytes(Uint8Array.of(0, 0), Uint8Array.of(0x01)), integer(sValue));
    }),
  ],
  [
    99,
    'the high s of the same signature',
    ACCEPTED,
    undefined,
    signature((s) => {
      const { r, sValue } = der(s);
      return sequence(integer(r), integer(ORDER - sValue));
    }),
  ],
  [
    100,
    'an r and an s of zero',
    REFUSED,
    'a DER integer that is zero or not minimal',
    signature(() => sequence(Uint8Array.of(0), Uint8Array.of(0))),
  ],
  [
    101,
    'a signature over other client data',
    REFUSED,
    'the signature does not verify',
    { edit: { signed: (bytes) => concatBytes(bytes.slice(0, -32), sha256(utf8('{}'))) } },
  ],
  [102, 'an equal counter', REFUSED, COUNTER_REASON, counting(5, 5)],
  [103, 'a lower counter', REFUSED, COUNTER_REASON, counting(5, 4)],
  [104, 'a counter of 0 after a higher counter', REFUSED, COUNTER_REASON, counting(5, 0)],
  [
    105,
    'no userHandle at login',
    REFUSED,
    'the userHandle of another account',
    {
      json: (c) =>
        withResponse({ ...c, response: { ...c.response, userHandle: null as string | null } }, {}),
    },
  ],
  [
    106,
    'the userHandle of someone else',
    REFUSED,
    'the userHandle of another account',
    { json: (c) => withResponse(c, { userHandle: other }) },
  ],
  [
    107,
    'an id that differs from the stored id',
    REFUSED,
    'another credential',
    { stored: (r) => ({ ...r, id: other }) },
  ],
  [
    108,
    'id and rawId that differ',
    REFUSED,
    'id and rawId differ',
    { json: (c) => ({ ...c, rawId: other }) },
  ],
  [
    109,
    'a stored key whose algorithm doesn’t match its type',
    REFUSED,
    'other map keys',
    {
      stored: (r) => ({
        ...r,
        publicKey: withAlgorithm(r.publicKey, Uint8Array.of(0x39, 0x01, 0x00)),
      }),
    },
  ],
  [
    110,
    'tokenBinding "not-supported"',
    ACCEPTED,
    undefined,
    clientData((m) => ({ ...m, tokenBinding: { status: 'not-supported' } })),
  ],
];

/** Returns an ES256 COSE key in which other bytes replace the algorithm −7, a single byte. */
function withAlgorithm(cose: Uint8Array, algorithm: Uint8Array): Uint8Array {
  const at = cose.indexOf(0x26);
  return concatBytes(cose.slice(0, at), algorithm, cose.slice(at + 1));
}

/** Returns a valid assertion of a key that the server doesn't know. */
function foreignSignature(): string {
  const stranger = createSoftAuthenticator();
  stranger.create(
    {
      ...assertionOptions,
      rp: { name: 'x', id: assertionOptions.rpId },
      user: { id: other, name: 'x', displayName: 'x' },
    } as never,
    { origin: ORIGIN },
  );
  return stranger.get(assertionOptions, { origin: ORIGIN }).credential.response.signature;
}

describe('assertion ceremonies', () => {
  it.each(ROWS)(
    'the verdict on case W%i (%s) is %s',
    async (_number, _title, expected, reason, test) => {
      const { result, reason: given } = await runAssertion(test);
      expect([result, given]).toEqual([expected, reason]);
    },
  );

  it('accepts plain assertions of both algorithms', async () => {
    for (const algorithm of ['ES256', 'RS256'] as const) {
      expect((await runAssertion({ authenticator: { algorithm } })).result).toBe(ACCEPTED);
    }
  });

  it('accepts a growing counter, and a counter that is always 0', async () => {
    expect((await runAssertion(counting(5, 6))).result).toBe(ACCEPTED);
    expect((await runAssertion(counting(0, 1))).result).toBe(ACCEPTED);
    expect((await runAssertion(counting(0, 0))).result).toBe(ACCEPTED);
    expect((await runAssertion(counting(0xffff_fffe, 0xffff_ffff))).result).toBe(ACCEPTED);
  });

  it('accepts a mutation without userHandle, but not with the userHandle of another account', async () => {
    const withHandle = (userHandle: string | null): AssertionCase => ({
      isUserHandleRequired: false,
      json: (c) => ({ ...c, response: { ...c.response, userHandle } }),
    });
    expect((await runAssertion(withHandle(null))).result).toBe(ACCEPTED);
    expect((await runAssertion(withHandle(other))).result).toBe(REFUSED);
  });

  it('accepts a backup state that changed since registration', async () => {
    const eligible = { isBackupEligible: true };
    for (const flag of [0, 0x10]) {
      const { result } = await runAssertion({
        authenticator: eligible,
        ...authData((parts) => {
          parts.flags = (parts.flags & ~0x10) | flag;
        }),
      });
      expect(result).toBe(ACCEPTED);
    }
  });

  it('rejects a wrong signature of an assertion that the service verifies without the library', async () => {
    const test = clientData((m) => ({ ...m, tokenBinding: { status: 'not-supported' } }));
    const { credential } = await assertionOf(test);
    expect(credential.response.signature).not.toBe('');
    const flipped = await runAssertion({
      ...test,
      edit: {
        ...test.edit,
        signature: (bytes) => {
          const copy = bytes.slice();
          copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
          return copy;
        },
      },
    });
    expect(flipped).toEqual({ result: REFUSED, reason: 'the signature does not verify' });
  });

  it.each<[string, (body: Uint8Array, parts: ReturnType<typeof der>) => Uint8Array]>([
    [
      'a length in its long form',
      (body) => concatBytes(Uint8Array.of(0x30, 0x81, body.length), body),
    ],
    [
      'an indefinite length',
      (body) => concatBytes(Uint8Array.of(0x30, 0x80), body, new Uint8Array(2)),
    ],
    [
      'a zero before r',
      (_body, { r, sValue }) =>
        sequence(concatBytes(Uint8Array.of(0), integer(r)), integer(sValue)),
    ],
  ])('rejects a valid signature whose BER encoding has %s', async (_title, encode) => {
    const { result } = await runAssertion(signature((bytes) => encode(bytes.slice(2), der(bytes))));
    expect(result).toBe(REFUSED);
  });

  it('rejects an RSA signature that isn’t as long as the modulus', async () => {
    const { result, reason } = await runAssertion({
      authenticator: { algorithm: 'RS256' },
      ...signature((bytes) => bytes.slice(1)),
    });
    expect([result, reason]).toEqual([REFUSED, 'an RSA signature of another length']);
  });
});
