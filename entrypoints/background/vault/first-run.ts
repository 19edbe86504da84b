import type { ChosenAccount } from '../../../shared/messages/commands/import.ts';
import type { Clock } from '../../../shared/ports.ts';
import { applyEdit, type VaultEdit } from '../../../shared/vault/edits.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Signer } from '../signer/signer.ts';
import { EMPTY_PAYLOAD, type VaultContent } from './change/enrol.ts';
import type { AddWallet, NewWallets } from './new-wallets.ts';
import { type RecoveryFile, type Restored, restoreInto } from './restore.ts';
import type { VaultSession } from './session.ts';

/** Name of the first wallet, and name pattern of its accounts. */
interface Names {
  readonly name: string;
  readonly accountNames: string;
}

export type FirstRun = ReturnType<typeof createFirstRun>;

/**
 * The ways to begin without a server. Two passkey prompts create a vault on this device; its first
 * revision already contains the wallet. Each way throws DEVICE_HAS_VAULT if there is a vault.
 */
export function createFirstRun(deps: {
  session: VaultSession;
  signer: Signer;
  newWallets: NewWallets;
  aead: Aead;
  clock: Clock;
}) {
  const { session, signer, newWallets } = deps;

  function contentOf(edits: readonly VaultEdit[]): VaultContent {
    const { wallets, contacts, settings, backups, tombstones } = edits.reduce(
      applyEdit,
      EMPTY_PAYLOAD,
    );
    return {
      wallets: signer.walletsWithSecrets(wallets),
      contacts,
      settings,
      backups,
      tombstones,
    };
  }

  async function prepare(): Promise<void> {
    await session.ensureEmptyDevice();
    await signer.prepare();
  }

  const save = (edits: readonly VaultEdit[]) => session.createHere(() => contentOf(edits));

  async function beginWith(editOf: () => AddWallet | Promise<AddWallet>): Promise<void> {
    await prepare();
    const edit = await editOf();
    // Wipes an unsaved draft. A saved secret is no longer a draft.
    await save([edit]).finally(() => signer.discardDraft(edit.id));
  }

  return {
    /** Creates a recovery phrase of 12 words, which the user can see later. */
    withNewWallet: (names: Names): Promise<void> =>
      beginWith(() => {
        const { draftId } = signer.draftSeed(12);
        return newWallets.editOfDraft([], { draftId, ...names });
      }),

    /** Imports a recovery phrase, a private key, or an address to watch. */
    withTyped: ({
      secret: typed,
      ...names
    }: Names & {
      secret: string;
      accounts?: readonly ChosenAccount[] | undefined;
    }): Promise<void> => beginWith(() => newWallets.editOfTyped([], { typed, ...names })),

    /** Imports the key of a keystore file (version 3). */
    withKeystore: ({
      file,
      password,
      ...names
    }: Names & { file: string; password: string }): Promise<void> =>
      beginWith(async () => {
        const { draftId } = await signer.draftKeystore(file, password);
        return newWallets.editOfDraft([], { draftId, ...names });
      }),

    async withRecoveryFile(file: RecoveryFile): Promise<Restored> {
      await prepare();
      return restoreInto(deps, { current: EMPTY_PAYLOAD, file, save });
    },
  };
}
