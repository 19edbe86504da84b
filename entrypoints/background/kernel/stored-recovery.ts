import { type Areas, stored, UnreadableError, type UnreadableReason } from './stored.ts';
import type { StoredKey } from './stored-key.ts';

/** A part of the stored data that this version can't read. */
export interface UnreadablePart {
  readonly key: string;
  readonly reason: UnreadableReason;
}

export type StoredRecovery = ReturnType<typeof createStoredRecovery>;

/** Finds, copies and deletes unreadable stored data. */
export function createStoredRecovery(areas: Areas, all: readonly StoredKey[]) {
  const permanent = all.filter(({ isDisposable }) => !isDisposable);

  async function unreadable(when: 'first' | 'later'): Promise<UnreadablePart[]> {
    const keys = permanent.filter(({ isReadLater = false }) => isReadLater === (when === 'later'));
    const parts = await Promise.all(
      keys.map(async (key) => {
        try {
          await stored(areas, key).read();
          return [];
        } catch (error) {
          if (!(error instanceof UnreadableError)) throw error;
          return [{ key: key.name, reason: error.reason }];
        }
      }),
    );
    return parts.flat();
  }

  return {
    /**
     * Returns the unreadable keys, either among the keys that a start reads first or among all
     * other keys. Migrates older values.
     */
    unreadable,

    /**
     * Returns all permanent data as JSON text. The vault in it is encrypted, so no private key can
     * be read.
     */
    async copy(): Promise<string> {
      const entries = await Promise.all(
        permanent.map(
          async ({ name }) => [name, await areas.local.get(name).catch(String)] as const,
        ),
      );
      return JSON.stringify({ condorStorage: 1, local: Object.fromEntries(entries) }, undefined, 2);
    },

    /** Deletes the vault owner's data: everything but settings, networks and public lists. */
    async deleteOwned(): Promise<void> {
      for (const { area, name, outlivesOwner } of all) {
        if (outlivesOwner !== true) await areas[area].remove(name);
      }
    },

    async deleteUnreadable(): Promise<void> {
      const parts = [...(await unreadable('first')), ...(await unreadable('later'))];
      for (const { key } of parts) await areas.local.remove(key);
    },
  };
}
