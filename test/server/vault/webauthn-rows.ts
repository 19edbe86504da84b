import type { AuthDataParts } from '../../helpers/soft-authenticator.ts';
import type { RegistrationCase } from './webauthn-fixture.ts';

type Members = Record<string, unknown>;
export const clientData = (
  change: (members: Members) => Members | string | Uint8Array,
): RegistrationCase => ({ edit: { clientData: change } });
export const authData = (change: (parts: AuthDataParts) => void): RegistrationCase => ({
  edit: { authData: change },
});
export const key = (change: (map: Map<number | string, unknown>) => void): RegistrationCase =>
  authData((parts) => {
    if (parts.publicKey instanceof Map) change(parts.publicKey);
  });
export const keyBytes = (
  make: (map: Map<number | string, never>) => Uint8Array,
): RegistrationCase =>
  authData((parts) => {
    if (parts.publicKey instanceof Map) parts.publicKey = make(parts.publicKey as never);
  });
export const attestation = (
  change: NonNullable<NonNullable<RegistrationCase['edit']>['attestation']>,
): RegistrationCase => ({ edit: { attestation: change } });
export const padded = (length: number, fill = 9) => new Uint8Array(length).fill(fill);

export const REFUSED = 'AUTH_FAILED';
export const OTHER = 'CHALLENGE_MISMATCH';
export const ACCEPTED = 'accepted';

/**
 * Number in the table of ceremonies, description, result, reason of Condor's parser, and the case.
 */
export type Row = readonly [number, string, string, string | undefined, RegistrationCase];
