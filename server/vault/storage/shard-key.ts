import { randomBytes } from 'node:crypto';
import type { Transactions } from '../../database/transactions.ts';
import type { VaultStore } from '../store.ts';
import type { VaultTables } from './tables.ts';

/** The table has one row. */
const SLOT = 1;

/** Returns the store's method for the key that masks shards. It never changes, so it is kept. */
export function createShardKey({
  read,
  write,
}: Pick<Transactions<VaultTables>, 'read' | 'write'>): VaultStore['shardKey'] {
  let key: Uint8Array | undefined;

  /** Stores a key, unless another instance was first. */
  async function create(): Promise<void> {
    const secret = new Uint8Array(randomBytes(32));
    await write(async (db) => {
      await db
        .insertInto('shard_keys')
        .values({ slot: SLOT, secret })
        .onConflict((conflict) => conflict.column('slot').doNothing())
        .execute();
    });
  }

  const find = () =>
    read((db) =>
      db.selectFrom('shard_keys').select('secret').where('slot', '=', SLOT).executeTakeFirst(),
    );

  return async () => {
    if (key !== undefined) return key;
    let row = await find();
    if (row === undefined) {
      await create();
      row = await find();
    }
    if (row === undefined) throw new Error('the key that was stored is gone');
    key = Uint8Array.from(row.secret);
    return key;
  };
}
