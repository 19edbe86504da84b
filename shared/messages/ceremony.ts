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

/** Key material that a step needs. The page hands over nothing more than this. */
export type KeyNeed =
  /** The prompt only signs. */
  | 'none'
  /** Compares two PRF values: they are equal exactly when their public keys are. */
  | 'public'
  /** Opens the vault. */
  | 'secret';

/** One passkey prompt, as the worker asks the ceremony page for it. */
export type CeremonyStep =
  | {
      readonly kind: 'create';
      readonly title: string;
      readonly key: KeyNeed;
      readonly options: Static<typeof RegistrationOptions>;
    }
  | {
      readonly kind: 'get';
      readonly title: string;
      readonly key: KeyNeed;
      /** Used when the authenticator returns no user handle. */
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

/** 32 bytes; `null` when the step did not ask for it or the authenticator returned no PRF value. */
const Key = Union([OpaqueId, Null()]);

/** Page → worker. Extension results and the PRF value stay in the page. */
export const CeremonyReportSchema = Union([
  Shape(
    {
      type: Literal('created'),
      number: Integer(),
      credential: RegistrationCredential,
      aaguid: Text({ maxLength: 36 }),
      unlockKey: Key,
      publicKey: Key,
    },
    { additionalProperties: false },
  ),
  Shape(
    {
      type: Literal('asserted'),
      number: Integer(),
      credential: AssertionCredential,
      unlockKey: Key,
      publicKey: Key,
    },
    { additionalProperties: false },
  ),
  Shape(
    { type: Literal('failed'), number: Integer(), failure: CeremonyFailureSchema },
    { additionalProperties: false },
  ),
]);
export type CeremonyReport = Static<typeof CeremonyReportSchema>;
