import { describe, expect, it } from 'vitest';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import { encodeCbor } from '../../helpers/cbor-encode.ts';
import { bytesOf, runRegistration, sha256, withResponse } from './webauthn-fixture.ts';
import { ACCEPTED, attestation, authData, padded, REFUSED, type Row } from './webauthn-rows.ts';

const ROWS: readonly Row[] = [
  [
    30,
    'the hash of a different rpId',
    REFUSED,
    'another relying party',
    authData((p) => {
      p.rpIdHash = sha256(utf8('evil.example.com'));
    }),
  ],
  [
    31,
    'a user who is not present',
    REFUSED,
    'user not present',
    authData((p) => {
      p.flags &= ~0x01;
    }),
  ],
  [
    32,
    'a user who is not verified',
    REFUSED,
    'user not verified',
    authData((p) => {
      p.flags &= ~0x04;
    }),
  ],
  [
    33,
    'a backup without backup eligibility',
    REFUSED,
    'a backup of what cannot be backed up',
    authData((p) => {
      p.flags |= 0x10;
    }),
  ],
  [
    34,
    'attested data without its flag',
    REFUSED,
    'attested data in the wrong ceremony',
    authData((p) => {
      p.flags &= ~0x40;
    }),
  ],
  [
    35,
    'the flag of attested data without the data',
    REFUSED,
    'attested data cut off',
    authData((p) => {
      p.credentialId = new Uint8Array();
      p.publicKey = new Uint8Array();
    }),
  ],
  [
    36,
    'the extension flag without extensions',
    REFUSED,
    'not well-formed CBOR',
    authData((p) => {
      p.flags |= 0x80;
    }),
  ],
  [
    37,
    'extensions that aren’t a map',
    REFUSED,
    'extension data that is not a map',
    authData((p) => {
      p.flags |= 0x80;
      p.extensions = encodeCbor([1]);
    }),
  ],
  [
    38,
    'extensions without their flag',
    REFUSED,
    'bytes after the authenticator data',
    authData((p) => {
      p.extensions = encodeCbor(new Map([['credProtect', 2]]));
    }),
  ],
  [
    39,
    'reserved flag 1',
    ACCEPTED,
    undefined,
    authData((p) => {
      p.flags |= 0x02;
    }),
  ],
  [
    40,
    'reserved flag 5',
    ACCEPTED,
    undefined,
    authData((p) => {
      p.flags |= 0x20;
    }),
  ],
  [
    41,
    'a byte after the authenticator data',
    REFUSED,
    'bytes after the authenticator data',
    authData((p) => {
      p.trailing = padded(1);
    }),
  ],
  [
    42,
    'bytes after the attestation object',
    REFUSED,
    'bytes after the CBOR item',
    attestation((p) => {
      p.trailing = padded(2);
    }),
  ],
  [
    43,
    'an additional key in the attestation object',
    REFUSED,
    'other map keys',
    attestation((p) => {
      p.map.set('extra', 1);
    }),
  ],
  [
    44,
    'a cut-off attestation object',
    REFUSED,
    'CBOR that is cut off or not in its shortest form',
    {
      json: (c) =>
        withResponse(c, {
          attestationObject: toBase64url(bytesOf(c.response.attestationObject).slice(0, -5)),
        }),
    },
  ],
  [
    45,
    'an attestation object that is not CBOR',
    REFUSED,
    'not well-formed CBOR',
    { json: (c) => withResponse(c, { attestationObject: toBase64url(utf8('{"fmt":"none"}')) }) },
  ],
  [
    46,
    'an attestation object that is a list',
    REFUSED,
    'not a CBOR map',
    { json: (c) => withResponse(c, { attestationObject: toBase64url(encodeCbor(['none'])) }) },
  ],
  [
    47,
    'format none with a statement',
    REFUSED,
    'other map keys',
    attestation((p) => {
      p.map.set('attStmt', new Map([['sig', padded(1)]]));
    }),
  ],
  [
    48,
    'no format',
    REFUSED,
    'other map keys',
    attestation((p) => {
      p.map.delete('fmt');
    }),
  ],
  [
    49,
    'an unknown format',
    REFUSED,
    'an attestation format that was not asked for',
    attestation((p) => {
      p.map.set('fmt', 'bogus');
    }),
  ],
  [
    50,
    'format None',
    REFUSED,
    'an attestation format that was not asked for',
    attestation((p) => {
      p.map.set('fmt', 'None');
    }),
  ],
  [
    51,
    'no statement',
    REFUSED,
    'other map keys',
    attestation((p) => {
      p.map.delete('attStmt');
    }),
  ],
  [
    52,
    'no authenticator data',
    REFUSED,
    'other map keys',
    attestation((p) => {
      p.map.delete('authData');
    }),
  ],
  [
    53,
    'authenticator data of 36 bytes',
    REFUSED,
    'authenticator data shorter than 37 bytes',
    attestation((p) => {
      p.map.set('authData', padded(36));
    }),
  ],
];

describe('registration ceremonies: authenticator data and attestation object', () => {
  it.each(ROWS)(
    'the verdict on case W%i (%s) is %s',
    async (_number, _title, expected, reason, test) => {
      const { result, reason: given } = await runRegistration(test);
      expect([result, given]).toEqual([expected, reason]);
    },
  );
});
