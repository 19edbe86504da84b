import { CondorError, hasCode } from '../../../../shared/errors.ts';
import { parseEnvelopeText } from '../../../../shared/vault/envelope-text.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import type { VaultSlot } from '../../../../shared/vault/slots.ts';
import { deviceOf, isOnDevice } from '../home/home.ts';
import { localKey, wipingOnFailure } from '../passkeys/local-key.ts';
import type { OtherVault } from '../record/vault-record.ts';
import type { HeldVault } from './held.ts';
import type { VaultDeps } from './vault-deps.ts';

/** The vault isn't stored beside the present one any more, or the wallet isn't locked. */
export class OtherVaultError extends CondorError<'noSuchVault' | 'lockFirst'> {}

export type OtherVaults = ReturnType<typeof createOtherVaults>;

/**
 * The vaults that are stored beside the present one: those that a move has retired, and texts that
 * no pointer names. Those that may have content of their own stay until the user deletes them
 * (vault rule 18).
 */
export function createOtherVaults(
  deps: Pick<
    VaultDeps,
    'record' | 'homes' | 'ceremonies' | 'random' | 'finishForgetting' | 'setOrigin' | 'onChange'
  > & {
    held: HeldVault;
    /** The last save of the previous vault. */
    stages: { forget(): Promise<void> };
  },
) {
  const { record } = deps;
  let list: readonly OtherVault[] = [];

  async function refresh(): Promise<void> {
    list = await record.others();
    deps.onChange();
  }

  /**
   * Reads the stored data again, in the locked state, because another vault is now the present one.
   */
  async function showPresent(): Promise<void> {
    const device = await record.read();
    await refresh();
    if (device === undefined) return;
    if (!isOnDevice(device.tenant)) await deps.setOrigin(device.tenant.origin);
    deps.held.become({ status: 'locked', device });
  }

  /** Throws `lockFirst` unless the present vault is locked, or there is none. */
  function ensureClosed(): void {
    const { status } = deps.held.state();
    if (status === 'locked' || status === 'empty') return;
    throw new OtherVaultError('lockFirst', 'The wallet is not locked.');
  }

  async function find<Kind extends OtherVault['kind']>(
    slot: VaultSlot,
    kind: Kind,
  ): Promise<Extract<OtherVault, { kind: Kind }>> {
    const found = (await record.others()).find((other) => other.slot === slot);
    if (found === undefined || !isOf(found, kind)) throw gone();
    return found;
  }

  /** Deletes vaults of this device of which no text exists. A server's vault can be read there. */
  async function deleteEmpty(): Promise<void> {
    for (const other of await record.others()) {
      if (other.kind !== 'former' || !isOnDevice(other.vault.tenant)) continue;
      if ((await record.otherText(other.slot)) === '') await record.deleteOther(other.slot);
    }
  }

  /** Opens a found text of this device's home and makes it the present vault. */
  async function open(slot: VaultSlot): Promise<void> {
    ensureClosed();
    // The mark of an unfinished deletion would delete the vault that is opened now.
    await deps.finishForgetting();
    const { text } = await find(slot, 'found');
    const envelope = text === undefined ? undefined : parseEnvelopeText(text);
    if (envelope === undefined) {
      throw new VaultError('DAMAGED_DEVICE_VAULT', 'The text that was found is not an envelope.');
    }
    const { accountId } = envelope;
    const { tenant } = await deviceOf(deps.homes).config();
    await deps.ceremonies.run(async (ceremony) => {
      const credentialIds = envelope.wraps.map(({ credentialId }) => credentialId);
      const passkey = await localKey({ ...deps, ceremony, tenant, accountId, credentialIds });
      await wipingOnFailure(passkey, async () => {
        ensureClosed();
        // A save of the vault before it can't be found in this one.
        await deps.stages.forget();
        const entry = { accountId, passkey, envelope };
        // A present vault is kept, because it isn't known which of the two is complete.
        const adoption = { tenant, entry, known: undefined, synced: false } as const;
        await deps.held.adopt({ ...adoption, move: 'keeps' });
      });
      // The same text is the present vault's now.
      await record.deleteOther(slot);
      await deleteEmpty();
    }, 'unlocked');
    await refresh();
  }

  return {
    list: (): readonly OtherVault[] => list,
    refresh,

    /** The present vault's home has opened: vaults whose content it contains are deleted. */
    async dropRetired(): Promise<void> {
      await record.dropFormers();
      await refresh();
    },

    /**
     * Returns to a vault that a move has retired; the present one is kept beside it.
     * Throws `OtherVaultError`.
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

    /** Returns the stored text of another vault, to save it. Throws `OtherVaultError`. */
    async textOf(slot: VaultSlot): Promise<string> {
      const isListed = (await record.others()).some((other) => other.slot === slot);
      if (!isListed) throw gone();
      return record.otherText(slot);
    },

    /** Deletes another vault with the user's consent. Throws `OtherVaultError`. */
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
  return new OtherVaultError('noSuchVault', 'That vault is not stored here any more.');
}

/** Returns true for a failure of the stored facts about a text that the passkey opens. */
export function isRecordMismatch(error: unknown): boolean {
  return ['UNCOMPARABLE', 'ROLLED_BACK', 'FORKED', 'UNVERIFIED'].some((code) =>
    hasCode(error, code),
  );
}
