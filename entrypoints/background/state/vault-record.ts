import { CondorError } from '../../../shared/errors.ts';
import { envelopeDigest } from '../../../shared/vault/envelope.ts';
import { VAULT_SLOTS, type VaultSlot } from '../../../shared/vault/slots.ts';
import { createMutex } from './mutex.ts';
import { epochsBeside, seenOf } from './seen-epochs.ts';
import { type Areas, NotStoredError, type Stored, stored, UnreadableError } from './stored.ts';
import { STORED_KEYS } from './stored-keys.ts';
import {
  type DeviceVault,
  type FormerPointer,
  MAX_FORMER_VAULTS,
  type VaultPointer,
} from './vault-schemas.ts';

/** This device keeps as many vaults as it can. */
export class TooManyVaultsError extends CondorError<'too-many-vaults'> {
  constructor() {
    super('too-many-vaults', 'No slot is free for a further vault.');
  }
}

/** Another vault whose text is stored beside the present one. */
export type OtherVault =
  | {
      /** A move to another home has retired it. */
      readonly kind: 'former';
      readonly slot: VaultSlot;
      /** Its text is empty when it can't be read. */
      readonly vault: DeviceVault;
      /** It may have content that no other vault has. */
      readonly isKept: boolean;
    }
  | {
      /** No pointer names its text, as after damage to the storage. */
      readonly kind: 'found';
      readonly slot: VaultSlot;
      /** Absent when it isn't a text of this version. */
      readonly text: string | undefined;
    };

/** The vault of this device as it is stored, and the other vaults beside it. */
export interface VaultRecord extends Stored<DeviceVault> {
  others(): Promise<readonly OtherVault[]>;
  /** The newest epoch of an account that this device has opened, whether or not it has its vault. */
  seenEpoch(accountId: string): Promise<string | undefined>;
  /** Keys of passkeys that were removed from an account, as far as this device has seen. */
  seenRemovals(accountId: string): Promise<readonly string[]>;
  /** The stored form of another vault's text, to save it as a file; empty when there is none. */
  otherText(slot: VaultSlot): Promise<string>;
  /** Throws `TooManyVaultsError` when a further vault would find no slot. */
  requireRoom(): Promise<void>;
  /**
   * Stores a vault of another home and keeps the present one as a former.
   * @param options.keeps true when the present vault may have content that the new one lacks
   */
  moveTo(vault: DeviceVault, options?: { readonly keeps: boolean }): Promise<void>;
  /**
   * Makes a former vault the present one. All others are kept from then on. Returns false when no
   * former vault is in that slot.
   */
  returnTo(slot: VaultSlot): Promise<boolean>;
  /** Deletes the former vaults that aren't kept: the present one contains their content. */
  dropFormers(): Promise<void>;
  /** Deletes another vault after the user has agreed. Never the present one. */
  deleteOther(slot: VaultSlot): Promise<void>;
  /** Deletes what an interrupted write has left behind. */
  clean(): Promise<void>;
}

/**
 * Stores the vault so that an interruption at any point leaves the old or the new one. The text goes
 * to the spare slot and is read back. Then one write of the pointer makes it the vault. Only the spare
 * slot is ever emptied without a question (vault rule 18), and only while the present text is whole.
 */
