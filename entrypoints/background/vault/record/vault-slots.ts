import { CondorError } from '../../../../shared/errors.ts';
import { envelopeDigest } from '../../../../shared/vault/envelope.ts';
import { VAULT_SLOTS, type VaultSlot } from '../../../../shared/vault/slots.ts';
import { type Areas, NotStoredError, stored, UnreadableError } from '../../kernel/stored.ts';
import { type FormerPointer, MAX_FORMER_VAULTS, type VaultPointer, vaultTextIn } from './keys.ts';

export class TooManyVaultsError extends CondorError<'tooManyVaults'> {
  constructor() {
    super('tooManyVaults');
  }
}

/**
 * The slots of the vaults' texts. Overwrites only slots that no pointer names. Empties only the
 * spare slot without asking the user (vault rule 18), and only while the present text is intact.
 */
export function createVaultSlots(areas: Areas) {
  const textIn = (slot: VaultSlot) => stored(areas, vaultTextIn(slot));
  const rawIn = (slot: VaultSlot): Promise<unknown> => areas.local.get(slot);

  /** Returns `undefined` for a missing or unreadable text. */
  async function readableIn(slot: VaultSlot): Promise<string | undefined> {
    try {
      return await textIn(slot).read();
    } catch (error) {
      if (error instanceof UnreadableError) return undefined;
      throw error;
    }
  }

  /**
   * Returns false if a damaged pointer may name the slot of the present vault's only text as the
   * spare slot.
   */
  async function isSpareWorthless(current: VaultPointer): Promise<boolean> {
    if ((await rawIn(current.spare)) === undefined) return true;
    const text = await readableIn(current.slot);
    return text !== undefined && envelopeDigest(text) === current.digest;
  }

  /** Returns the slots to which a text may be written, the spare slot first. */
  async function free(current: VaultPointer | undefined): Promise<VaultSlot[]> {
    const slots: VaultSlot[] = [];
    if (current !== undefined && (await isSpareWorthless(current))) slots.push(current.spare);
    for (const slot of VAULT_SLOTS) {
      if (isNamed(slot, current) || slot === current?.spare) continue;
      if ((await rawIn(slot)) === undefined) slots.push(slot);
    }
    return slots;
  }

  return {
    /** Returns `undefined` when the slot is empty. Throws `UnreadableError`. */
    read: (slot: VaultSlot): Promise<string | undefined> => textIn(slot).read(),
    readable: readableIn,
    clear: (slot: VaultSlot): Promise<void> => textIn(slot).clear(),

    /**
     * Returns a text, or its stored form if the text is unreadable; an empty text for an empty
     * slot.
     */
    async anyIn(slot: VaultSlot): Promise<string> {
      const raw = await rawIn(slot);
      return raw === undefined ? '' : ((await readableIn(slot)) ?? JSON.stringify(raw));
    },

    /** Writes a text and reads it back. Throws `NotStoredError`. */
    async store(text: string, slot: VaultSlot): Promise<void> {
      await textIn(slot).write(text);
      if ((await textIn(slot).read()) !== text) throw new NotStoredError();
    },

    /** Returns the slot for the next text. Throws `TooManyVaultsError`. */
    async next(current: VaultPointer): Promise<VaultSlot> {
      const [slot] = await free(current);
      if (slot === undefined) throw new TooManyVaultsError();
      return slot;
    },

    /** Returns the slot for another vault and the next spare slot. Throws `TooManyVaultsError`. */
    async roomFor(
      current: VaultPointer | undefined,
    ): Promise<{ slot: VaultSlot; spare: VaultSlot }> {
      const [slot, spare] = await free(current);
      const isFull = formersOf(current).length >= MAX_FORMER_VAULTS;
      if (isFull || slot === undefined || spare === undefined) throw new TooManyVaultsError();
      return { slot, spare };
    },

    async emptySpare(current: VaultPointer | undefined): Promise<void> {
      if (current === undefined || isNamed(current.spare, current)) return;
      if ((await rawIn(current.spare)) === undefined) return;
      if (await isSpareWorthless(current)) await textIn(current.spare).clear();
    },

    /** Returns the slots with a text that no pointer names (after damage to the storage). */
    async unnamed(current: VaultPointer | undefined): Promise<VaultSlot[]> {
      const isSpareHidden = current !== undefined && (await isSpareWorthless(current));
      const slots: VaultSlot[] = [];
      for (const slot of VAULT_SLOTS) {
        if (isNamed(slot, current) || (isSpareHidden && current.spare === slot)) continue;
        if ((await rawIn(slot)) !== undefined) slots.push(slot);
      }
      return slots;
    },
  };
}

export function formersOf(pointer: VaultPointer | undefined): readonly FormerPointer[] {
  return pointer?.formers ?? [];
}

export function isNamed(slot: VaultSlot, pointer: VaultPointer | undefined): boolean {
  return pointer?.slot === slot || formersOf(pointer).some((former) => former.slot === slot);
}
