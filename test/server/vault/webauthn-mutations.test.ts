import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VaultServiceError } from '../../../server/vault/errors.ts';
import { verifyAssertion } from '../../../server/vault/webauthn/assertion.ts';
import { verifyRegistration } from '../../../server/vault/webauthn/registration.ts';
import { equalBytes, toBase64url } from '../../../shared/bytes.ts';
import type { RegistrationCredential } from '../../../shared/wire/vault.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import {
  assertionOf,
  bytesOf,
  CHALLENGE,
  ORIGIN,
  RP_ID,
  registrationOptions,
  withResponse,
} from './webauthn-fixture.ts';

const isChallenge = (bytes: Uint8Array) => equalBytes(bytes, CHALLENGE);
const check = { isChallenge, origins: [ORIGIN], rpId: RP_ID };

async function accepted<T>(verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification;
  } catch (error) {
    if (error instanceof VaultServiceError) return undefined;
    throw error;
  }
}

function flip(text: string, at: number, mask: number): string {
  const bytes = bytesOf(text);
  bytes[at] = (bytes[at] ?? 0) ^ mask;
  return toBase64url(bytes);
}

/** Generates a change of bytes: cut, extended, doubled or overwritten somewhere. */
const edits = fc.record({
  kind: fc.constantFrom('cut', 'insert', 'overwrite', 'double'),
  at: fc.nat(400),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});

function edited(
  text: string,
  { kind, at, bytes }: { kind: string; at: number; bytes: Uint8Array },
) {
  const original = [...bytesOf(text)];
  const place = at % original.length;
  if (kind === 'cut') original.splice(place, bytes.length);
  if (kind === 'insert') original.splice(place, 0, ...bytes);
  if (kind === 'overwrite') original.splice(place, bytes.length, ...bytes);
  if (kind === 'double') original.splice(place, 0, ...original.slice(place, place + bytes.length));
  return toBase64url(Uint8Array.from(original));
}

describe('changed assertions', () => {
  it.each(['ES256', 'RS256'] as const)(
    'rejects an %s assertion with any one byte changed',
    async (algorithm) => {
      const { registered, credential } = await assertionOf({ authenticator: { algorithm } });
      for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
        const text = credential.response[part];
        for (let at = 0; at < bytesOf(text).length; at++) {
          const mask = 1 << (at % 8);
          const changed = withResponse(credential, { [part]: flip(text, at, mask) });
          const result = await accepted(
            verifyAssertion({
              ...check,
              credential: changed,
              registered,
              isUserHandleRequired: true,
            }),
          );
          expect(result, `${part} byte ${at} mask ${mask}`).toBeUndefined();
        }
      }
    },
  );

  it('rejects assertions whose parts are cut, extended, doubled or overwritten', async () => {
    const { registered, credential } = await assertionOf({});
    const parts = fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature');
    await fc.assert(
      fc.asyncProperty(parts, edits, async (part, edit) => {
        const text = credential.response[part as 'signature'];
        const changed = edited(text, edit);
        fc.pre(changed !== text);
        const result = await accepted(
          verifyAssertion({
            ...check,
            credential: withResponse(credential, { [part]: changed }),
            registered,
            isUserHandleRequired: true,
          }),
        );
        expect(result).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });
});

describe('changed registrations', () => {
  const made = (attestation: 'none' | 'packed') =>
    createSoftAuthenticator().create(registrationOptions, { origin: ORIGIN, attestation })
      .credential;
  const verify = (credential: RegistrationCredential) =>
    accepted(verifyRegistration({ ...check, credential }));

  it('rejects a self-attested registration with any one byte changed', async () => {
    const credential = made('packed');
    for (const part of ['clientDataJSON', 'attestationObject'] as const) {
      const text = credential.response[part];
      for (let at = 0; at < bytesOf(text).length; at++) {
        const changed = withResponse(credential, { [part]: flip(text, at, 1 << (at % 8)) });
        expect(await verify(changed), `${part} byte ${at}`).toBeUndefined();
      }
    }
  });

  it('never returns a different key, id or challenge when bytes that no signature covers are changed', async () => {
    const credential = made('none');
    const original = await verify(credential);
    for (const part of ['clientDataJSON', 'attestationObject'] as const) {
      const text = credential.response[part];
      for (let at = 0; at < bytesOf(text).length; at++) {
        for (const mask of [0x01, 0x10, 0x80]) {
          const changed = withResponse(credential, { [part]: flip(text, at, mask) });
          const result = await verify(changed);
          if (result === undefined) continue;
          expect(result.credentialId).toBe(original?.credentialId);
          expect(result.publicKey).toEqual(original?.publicKey);
          const said: unknown = JSON.parse(
            Buffer.from(changed.response.clientDataJSON, 'base64url').toString(),
          );
          expect(said).toMatchObject({
            type: 'webauthn.create',
            origin: ORIGIN,
            challenge: registrationOptions.challenge,
          });
        }
      }
    }
  });

  it('rejects attestation objects that are cut, extended, doubled or overwritten', async () => {
    const credential = made('packed');
    const text = credential.response.attestationObject;
    await fc.assert(
      fc.asyncProperty(edits, async (edit) => {
        const attestationObject = edited(text, edit);
        fc.pre(attestationObject !== text);
        expect(await verify(withResponse(credential, { attestationObject }))).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });
});