export function createVaultRecord(areas: Areas): VaultRecord {
  const pointer = stored(areas, STORED_KEYS.vault);
  const slots: Readonly<Record<VaultSlot, Stored<string>>> = {
    'vault-a': stored(areas, STORED_KEYS.vaultA),
    'vault-b': stored(areas, STORED_KEYS.vaultB),
    'vault-c': stored(areas, STORED_KEYS.vaultC),
    'vault-d': stored(areas, STORED_KEYS.vaultD),
    'vault-e': stored(areas, STORED_KEYS.vaultE),
    'vault-f': stored(areas, STORED_KEYS.vaultF),
    'vault-g': stored(areas, STORED_KEYS.vaultG),
    'vault-h': stored(areas, STORED_KEYS.vaultH),
  };
  /** Changes are made one after another: each chooses its slot by the pointer. */
  const inLine = createMutex();

  const rawOf = (slot: VaultSlot): Promise<unknown> => areas.local.get(slot);

  /** The text is empty when it's gone: opening it reports a damaged copy. */
  async function withText(located: FormerPointer): Promise<DeviceVault> {
    return { ...factsOf(located), envelopeText: (await slots[located.slot].read()) ?? '' };
  }

  async function emptySlots(named: VaultPointer | undefined): Promise<VaultSlot[]> {
    const empty: VaultSlot[] = [];
    for (const slot of VAULT_SLOTS) {
      const isFree = !isNamed(slot, named) && slot !== named?.spare;
      if (isFree && (await rawOf(slot)) === undefined) empty.push(slot);
    }
    return empty;
  }

  /** Slots that a text may be written to, the spare one first. */
  async function freeSlots(current: VaultPointer | undefined): Promise<VaultSlot[]> {
    const isSpareFree = current !== undefined && (await isSpareWorthless(current));
    return [...(isSpareFree ? [current.spare] : []), ...(await emptySlots(current))];
  }

  async function freeSlot(current: VaultPointer): Promise<VaultSlot> {
    const [slot] = await freeSlots(current);
    if (slot === undefined) throw new TooManyVaultsError();
    return slot;
  }

  /** False when a damaged pointer may name the only text of the present vault as the spare one. */
  async function isSpareWorthless(current: VaultPointer): Promise<boolean> {
    if ((await rawOf(current.spare)) === undefined) return true;
    const text = await readable(slots[current.slot].read());
    return text !== undefined && envelopeDigest(text) === current.digest;
  }

  /** The slot for a further vault, and the spare one after it. Throws `TooManyVaultsError`. */
  async function roomFor(
    current: VaultPointer | undefined,
  ): Promise<{ slot: VaultSlot; spare: VaultSlot }> {
    const [slot, spare] = await freeSlots(current);
    const isFull = formersOf(current).length >= MAX_FORMER_VAULTS;
    if (isFull || slot === undefined || spare === undefined) throw new TooManyVaultsError();
    return { slot, spare };
  }

  async function store(text: string, slot: VaultSlot): Promise<void> {
    await slots[slot].write(text);
    if ((await slots[slot].read()) !== text) throw new NotStoredError();
  }

  async function point(next: VaultPointer, before: VaultPointer | undefined): Promise<void> {
    const { seen: _, ...pointed } = next;
    await pointer.write({ ...pointed, ...epochsBeside(next, before) });
    // The next start deletes what a failure leaves.
    await emptySpare(next).catch(() => undefined);
  }

  async function emptySpare(current: VaultPointer | undefined): Promise<void> {
    if (current === undefined || isNamed(current.spare, current)) return;
    if ((await rawOf(current.spare)) === undefined) return;
    if (await isSpareWorthless(current)) await slots[current.spare].clear();
  }

  /** Stores a vault beside the present one, if there is one, and points to it. */
  async function add(vault: DeviceVault, formers: readonly FormerPointer[]): Promise<void> {
    const { envelopeText, ...facts } = vault;
    const current = await pointer.read();
    const { slot, spare } = await roomFor(current);
    await store(envelopeText, slot);
    await point({ ...facts, slot, ...listed(formers), spare }, current);
  }

  async function found(current: VaultPointer | undefined): Promise<OtherVault[]> {
    const others: OtherVault[] = [];
    const isSpareHidden = current !== undefined && (await isSpareWorthless(current));
    for (const slot of VAULT_SLOTS) {
      if (isNamed(slot, current) || (isSpareHidden && current.spare === slot)) continue;
      if ((await rawOf(slot)) === undefined) continue;
      others.push({ kind: 'found', slot, text: await readable(slots[slot].read()) });
    }
    return others;
  }

  return {
    read: () =>
      inLine(async () => {
        const current = await pointer.read();
        return current === undefined ? undefined : withText(current);
      }),

    others: () =>
      inLine(async () => {
        const current = await pointer.read();
        const formers = formersOf(current).map(async (former): Promise<OtherVault> => {
          const lost = { ...factsOf(former), envelopeText: '' };
          const vault = (await readable(withText(former))) ?? lost;
          return { kind: 'former', slot: former.slot, vault, isKept: former.isKept === true };
        });
        return [...(await Promise.all(formers)), ...(await found(current))];
      }),

    otherText: (slot) =>
      inLine(async () => {
        const raw = await rawOf(slot);
        return raw === undefined
          ? ''
          : ((await readable(slots[slot].read())) ?? JSON.stringify(raw));
      }),

    seenEpoch: (accountId) =>
      inLine(async () => seenOf(await pointer.read(), accountId)?.epochMark),

    seenRemovals: (accountId) =>
      inLine(async () => seenOf(await pointer.read(), accountId)?.removed ?? []),

    requireRoom: () =>
      inLine(async () => {
        await roomFor(await pointer.read());
      }),

    write: (vault) =>
      inLine(async () => {
        const current = await pointer.read();
        const { envelopeText, ...facts } = vault;
        if (current === undefined) return add(vault, []);
        // Its text would be lost: another account's vault takes its place by a move.
        if (current.accountId !== vault.accountId) throw new NotStoredError();
        if ((await withText(current)).envelopeText === envelopeText) {
          if (!isSameFacts(current, facts)) await point({ ...current, ...facts }, current);
          return;
        }
        const slot = await freeSlot(current);
        await store(envelopeText, slot);
        const formers = listed(formersOf(current));
        await point({ ...facts, slot, ...formers, spare: current.slot }, current);
      }),

    moveTo: (vault, { keeps } = { keeps: false }) =>
      inLine(async () => {
        const current = await pointer.read();
        if (current === undefined) return add(vault, []);
        const { formers = [], seen: _seen, spare: _spare, ...former } = current;
        await add(vault, [keeps ? kept(former) : former, ...formers]);
      }),

    returnTo: (slot) =>
      inLine(async () => {
        const current = await pointer.read();
        const target = formersOf(current).find((former) => former.slot === slot);
        if (current === undefined || target === undefined) return false;
        const { formers = [], seen: _, spare: __, ...left } = current;
        const spare = await freeSlot(current);
        const others = [left, ...formers.filter((former) => former !== target)].map(kept);
        const present = { ...factsOf(target), ...seenOf(current, target.accountId), slot };
        await point({ ...present, formers: others, spare }, current);
        return true;
      }),

    dropFormers: () =>
      inLine(async () => {
        // One at a time: each becomes the spare slot, which a kill leaves to the next start.
        for (;;) {
          const current = await pointer.read();
          const formers = formersOf(current);
          const dropped = formers.find(({ isKept }) => isKept !== true);
          if (current === undefined || dropped === undefined) return;
          await removeFormer(current, dropped);
        }
      }),

    deleteOther: (slot) =>
      inLine(async () => {
        const current = await pointer.read();
        const former = formersOf(current).find((one) => one.slot === slot);
        if (current !== undefined && former !== undefined) {
          await removeFormer(current, former);
          return;
        }
        if (!isNamed(slot, current)) await slots[slot].clear();
      }),

    clean: () => inLine(async () => emptySpare(await pointer.read())),

    clear: () =>
      inLine(async () => {
        for (const slot of VAULT_SLOTS) await slots[slot].clear();
        await pointer.clear();
      }),
  };

  async function removeFormer(current: VaultPointer, former: FormerPointer): Promise<void> {
    await emptySpare(current);
    const { formers: _, ...others } = current;
    const formers = formersOf(current).filter((one) => one !== former);
    await point({ ...others, ...listed(formers), spare: former.slot }, current);
    // Not left to `point`, which keeps a spare text while the present one is damaged.
    await slots[former.slot].clear();
  }
}

const formersOf = (pointer: VaultPointer | undefined): readonly FormerPointer[] =>
  pointer?.formers ?? [];

/** The facts about a vault, without where its text is. */
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

/** Returns `undefined` when the value is unreadable. */
async function readable<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

function isNamed(slot: VaultSlot, pointer: VaultPointer | undefined): boolean {
  return pointer?.slot === slot || formersOf(pointer).some((former) => former.slot === slot);
}

function isSameFacts(
  a: Omit<DeviceVault, 'envelopeText'>,
  b: Omit<DeviceVault, 'envelopeText'>,
): boolean {
  return (
    a.accountId === b.accountId &&
    a.credentialId === b.credentialId &&
    a.digest === b.digest &&
    a.revision === b.revision &&
    a.epochMark === b.epochMark &&
    JSON.stringify(a.removed) === JSON.stringify(b.removed) &&
    a.syncedAt === b.syncedAt &&
    a.tenant.id === b.tenant.id &&
    a.tenant.origin === b.tenant.origin &&
    a.tenant.rpId === b.tenant.rpId &&
    a.tenant.name === b.tenant.name
  );
}
