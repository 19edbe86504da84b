import { VAULT_SLOTS, type VaultSlot } from '../../../../shared/vault/slots.ts';
import { isSameJson } from '../../kernel/is-same-json.ts';
import { createMutex } from '../../kernel/mutex.ts';
import { type Areas, NotStoredError, type Stored, stored } from '../../kernel/stored.ts';
import { type DeviceVault, type FormerPointer, type VaultPointer, vaultKeys } from './keys.ts';
import { epochsBeside, seenOf } from './seen-epochs.ts';
import { createVaultSlots, formersOf, isNamed } from './vault-slots.ts';

/** Another vault whose text is stored on this device. */
export type OtherVault =
  | {
      /** Retired by a move to another home. */
      readonly kind: 'former';
      readonly slot: VaultSlot;
      /** The vault. Its `envelopeText` is empty if the text can't be read. */
      readonly vault: DeviceVault;
      /** True if the vault may have content that no other vault has. */
      readonly isKept: boolean;
    }
  | {
      /** A text that the pointer doesn't name, for example after damage to the storage. */
      readonly kind: 'found';
      readonly slot: VaultSlot;
      /** Undefined for a text of another version. */
      readonly text: string | undefined;
    };

/** The stored vault of this device, and the other vaults beside it. */
export interface VaultRecord extends Stored<DeviceVault> {
  others(): Promise<readonly OtherVault[]>;
  /** Returns an account's newest epoch that this device has seen, even if its vault is gone. */
  seenEpoch(accountId: string): Promise<string | undefined>;
  /** Returns the keys of passkeys removed from an account, as far as this device knows. */
  seenRemovals(accountId: string): Promise<readonly string[]>;
  /** Returns another vault's text in its stored form, to save it as a file; empty if missing. */
  otherText(slot: VaultSlot): Promise<string>;
  /** Throws `TooManyVaultsError` if there is no slot for another vault. */
  ensureRoom(): Promise<void>;
  /**
   * Stores a vault of another home and keeps the present vault as a former vault.
   * @param options.keeps true if the present vault may have content that the new vault lacks
   */
  moveTo(vault: DeviceVault, options?: { readonly keeps: boolean }): Promise<void>;
  /**
   * Makes a former vault the present vault, and keeps all other vaults. Returns false if the slot
   * has no former vault.
   */
  returnTo(slot: VaultSlot): Promise<boolean>;
  /** Deletes former vaults without the mark `isKept`. The present vault has their content. */
  dropFormers(): Promise<void>;
  /** Deletes another vault. Needs the user's consent. Never deletes the present vault. */
  deleteOther(slot: VaultSlot): Promise<void>;
  /** Deletes texts of interrupted writes. */
  clean(): Promise<void>;
}

/**
 * Stores the vault so that an interruption at any point leaves either the old or the new vault:
 * writes the text to a free slot, reads it back, and points to the slot with one more write.
 */
