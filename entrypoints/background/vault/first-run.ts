import type { ChosenAccount } from '../../../shared/messages/wallet-api.ts';
import { applyEdit, type VaultEdit } from '../../../shared/vault/edits.ts';
import { PAYLOAD_SCHEMA, type PublicPayload } from '../../../shared/vault/payload.ts';
import type { Signer } from '../signer/signer.ts';
import type { Backup } from './backup.ts';
import type { VaultContent } from './change/enrol.ts';
import type { VaultSession } from './session.ts';
import type { Wallets } from './wallets.ts';

/** Content of a vault before its first edit. Sealing adds account, passkeys and times. */
const EMPTY: PublicPayload = {
  schema: PAYLOAD_SCHEMA,
  accountId: '',
  revision: 1,
  prevDigest: '',
  createdAt: 0,
  device: '',
  wallets: [],
  keyring: [],
  contacts: [],
  settings: {},
  backups: [],
  tombstones: [],
};

/** Name of the first wallet and pattern of its accounts' names, as for an added one. */
interface Names {
  readonly name: string;
  readonly accountNames: string;
}

export type FirstRun = ReturnType<typeof createFirstRun>;

/**
 * The ways to begin without a server: one pair of passkey prompts makes a vault of this device, whose
 * first revision holds the wallet already. Each throws DEVICE_HAS_VAULT over an existing vault.
 */
export function createFirstRun(deps: {
  session: VaultSession;
  signer: Signer;
  wallets: Pick<Wallets, 'editOfDraft' | 'editOfTyped'>;
  backup: Pick<Backup, 'restoreInto'>;
}) {
  const { session, signer } = deps;

  function contentOf(edits: readonly VaultEdit[]): VaultContent {
    const { wallets, contacts, settings, backups, tombstones } = edits.reduce(applyEdit, EMPTY);
    return {
      wallets: signer.walletsWithSecrets(wallets),
      contacts,
      settings,
      backups,
      tombstones,
    };
  }

  const begin = (edits: readonly VaultEdit[]) => session.createHere(() => contentOf(edits));

  /** A draft that isn't saved in the end is wiped; a saved one is a draft no more. */
  async function beginWith(edit: Extract<VaultEdit, { kind: 'add-wallet' }>): Promise<void> {
    await begin([edit]).finally(() => signer.discardDraft(edit.id));
  }

  return {
    /** Makes a new recovery phrase of 12 words, which the user can see later. */
    async withNewWallet(names: Names): Promise<void> {
      await session.requireEmptyDevice();
      await signer.prepare();
      const { draftId } = signer.draftSeed(12);
      await beginWith(deps.wallets.editOfDraft([], { draftId, ...names }));
    },

    /** Imports a recovery phrase, a private key, or an address to watch. */
    async withTyped({
      secret,
      ...names
    }: Names & { secret: string; accounts?: readonly ChosenAccount[] | undefined }): Promise<void> {
      await session.requireEmptyDevice();
      await signer.prepare();
      await beginWith(deps.wallets.editOfTyped([], { typed: secret, ...names }));
    },

    /** Imports the key of a keystore file (version 3). */
    async withKeystore(options: Names & { file: string; password: string }): Promise<void> {
      await session.requireEmptyDevice();
      await signer.prepare();
      const { file, password, ...names } = options;
      const { draftId } = await signer.draftKeystore(file, password);
      await beginWith(deps.wallets.editOfDraft([], { draftId, ...names }));
    },

    /** Restores a recovery file. */
    async withRecoveryFile(file: {
      text: string;
      code: string;
    }): Promise<{ added: number; known: number }> {
      await session.requireEmptyDevice();
      await signer.prepare();
      return deps.backup.restoreInto(EMPTY, file, begin);
    },
  };
}
