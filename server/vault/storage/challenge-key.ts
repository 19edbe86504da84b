import { type Kysely, sql, type Transaction } from 'kysely';
import type { Transactions } from '../../database/transactions.ts';
import { ensureClock } from '../clock-difference.ts';
import { KEY_MARK_MS, KEY_UNUSED_MS } from '../numbers.ts';
import type { VaultStore } from '../store.ts';
import { type DatabaseClock, readClock } from './database-clock.ts';
import type { VaultTables } from './tables.ts';

/** The table has one row. */
const SLOT = 1;

/**
 * Returns the store's method for the key of anonymous challenges. The key's age is measured by the
 * database's clock, because instances with different clocks would replace each other's keys.
 */
export function createChallengeKey(
  {
    readVolatile,
    write,
    writeVolatile,
  }: Pick<Transactions<VaultTables>, 'readVolatile' | 'write' | 'writeVolatile'>,
  clock: DatabaseClock,
): VaultStore['challengeKey'] {
  return async ({ now, newKey }) => {
    // A power failure may lose the key; then ceremonies have to be repeated.
    const { at, used_at, secret } = await readVolatile((db) => readKey(db, clock, now));
    ensureClock(now - at);
    if (secret === null || used_at === null || Math.abs(used_at - at) > KEY_UNUSED_MS) {
      const created = newKey();
      return Uint8Array.from(await write((db) => replaceKey(db, created, { clock, now })));
    }
    // The key's use is noted rarely, because otherwise every request would write.
    if (used_at <= at - KEY_MARK_MS) await writeVolatile((db) => markKey(db, at));
    return Uint8Array.from(secret);
  };
}

/** Reads the database's time and the key, if there is one. */
async function readKey(
  db: Kysely<VaultTables>,
  clock: DatabaseClock,
  now: number,
): Promise<{ at: number; used_at: number | null; secret: Uint8Array | null }> {
  const { rows } = await sql<Awaited<ReturnType<typeof readKey>>>`
    select clock.at, kept.used_at, kept.secret from (select ${clock(now)} as at) as clock
    left join challenge_keys as kept on kept.slot = ${SLOT}`.execute(db);
  return rows[0] ?? { at: now, used_at: null, secret: null };
}

/** Notes that the key is in use at `at`, the database's time. The noted time never decreases. */
export async function markKey(db: Kysely<VaultTables>, at: number): Promise<void> {
  await db
    .updateTable('challenge_keys')
    .set({ used_at: at })
    .where('used_at', '<=', at - KEY_MARK_MS)
    .where('used_at', '>=', at - KEY_UNUSED_MS)
    .execute();
}

/**
 * Deletes a key that can't be used at `at`, the database's time. Must be called before consumed ids
 * are deleted. Otherwise a clock that is set back could make the key usable again after those ids
 * are gone.
 */
export async function dropUnusableKey(db: Kysely<VaultTables>, at: number): Promise<void> {
  await db
    .deleteFrom('challenge_keys')
    .where((eb) =>
      eb.or([eb('used_at', '<', at - KEY_UNUSED_MS), eb('used_at', '>', at + KEY_UNUSED_MS)]),
    )
    .execute();
}

/** Stores a key if no stored key can be used. Returns the key that all instances now share. */
async function replaceKey(
  db: Transaction<VaultTables>,
  secret: Uint8Array,
  { clock, now }: { readonly clock: DatabaseClock; readonly now: number },
): Promise<Uint8Array> {
  const at = await readClock(db, clock, now);
  await db
    .insertInto('challenge_keys')
    .values({ slot: SLOT, secret, used_at: at })
    .onConflict((conflict) =>
      conflict
        .column('slot')
        .doUpdateSet({ secret, used_at: at })
        // If several instances replace the key at the same time, only the first key is stored.
        .where((eb) =>
          eb.or([
            eb('challenge_keys.used_at', '<', at - KEY_UNUSED_MS),
            eb('challenge_keys.used_at', '>', at + KEY_UNUSED_MS),
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
