import { oneOf } from '../one-of.ts';
import * as Type from '../schema.ts';
import {
  AssertionCredential,
  type AssertionOptions,
  OpaqueId,
  RegistrationCredential,
  type RegistrationOptions,
} from '../wire/vault.ts';
import { PROMPT_CODES } from './failure-codes.ts';
import type { Failure } from './failures.ts';

/** Key material that a step needs; the page returns nothing else. */
export type KeyNeed =
  /** The passkey only signs. */
  | 'none'
  /** Compares two PRF values, which are equal if and only if their public keys are. */
  | 'public'
  /** Opens the vault. */
  | 'secret';

/** Why a passkey prompt is shown. */
export const PROMPT_PURPOSES = [
  'create-vault',
  'confirm-new-passkey',
  'sign-in',
  'unlock',
  'show-secret',
  'make-recovery-file',
  'restore-wallets',
  'create-another-passkey',
  'try-new-passkey',
  /** With a passkey that the account had before the new one. */
  'confirm-with-former-passkey',
  'confirm-removal',
  'save-wallet',
  'save-changes',
  'add-account',
  'watch-address',
  'confirm-merge',
  'record-backup',
  'confirm-account-deletion',
] as const;
export type PromptPurpose = (typeof PROMPT_PURPOSES)[number];

/** Work between the prompts of a ceremony. */
export type CeremonyWork = 'opening' | 'saving' | 'waitingForSync';

/** Successful outcomes of a ceremony. */
export type CeremonyOutcome =
  | 'confirmed'
  | 'saved'
  | 'vaultReady'
  | 'signedIn'
  | 'unlocked'
  | 'synced'
  | 'registeredAgain'
  | 'merged'
  | 'connected'
  | 'leftServer';

/** One passkey prompt, as requested by the worker. */
export type CeremonyStep =
  | {
      readonly kind: 'create';
      readonly purpose: PromptPurpose;
      readonly key: KeyNeed;
      readonly options: Type.Static<typeof RegistrationOptions>;
    }
  | {
      readonly kind: 'get';
      readonly purpose: PromptPurpose;
      readonly key: KeyNeed;
      /** Used when the authenticator returns no user handle. */
      readonly accountId?: string;
      readonly options: Type.Static<typeof AssertionOptions>;
    };

/** Worker → page. */
export type CeremonyCommand =
  | ({ readonly type: 'step'; readonly number: number } & CeremonyStep)
  | { readonly type: 'working'; readonly work: CeremonyWork }
  | { readonly type: 'forget'; readonly rpId: string; readonly credentialId: string }
  | { readonly type: 'finished'; readonly outcome: CeremonyOutcome }
  | { readonly type: 'failed'; readonly failure: Failure };

/** Why a prompt returned no credential; each reason has its own sentence. */
const CeremonyFailureSchema = oneOf(PROMPT_CODES);
export type CeremonyFailure = Type.Static<typeof CeremonyFailureSchema>;

/** 32 bytes; `null` when not requested, or without a PRF value. */
const Key = Type.Union([OpaqueId, Type.Null()]);

/** Page → worker. Extension results and the PRF value stay in the page. */
export const CeremonyReportSchema = Type.Union([
  Type.Object(
    {
      type: Type.Literal('created'),
      number: Type.Integer(),
      credential: RegistrationCredential,
      aaguid: Type.String({ maxLength: 36 }),
      unlockKey: Key,
      publicKey: Key,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      type: Type.Literal('asserted'),
      number: Type.Integer(),
      credential: AssertionCredential,
      unlockKey: Key,
      publicKey: Key,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { type: Type.Literal('failed'), number: Type.Integer(), failure: CeremonyFailureSchema },
    { additionalProperties: false },
  ),
]);
export type CeremonyReport = Type.Static<typeof CeremonyReportSchema>;
