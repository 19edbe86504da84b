import { CondorError, hasCode } from '../../../../shared/errors.ts';
import { parseEnvelopeText } from '../../../../shared/vault/envelope-text.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import type { VaultSlot } from '../../../../shared/vault/slots.ts';
import { deviceOf, isOnDevice } from '../home/home.ts';
import { localKey, wipingOnFailure } from '../passkeys/local-key.ts';
import type { OtherVault } from '../record/vault-record.ts';
import type { HeldVault } from './held.ts';
import type { VaultDeps } from './vault-deps.ts';

/**
 * Thrown when a vault is no longer stored beside the present vault, or when the wallet isn't
 * locked.
 */
export class OtherVaultError extends CondorError<'noSuchVault' | 'lockFirst'> {}

export type OtherVaults = ReturnType<typeof createOtherVaults>;

/**
 * The vaults stored beside the present vault: vaults that a move has retired, and texts that no
 * pointer names. A vault that may have content of its own stays until the user deletes it (vault
 * rule 18).
 */
export function createOtherVaults(
  deps: Pick<
    VaultDeps,
    'record' | 'homes' | 'ceremonies' | 'random' | 'finishForgetting' | 'setOrigin' | 'onChange'
  > & {
    held: HeldVault;
    /** Record of the previous vault's last save. */
    stages: { forget(): Promise<void> };
  },
) {
  const { record } = deps;
  let list: readonly OtherVault[] = [];

  async function refresh(): Promise<void> {
    list = await record.others();
    deps.onChange();
  }

  /** Reads the stored data of the new present vault, and enters the locked state. */
  async function showPresent(): Promise<void> {
    const device = await record.read();
    await refresh();
    if (device === undefined) return;
    if (!isOnDevice(device.tenant)) await deps.setOrigin(device.tenant.origin);
    deps.held.become({ status: 'locked', device });
  }

  /** Throws `lockFirst` while the present vault is open. */
  function ensureClosed(): void {
    const { status } = deps.held.state();
    if (status === 'locked' || status === 'empty') return;
    throw new OtherVaultError('lockFirst');
  }

  async function find<Kind extends OtherVault['kind']>(
    slot: VaultSlot,
    kind: Kind,
  ): Promise<Extract<OtherVault, { kind: Kind }>> {
    const found = (await record.others()).find((other) => other.slot === slot);
    if (found === undefined || !isOf(found, kind)) throw gone();
    return found;
  }

  /**
   * Deletes retired vaults of this device that have no text. A server's vault stays, because it can
   * still be read from the server.
   */
  async function deleteEmpty(): Promise<void> {
    for (const other of await record.others()) {
      if (other.kind !== 'former' || !isOnDevice(other.vault.tenant)) continue;
      if ((await record.otherText(other.slot)) === '') await record.deleteOther(other.slot);
    }
  }

  /**
   * Opens a stored vault that no pointer names, and makes it the present vault, if it belongs to
   * this device's home.
   */
  async function open(slot: VaultSlot): Promise<void> {
    ensureClosed();
    // An unfinished deletion would delete this vault at the next start.
    await deps.finishForgetting();
    const { text } = await find(slot, 'found');
    const envelope = text === undefined ? undefined : parseEnvelopeText(text);
    if (envelope === undefined) {
      throw new VaultError('DAMAGED_DEVICE_VAULT');
    }
    const { accountId } = envelope;
    const { tenant } = await deviceOf(deps.homes).config();
    await deps.ceremonies.run(async (ceremony) => {
      const credentialIds = envelope.wraps.map(({ credentialId }) => credentialId);
      const passkey = await localKey({ ...deps, ceremony, tenant, accountId, credentialIds });
      await wipingOnFailure(passkey, async () => {
        ensureClosed();
        // The record is about the previous vault.
        await deps.stages.forget();
        const entry = { accountId, passkey, envelope };
        // The present vault is kept, because either the present vault or the opened vault may be
        // incomplete.
        const adoption = { tenant, entry, known: undefined, synced: false } as const;
        await deps.held.adopt({ ...adoption, move: 'keeps' });
      });
      // The present vault now has the same text.
      await record.deleteOther(slot);
      await deleteEmpty();
    }, 'unlocked');
    await refresh();
  }

  return {
    list: (): readonly OtherVault[] => list,
    refresh,

    /**
     * Deletes retired vaults whose content is in the present vault. Called after the present
     * vault's home has opened.
     */
    async dropRetired(): Promise<void> {
      await record.dropFormers();
      await refresh();
    },

    /**
     * Makes a retired vault the present vault again, and keeps the previously present vault. Throws
     * `OtherVaultError`.
     */
    async returnTo(slot: VaultSlot): Promise<void> {
      ensureClosed();
      await deps.finishForgetting();
      await find(slot, 'former');
      await deps.stages.forget();
      if (!(await record.returnTo(slot))) throw gone();
      await showPresent();
    },

    open,

    /** Returns the stored text of another vault, to save it as a file. Throws `OtherVaultError`. */
    async textOf(slot: VaultSlot): Promise<string> {
      const isListed = (await record.others()).some((other) => other.slot === slot);
      if (!isListed) throw gone();
      return record.otherText(slot);
    },

    /** Deletes another vault. Needs the user's consent. Throws `OtherVaultError`. */
    async remove(slot: VaultSlot): Promise<void> {
      const isListed = (await record.others()).some((other) => other.slot === slot);
      if (!isListed) throw gone();
      await record.deleteOther(slot);
      await refresh();
    },
  };
}

function isOf<Kind extends OtherVault['kind']>(
  other: OtherVault,
  kind: Kind,
): other is Extract<OtherVault, { kind: Kind }> {
  return other.kind === kind;
}

function gone(): OtherVaultError {
  return new OtherVaultError('noSuchVault');
}

/** Returns true if the stored facts about a text are wrong, but the passkey opens it. */
export function isRecordMismatch(error: unknown): boolean {
  return ['UNCOMPARABLE', 'ROLLED_BACK', 'FORKED', 'UNVERIFIED'].some((code) =>
    hasCode(error, code),
  );
}
