import { type Static, Type } from 'typebox';
import {
  AssertionCredential,
  type AssertionOptions,
  OpaqueId,
  RegistrationCredential,
  type RegistrationOptions,
} from '../wire/vault.ts';

/** One passkey prompt, as the worker asks the ceremony page for it. */
export type CeremonyStep =
  | {
      readonly kind: 'create';
      readonly title: string;
      readonly options: Static<typeof RegistrationOptions>;
    }
  | {
      readonly kind: 'get';
      readonly title: string;
      /** Stands in for the user handle where the authenticator gives none. */
      readonly accountId?: string;
      readonly options: Static<typeof AssertionOptions>;
    };

/** Worker → page. */
export type CeremonyCommand =
  | ({ readonly type: 'step'; readonly number: number } & CeremonyStep)
  | { readonly type: 'working'; readonly text: string }
  | { readonly type: 'finished'; readonly text: string }
  | { readonly type: 'failed'; readonly text: string };

/** Why a prompt gave no credential; each has its own sentence. */
export const CeremonyFailureSchema = Type.Union([
  Type.Literal('cancelled'),
  Type.Literal('no-prf'),
  Type.Literal('no-user-verification'),
  Type.Literal('already-registered'),
  Type.Literal('not-allowed-here'),
  Type.Literal('unsupported'),
  Type.Literal('failed'),
]);
export type CeremonyFailure = Static<typeof CeremonyFailureSchema>;

/** A PRF-derived unlock key of 32 bytes; `null` when the authenticator gave no PRF value. */
const UnlockKey = Type.Union([OpaqueId, Type.Null()]);

/** Page → worker. Extension results and the PRF value stay in the page. */
export const CeremonyReportSchema = Type.Union([
  Type.Object(
    {
      type: Type.Literal('created'),
      number: Type.Integer(),
      credential: RegistrationCredential,
      aaguid: Type.String({ maxLength: 36 }),
      unlockKey: UnlockKey,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      type: Type.Literal('asserted'),
      number: Type.Integer(),
      credential: AssertionCredential,
      unlockKey: UnlockKey,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { type: Type.Literal('failed'), number: Type.Integer(), failure: CeremonyFailureSchema },
    { additionalProperties: false },
  ),
]);
export type CeremonyReport = Static<typeof CeremonyReportSchema>;
