import type { Kysely, Transaction } from 'kysely';
import type { Transactions } from '../../database/transactions.ts';
import { KEY_MARK_MS, KEY_UNUSED_MS } from '../numbers.ts';
import type { VaultStore } from '../store.ts';
import type { VaultTables } from './tables.ts';

type KeyRow = VaultTables['challenge_keys'];

/** The table has one row. */
const SLOT = 1;

/** Returns the store's method for the key of anonymous challenges. */
export function createChallengeKey({
  readVolatile,
  write,
  writeVolatile,
}: Pick<
  Transactions<VaultTables>,
  'readVolatile' | 'write' | 'writeVolatile'
>): VaultStore['challengeKey'] {
  return async ({ now, newKey }) => {
    // A key that a power failure takes back only repeats ceremonies.
    const row = await readVolatile((db) => readKey(db, now));
    if (row === undefined) {
      const secret = newKey();
      return Uint8Array.from(await write((db) => replaceKey(db, secret, now)));
    }
    // A mark in every request would be a write in every request.
    if (row.used_at <= now - KEY_MARK_MS) await writeVolatile((db) => markKey(db, now));
    return Uint8Array.from(row.secret);
  };
}

/** Reads the key; undefined when it has to be replaced. */
async function readKey(
  db: Kysely<VaultTables>,
  now: number,
): Promise<Pick<KeyRow, 'secret' | 'used_at'> | undefined> {
  return db
    .selectFrom('challenge_keys')
    .select(['secret', 'used_at'])
    .where('slot', '=', SLOT)
    .where('used_at', '>=', now - KEY_UNUSED_MS)
    .where('used_at', '<=', now + KEY_UNUSED_MS)
    .executeTakeFirst();
}

/** Marks the key as used. The mark never moves back. */
export async function markKey(db: Kysely<VaultTables>, now: number): Promise<void> {
  await db
    .updateTable('challenge_keys')
    .set({ used_at: now })
    .where('used_at', '<=', now - KEY_MARK_MS)
    .where('used_at', '>=', now - KEY_UNUSED_MS)
    .execute();
}

/**
 * Deletes a key that can't be used now. Call it before consumed ids are deleted: a clock that is set
 * back later must not make the key usable again without them.
 */
export async function dropUnusableKey(db: Kysely<VaultTables>, now: number): Promise<void> {
  await db
    .deleteFrom('challenge_keys')
    .where((eb) =>
      eb.or([eb('used_at', '<', now - KEY_UNUSED_MS), eb('used_at', '>', now + KEY_UNUSED_MS)]),
    )
    .execute();
}

/** Stores a key if none can be used, and returns the one that every instance has from now on. */
async function replaceKey(
  db: Transaction<VaultTables>,
  secret: Uint8Array,
  now: number,
): Promise<Uint8Array> {
  await db
    .insertInto('challenge_keys')
    .values({ slot: SLOT, secret, used_at: now })
    .onConflict((conflict) =>
      conflict
        .column('slot')
        .doUpdateSet({ secret, used_at: now })
        // When instances do this at once, the first stores its key.
        .where((eb) =>
          eb.or([
            eb('challenge_keys.used_at', '<', now - KEY_UNUSED_MS),
            eb('challenge_keys.used_at', '>', now + KEY_UNUSED_MS),
          ]),
        ),
    )
    .execute();
  const stored = await db
    .selectFrom('challenge_keys')
    .select('secret')
    .where('slot', '=', SLOT)
    .executeTakeFirstOrThrow();
  return stored.secret;
}
