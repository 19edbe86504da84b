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

/** Key that a step needs. The page returns no other secret. */
export type KeyNeed =
  /** The passkey only signs. */
  | 'none'
  /** The public key, which shows whether two PRF values are equal without revealing them. */
  | 'public'
  /** The secret key, to open the vault. */
  | 'secret';

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
  /** Confirmation with a passkey that the account had before the new passkey. */
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
      /** Account to use when the authenticator returns no user handle. */
      readonly accountId?: string;
      readonly options: Type.Static<typeof AssertionOptions>;
    };

/** Message from the worker to the page. */
export type CeremonyCommand =
  | ({ readonly type: 'step'; readonly number: number } & CeremonyStep)
  | { readonly type: 'working'; readonly work: CeremonyWork }
  | { readonly type: 'forget'; readonly rpId: string; readonly credentialId: string }
  | { readonly type: 'finished'; readonly outcome: CeremonyOutcome }
  | { readonly type: 'failed'; readonly failure: Failure };

const CeremonyFailureSchema = oneOf(PROMPT_CODES);
export type CeremonyFailure = Type.Static<typeof CeremonyFailureSchema>;

/** 32 bytes; `null` if it wasn't requested or the authenticator has no PRF value. */
const Key = Type.Union([OpaqueId, Type.Null()]);

/**
 * Message from the page to the worker. Extension results and the PRF value don't leave the page.
 */
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
