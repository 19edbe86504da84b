import { describe, expect, it } from 'vitest';
import { concatBytes, toBase64url, utf8 } from '../../../shared/bytes.ts';
import { CHALLENGE, ORIGIN, runRegistration, withResponse } from './webauthn-fixture.ts';
import { ACCEPTED, clientData, OTHER, padded, REFUSED, type Row } from './webauthn-rows.ts';

const challengeText = toBase64url(CHALLENGE);
const ORIGIN_REASON = 'client data of another origin';
const SHAPE_REASON = 'client data of another shape';
const STRICT_REASON = 'client data is not strict JSON';

const ROWS: readonly Row[] = [
  [
    1,
    'a different challenge',
    OTHER,
    undefined,
    clientData((m) => ({ ...m, challenge: toBase64url(padded(32)) })),
  ],
  [
    2,
    'a padded challenge',
    OTHER,
    undefined,
    clientData((m) => ({ ...m, challenge: `${challengeText}=` })),
  ],
  [
    3,
    'a challenge in standard base64',
    OTHER,
    undefined,
    clientData((m) => ({
      ...m,
      challenge: challengeText.replaceAll('-', '+').replaceAll('_', '/'),
    })),
  ],
  [
    4,
    'type webauthn.get',
    REFUSED,
    'client data of another ceremony',
    clientData((m) => ({ ...m, type: 'webauthn.get' })),
  ],
  [
    5,
    'a type in a different letter case',
    REFUSED,
    'client data of another ceremony',
    clientData((m) => ({ ...m, type: 'WebAuthn.create' })),
  ],
  [
    6,
    'the origin of a different host',
    REFUSED,
    ORIGIN_REASON,
    clientData((m) => ({ ...m, origin: 'https://evil.example.com' })),
  ],
  [
    7,
    'an http origin',
    REFUSED,
    ORIGIN_REASON,
    clientData((m) => ({ ...m, origin: ORIGIN.replace('https', 'http') })),
  ],
  [
    8,
    'an origin with a slash',
    REFUSED,
    ORIGIN_REASON,
    clientData((m) => ({ ...m, origin: `${ORIGIN}/` })),
  ],
  [
    9,
    'an origin with its default port',
    REFUSED,
    ORIGIN_REASON,
    clientData((m) => ({ ...m, origin: `${ORIGIN}:443` })),
  ],
  [
    10,
    'an upper-case origin',
    REFUSED,
    ORIGIN_REASON,
    clientData((m) => ({ ...m, origin: ORIGIN.toUpperCase() })),
  ],
  [11, 'a null origin', REFUSED, SHAPE_REASON, clientData((m) => ({ ...m, origin: null }))],
  [12, 'a list of origins', REFUSED, SHAPE_REASON, clientData((m) => ({ ...m, origin: [ORIGIN] }))],
  [13, 'crossOrigin true', REFUSED, SHAPE_REASON, clientData((m) => ({ ...m, crossOrigin: true }))],
  [
    14,
    'crossOrigin true with a topOrigin',
    REFUSED,
    SHAPE_REASON,
    clientData((m) => ({ ...m, crossOrigin: true, topOrigin: 'https://top.example' })),
  ],
  [
    15,
    'crossOrigin as text',
    REFUSED,
    SHAPE_REASON,
    clientData((m) => ({ ...m, crossOrigin: 'true' })),
  ],
  [
    16,
    'a topOrigin without crossOrigin',
    REFUSED,
    'client data of a framed page',
    clientData((m) => ({ ...m, topOrigin: ORIGIN })),
  ],
  [
    17,
    'an unknown tokenBinding status',
    REFUSED,
    SHAPE_REASON,
    clientData((m) => ({ ...m, tokenBinding: { status: 'bogus' } })),
  ],
  [
    18,
    'a tokenBinding that isn’t an object',
    REFUSED,
    SHAPE_REASON,
    clientData((m) => ({ ...m, tokenBinding: 'present' })),
  ],
  [
    19,
    'a tokenBinding that is present',
    ACCEPTED,
    undefined,
    clientData((m) => ({ ...m, tokenBinding: { status: 'present', id: 'AA' } })),
  ],
  [
    20,
    'an unknown member',
    ACCEPTED,
    undefined,
    clientData((m) => ({ ...m, other_keys_can_be_added_here: 'do not compare' })),
  ],
  [
    21,
    'a byte order mark',
    ACCEPTED,
    undefined,
    clientData((m) => concatBytes(Uint8Array.of(0xef, 0xbb, 0xbf), utf8(JSON.stringify(m)))),
  ],
  [
    22,
    'invalid UTF-8',
    REFUSED,
    STRICT_REASON,
    clientData((m) =>
      concatBytes(
        utf8(JSON.stringify(m).slice(0, -1)),
        utf8(',"x":"'),
        Uint8Array.of(0xff),
        utf8('"}'),
      ),
    ),
  ],
  [
    23,
    'a challenge named twice',
    REFUSED,
    STRICT_REASON,
    clientData((m) => JSON.stringify(m).replace('{', `{"challenge":"${toBase64url(padded(32))}",`)),
  ],
  [
    24,
    'garbage after the JSON',
    REFUSED,
    STRICT_REASON,
    clientData((m) => `${JSON.stringify(m)}x`),
  ],
  [
    25,
    'white space around the JSON',
    ACCEPTED,
    undefined,
    clientData((m) => ` \n${JSON.stringify(m)}\t `),
  ],
  [
    26,
    'client data that is a list',
    REFUSED,
    SHAPE_REASON,
    clientData((m) => `[${JSON.stringify(m)}]`),
  ],
  [27, 'client data that is null', REFUSED, SHAPE_REASON, clientData(() => 'null')],
  [
    28,
    'client data in padded base64',
    REFUSED,
    'not canonical base64url',
    {
      edit: {
        clientData: (m) =>
          `${JSON.stringify(m)}${' '.repeat(3 - (JSON.stringify(m).length % 3) + 1)}`,
      },
      json: (c) => withResponse(c, { clientDataJSON: `${c.response.clientDataJSON}==` }),
    },
  ],
  [
    29,
    'client data with unused bits set',
    REFUSED,
    'not canonical base64url',
    {
      edit: {
        clientData: (m) =>
          `${JSON.stringify(m)}${' '.repeat(3 - (JSON.stringify(m).length % 3) + 1)}`,
      },
      json: (c) =>
        withResponse(c, { clientDataJSON: `${c.response.clientDataJSON.slice(0, -1)}B` }),
    },
  ],
];

describe('registration ceremonies: client data', () => {
  it.each(ROWS)(
    'the verdict on case W%i (%s) is %s',
    async (_number, _title, expected, reason, test) => {
      const { result, reason: given } = await runRegistration(test);
      expect([result, given]).toEqual([expected, reason]);
    },
  );
});
