import { CondorError } from '../../../shared/errors.ts';
import { type Areas, type Stored, stored, UnreadableError } from './stored.ts';
import { STORED_KEYS } from './stored-keys.ts';
import {
  type DeviceVault,
  VAULT_SLOTS,
  type VaultPointer,
  type VaultSlot,
} from './vault-schemas.ts';

/** The browser didn't store the vault, or returned something else than was written. */
export class VaultRecordError extends CondorError<'not-stored'> {
  constructor(cause?: unknown) {
    super('not-stored', 'The browser did not store the vault.', { cause });
  }
}

type Located = Omit<VaultPointer, 'former' | 'isReturned'>;

/** The vault of this device as it is stored, and the one that a move to another home has retired. */
export interface VaultRecord extends Stored<DeviceVault> {
  /**
   * The retired vault, kept until the new home has opened once. `undefined` when it can't be read: a
   * damaged fallback doesn't keep the present vault from opening.
   */
  former(): Promise<DeviceVault | undefined>;
  /** Stores a vault of another home and keeps the present one as the former. */
  moveTo(vault: DeviceVault): Promise<void>;
  /** Makes the former vault the present one and the other way round. Both are kept from then on. */
  returnToFormer(): Promise<void>;
  /** True after `returnToFormer`: either vault may have changes that the other lacks. */
  isReturned(): Promise<boolean>;
  /** Deletes the former vault, except after `returnToFormer`. */
  dropFormer(): Promise<void>;
  /** Deletes texts that an interrupted write has left behind. */
  clean(): Promise<void>;
}

/**
 * Stores the vault so that an interruption at any point leaves the old or the new one. The text goes
 * to a slot that isn't in use and is read back. Then one write of the pointer makes it the vault.
 */
export function createVaultRecord(areas: Areas): VaultRecord {
  const pointer = stored(areas, STORED_KEYS.vault);
  const slots: Readonly<Record<VaultSlot, Stored<string>>> = {
    'vault-a': stored(areas, STORED_KEYS.vaultA),
    'vault-b': stored(areas, STORED_KEYS.vaultB),
    'vault-c': stored(areas, STORED_KEYS.vaultC),
  };
  /** Changes are made one after another: each chooses its slot by the pointer. */
  let line: Promise<unknown> = Promise.resolve();

  function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = line.then(work);
    line = result.catch(() => undefined);
    return result;
  }

  /** Empty when the text is gone: opening it then reports a damaged copy. */
  async function textOf({ envelopeText, slot }: Located): Promise<string> {
    return envelopeText ?? (slot === undefined ? undefined : await slots[slot].read()) ?? '';
  }

  async function withText(located: Located): Promise<DeviceVault> {
    const { slot: _, ...facts } = located;
    return { ...facts, envelopeText: await textOf(located) };
  }

  async function store(text: string, current: VaultPointer | undefined): Promise<VaultSlot> {
    const slot = VAULT_SLOTS.find((free) => !isInUse(free, current));
    if (slot === undefined) throw new VaultRecordError();
    try {
      await slots[slot].write(text);
      if ((await slots[slot].read()) === text) return slot;
    } catch (cause) {
      throw new VaultRecordError(cause);
    }
    throw new VaultRecordError();
  }

  async function point(next: VaultPointer): Promise<void> {
    try {
      await pointer.write(next);
    } catch (cause) {
      throw new VaultRecordError(cause);
    }
    // The next start deletes what a failure leaves.
    await cleanBeside(next).catch(() => undefined);
  }

  async function cleanBeside(current: VaultPointer | undefined): Promise<void> {
    for (const slot of VAULT_SLOTS) {
      const isLeft = !isInUse(slot, current) && (await areas.local.get(slot)) !== undefined;
      if (isLeft) await slots[slot].clear();
    }
  }

  return {
    read: () =>
      inLine(async () => {
        const found = await pointer.read();
        if (found === undefined) return undefined;
        const { former: _, isReturned: __, ...current } = found;
        return withText(current);
      }),

    former: () =>
      inLine(async () => {
        const former = (await pointer.read())?.former;
        return former === undefined ? undefined : readable(withText(former));
      }),

    isReturned: () => inLine(async () => (await pointer.read())?.isReturned === true),

    write: (vault) =>
      inLine(async () => {
        const current = await pointer.read();
        const { envelopeText, ...facts } = vault;
        const former = formerOf(current);
        if (current === undefined || (await textOf(current)) !== envelopeText) {
          const slot = await store(envelopeText, current);
          await point({ ...facts, slot, ...former });
          return;
        }
        if (isSameFacts(current, facts)) return;
        const { slot, envelopeText: inline } = current;
        const where = slot === undefined ? { envelopeText: inline ?? '' } : { slot };
        await point({ ...facts, ...where, ...former });
      }),

    moveTo: ({ envelopeText, ...facts }) =>
      inLine(async () => {
        const current = await pointer.read();
        const slot = await store(envelopeText, current);
        if (current === undefined) return point({ ...facts, slot });
        const { former: _, isReturned: __, ...former } = current;
        await point({ ...facts, slot, former });
      }),

    returnToFormer: () =>
      inLine(async () => {
        const found = await pointer.read();
        if (found?.former === undefined) return;
        const { former, isReturned: _, ...current } = found;
        await point({ ...former, former: current, isReturned: true });
      }),

    dropFormer: () =>
      inLine(async () => {
        const found = await pointer.read();
        if (found?.former === undefined || found.isReturned === true) return;
        const { former: _, ...current } = found;
        await point(current);
      }),

    clean: () => inLine(async () => cleanBeside(await pointer.read())),

    clear: () =>
      inLine(async () => {
        await pointer.clear();
        await cleanBeside(undefined);
      }),
  };
}

/** The part of the pointer that a write of the present vault keeps. */
function formerOf(pointer: VaultPointer | undefined): Pick<VaultPointer, 'former' | 'isReturned'> {
  const { former, isReturned } = pointer ?? {};
  return {
    ...(former === undefined ? {} : { former }),
    ...(isReturned === undefined ? {} : { isReturned }),
  };
}

async function readable(vault: Promise<DeviceVault>): Promise<DeviceVault | undefined> {
  try {
    return await vault;
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

function isInUse(slot: VaultSlot, pointer: VaultPointer | undefined): boolean {
  return pointer?.slot === slot || pointer?.former?.slot === slot;
}

function isSameFacts(a: Omit<Located, 'slot'>, b: Omit<DeviceVault, 'envelopeText'>): boolean {
  return (
    a.accountId === b.accountId &&
    a.credentialId === b.credentialId &&
    a.digest === b.digest &&
    a.revision === b.revision &&
    a.syncedAt === b.syncedAt &&
    a.tenant.id === b.tenant.id &&
    a.tenant.origin === b.tenant.origin &&
    a.tenant.rpId === b.tenant.rpId &&
    a.tenant.name === b.tenant.name
  );
}
