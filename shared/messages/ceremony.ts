import {
  Integer,
  Literal,
  Null,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';
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
  | { readonly type: 'forget'; readonly rpId: string; readonly credentialId: string }
  | { readonly type: 'finished'; readonly text: string }
  | { readonly type: 'failed'; readonly text: string };

/** Why a prompt gave no credential; each has its own sentence. */
export const CeremonyFailureSchema = Union([
  Literal('cancelled'),
  Literal('no-prf'),
  Literal('no-user-verification'),
  Literal('already-registered'),
  Literal('not-allowed-here'),
  Literal('unsupported'),
  Literal('failed'),
]);
export type CeremonyFailure = Static<typeof CeremonyFailureSchema>;

/** A PRF-derived unlock key of 32 bytes; `null` when the authenticator gave no PRF value. */
const UnlockKey = Union([OpaqueId, Null()]);

/** Page → worker. Extension results and the PRF value stay in the page. */
export const CeremonyReportSchema = Union([
  Shape(
    {
      type: Literal('created'),
      number: Integer(),
      credential: RegistrationCredential,
      aaguid: Text({ maxLength: 36 }),
      unlockKey: UnlockKey,
    },
    { additionalProperties: false },
  ),
  Shape(
    {
      type: Literal('asserted'),
      number: Integer(),
      credential: AssertionCredential,
      unlockKey: UnlockKey,
    },
    { additionalProperties: false },
  ),
  Shape(
    { type: Literal('failed'), number: Integer(), failure: CeremonyFailureSchema },
    { additionalProperties: false },
  ),
]);
export type CeremonyReport = Static<typeof CeremonyReportSchema>;
