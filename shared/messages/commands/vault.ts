import * as Type from '../../schema.ts';
import { VaultSlotSchema } from '../../vault/slots.ts';
import { CredentialId, OpaqueId } from '../../wire/vault.ts';
import { MAX_PASSKEYS } from '../../wire/vault-limits.ts';
import { AccountNames, ImportSchema } from './import.ts';
import { closed, Name, Nothing, Url } from './parts.ts';
import { ServicesSchema } from './services.ts';

/** Consent to a merge. It applies only to the shown vault and the named removed passkeys. */
const MergeConsentSchema = Type.Object(
  {
    offeredDigest: OpaqueId,
    /** Credential ids of removed passkeys that may open the vault again. */
    readmitted: Type.Array(CredentialId, { maxItems: MAX_PASSKEYS }),
  },
  closed,
);

export const VAULT_COMMANDS = {
  'vault.checkServer': Type.Object({ vaultUrl: Url }, closed),
  /** Creates the first vault on this device, without a server. */
  'vault.beginNew': Type.Object({ name: Name, accountNames: AccountNames }, closed),
  'vault.beginImport': ImportSchema,
  'vault.beginKeystore': Type.Object(
    {
      name: Name,
      file: Type.String({ minLength: 1, maxLength: 16_384 }),
      password: Type.String({ maxLength: 1024 }),
      accountNames: AccountNames,
    },
    closed,
  ),
  'vault.beginRestore': Type.Object(
    { text: Type.String({ maxLength: 262_144 }), code: Type.String({ maxLength: 64 }) },
    closed,
  ),
  'vault.createAccount': Type.Object({ services: ServicesSchema }, closed),
  'vault.signIn': Type.Object({ services: ServicesSchema }, closed),
  'vault.unlock': Nothing,
  'vault.lock': Nothing,
  'vault.sync': Nothing,
  /** Consent to merge into the offered vault shown by the snapshot. */
  'vault.merge': MergeConsentSchema,
  'vault.registerAgain': Nothing,
  /** Moves the vault of this device to the server in the settings. */
  'vault.connect': Nothing,
  /** Signs in on the server in the settings, and shows the result of a merge. */
  'vault.join': Nothing,
  'vault.confirmJoin': MergeConsentSchema,
  'vault.cancelJoin': Nothing,
  /** Moves the vault of a server to this device. */
  'vault.leave': Type.Object(
    { isServerLost: Type.Boolean(), deletesAccount: Type.Boolean() },
    closed,
  ),
  'vault.setAutoLock': Type.Object({ minutes: Type.Integer({ minimum: 1, maximum: 480 }) }, closed),
  /** Reports that the user pressed a key or a button on a wallet page. */
  'vault.used': Nothing,
  /** The word that the user typed as consent. */
  'vault.forget': Type.Object({ word: Type.Literal('forget') }, closed),
  'vault.seeConflicts': Nothing,
  'vault.seeForeignChanges': Nothing,
  /** Makes a vault that a move has retired the current vault again. */
  'otherVaults.return': Type.Object({ id: VaultSlotSchema }, closed),
  /** Opens a stored vault text that has no record, using a passkey of this extension. */
  'otherVaults.open': Type.Object({ id: VaultSlotSchema }, closed),
  /** Returns another vault's encrypted text, to save it as a file. */
  'otherVaults.text': Type.Object({ id: VaultSlotSchema }, closed),
  /** The word that the user typed as consent. */
  'otherVaults.delete': Type.Object({ id: VaultSlotSchema, word: Type.Literal('delete') }, closed),
  'passkeys.add': Type.Object({ name: Name }, closed),
  'passkeys.remove': Type.Object({ credentialId: Type.String({ maxLength: 1366 }) }, closed),
  'recovery.make': Nothing,
  'recovery.saved': Type.Object({ madeAt: Type.Integer({ minimum: 0 }) }, closed),
  'recovery.restore': Type.Object(
    { text: Type.String({ maxLength: 262_144 }), code: Type.String({ maxLength: 64 }) },
    closed,
  ),
  'stored.copy': Nothing,
  'stored.retry': Nothing,
  /** The word that the user typed as consent. */
  'stored.delete': Type.Object({ word: Type.Literal('delete') }, closed),
} as const;
