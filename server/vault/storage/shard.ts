import { type RawBuilder, sql } from 'kysely';

/** Characters of base64url that name a shard: 12 bits, so 4096 shards. */
export const SHARD_CHARACTERS = 2;

/** Condition: a key begins with the shard of an account. Lets a sharded database ask only that one. */
export function inShard(column: 'id_hash' | 'token_hash', accountId: string): RawBuilder<boolean> {
  const shard = accountId.slice(0, SHARD_CHARACTERS);
  // '~' is greater than every character of base64url.
  return sql<boolean>`${sql.ref(column)} between ${shard} and ${`${shard}~`}`;
}