export function createVaultRecord(areas: Areas): VaultRecord {
  const pointer = stored(areas, vaultKeys.vault);
  const slots = createVaultSlots(areas);
  /** Runs changes one after another. Each change chooses its slot by the current pointer. */
  const inLine = createMutex();
  const onPointer = <Result>(work: (current: VaultPointer | undefined) => Promise<Result>) =>
    inLine(async () => work(await pointer.read()));

  async function point(next: VaultPointer, before: VaultPointer | undefined): Promise<void> {
    const { seen: _, ...pointed } = next;
    await pointer.write({ ...pointed, ...epochsBeside(next, before) });
    // If this fails, the next start deletes the text.
    await slots.emptySpare(next).catch(() => undefined);
  }

  async function add(
    { envelopeText, ...facts }: DeviceVault,
    formers: readonly FormerPointer[],
    current: VaultPointer | undefined,
  ): Promise<void> {
    const { slot, spare } = await slots.roomFor(current);
    await slots.store(envelopeText, slot);
    await point({ ...facts, slot, ...listed(formers), spare }, current);
  }

  async function removeFormer(current: VaultPointer, former: FormerPointer): Promise<void> {
    await slots.emptySpare(current);
    const { formers: _, ...others } = current;
    const next = { ...others, ...listed(formersOf(current).filter((one) => one !== former)) };
    // A damaged pointer can name a slot twice, so the text may belong to another vault, too.
    if (isNamed(former.slot, next)) return point(next, current);
    await point({ ...next, spare: former.slot }, current);
    // Deleted here, because `point` keeps the spare text while the present text is damaged.
    await slots.clear(former.slot);
  }

  return {
    read: () =>
      onPointer(async (current) =>
        current === undefined ? undefined : withText(current, await slots.read(current.slot)),
      ),

    others: () =>
      onPointer(async (current) => {
        const formers = formersOf(current).map(async (former): Promise<OtherVault> => {
          const { slot, isKept = false } = former;
          return {
            kind: 'former',
            slot,
            isKept,
            vault: withText(former, await slots.readable(slot)),
          };
        });
        const found = (await slots.unnamed(current)).map(
          async (slot): Promise<OtherVault> => ({
            kind: 'found',
            slot,
            text: await slots.readable(slot),
          }),
        );
        return Promise.all([...formers, ...found]);
      }),

    otherText: (slot) => inLine(() => slots.anyIn(slot)),

    seenEpoch: (accountId) => onPointer(async (current) => seenOf(current, accountId)?.epochMark),

    seenRemovals: (accountId) =>
      onPointer(async (current) => seenOf(current, accountId)?.removed ?? []),

    ensureRoom: () => onPointer(async (current) => void (await slots.roomFor(current))),

    write: (vault) =>
      onPointer(async (current) => {
        if (current === undefined) return add(vault, [], undefined);
        const { envelopeText, ...facts } = vault;
        // Only a move may replace the vault with another account's vault. A move keeps the old
        // text.
        if (current.accountId !== vault.accountId) throw new NotStoredError();
        if ((await slots.read(current.slot)) === envelopeText) {
          if (!isSameFacts(current, facts)) await point({ ...current, ...facts }, current);
          return;
        }
        const slot = await slots.next(current);
        await slots.store(envelopeText, slot);
        const formers = listed(formersOf(current));
        await point({ ...facts, slot, ...formers, spare: current.slot }, current);
      }),

    moveTo: (vault, { keeps } = { keeps: false }) =>
      onPointer(async (current) => {
        if (current === undefined) return add(vault, [], undefined);
        const { formers = [], seen: _seen, spare: _spare, ...former } = current;
        await add(vault, [keeps ? kept(former) : former, ...formers], current);
      }),

    returnTo: (slot) =>
      onPointer(async (current) => {
        const target = formersOf(current).find((former) => former.slot === slot);
        if (current === undefined || target === undefined) return false;
        const { formers = [], seen: _, spare: __, ...left } = current;
        const spare = await slots.next(current);
        const others = [left, ...formers.filter((former) => former !== target)].map(kept);
        const present = { ...factsOf(target), ...seenOf(current, target.accountId), slot };
        await point({ ...present, formers: others, spare }, current);
        return true;
      }),

    dropFormers: () =>
      inLine(async () => {
        // Deletes one vault at a time. The deleted vault's slot becomes the spare slot. After an
        // interruption, the next start empties the spare slot.
        for (;;) {
          const current = await pointer.read();
          const dropped = formersOf(current).find(({ isKept }) => isKept !== true);
          if (current === undefined || dropped === undefined) return;
          await removeFormer(current, dropped);
        }
      }),

    deleteOther: (slot) =>
      onPointer(async (current) => {
        const former = formersOf(current).find((one) => one.slot === slot);
        if (current !== undefined && former !== undefined) await removeFormer(current, former);
        else if (!isNamed(slot, current)) await slots.clear(slot);
      }),

    clean: () => onPointer(slots.emptySpare),

    clear: () =>
      inLine(async () => {
        for (const slot of VAULT_SLOTS) await slots.clear(slot);
        await pointer.clear();
      }),
  };
}

/** A missing text becomes empty. Opening the vault then reports a damaged copy. */
function withText(located: FormerPointer, text: string | undefined): DeviceVault {
  return { ...factsOf(located), envelopeText: text ?? '' };
}

function factsOf(located: FormerPointer): Omit<DeviceVault, 'envelopeText'> {
  const { tenant, accountId, credentialId, digest, revision, epochMark, removed, syncedAt } =
    located;
  const mark = epochMark === undefined ? {} : { epochMark };
  const removals = removed === undefined ? {} : { removed };
  return { tenant, accountId, credentialId, digest, revision, ...mark, ...removals, syncedAt };
}

const kept = (former: FormerPointer): FormerPointer => ({ ...former, isKept: true });

const listed = (formers: readonly FormerPointer[]) =>
  formers.length === 0 ? {} : { formers: [...formers] };

function isSameFacts(
  a: Omit<DeviceVault, 'envelopeText'>,
  b: Omit<DeviceVault, 'envelopeText'>,
): boolean {
  return (
    (['accountId', 'credentialId', 'digest', 'revision', 'epochMark', 'syncedAt'] as const).every(
      (member) => a[member] === b[member],
    ) &&
    (['id', 'origin', 'rpId', 'name'] as const).every((one) => a.tenant[one] === b.tenant[one]) &&
    isSameJson(a.removed, b.removed)
  );
}
