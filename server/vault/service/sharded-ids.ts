import { createHmac } from 'node:crypto';
import { lengthPrefixed } from '../../../shared/bytes.ts';
import type { Random } from '../../../shared/ports.ts';
import { SHARD_CHARACTERS } from '../storage/shard.ts';
import type { VaultStore } from '../store.ts';
import { newOpaqueId, sha256 } from './hashes.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Returns a new id for a session or a challenge of an account. Its first characters are those of
 * the account's id, masked by a MAC over the others: without the key, all 43 are random, and two ids
 * of one account have nothing in common.
 */
export async function newShardedId(
  store: Pick<VaultStore, 'shardKey'>,
  random: Random,
  accountId: string,
): Promise<string> {
  const rest = newOpaqueId(random).slice(SHARD_CHARACTERS);
  return masked(await store.shardKey(), accountId.slice(0, SHARD_CHARACTERS) + rest);
}

/**
 * Returns the key of a sharded id's row: the characters that name the account's shard, then the
 * SHA-256 of the id. All rows of an account begin alike, so one shard can hold them.
 */
export async function shardedHash(
  store: Pick<VaultStore, 'shardKey'>,
  id: string,
): Promise<string> {
  return masked(await store.shardKey(), id).slice(0, SHARD_CHARACTERS) + sha256(id);
}

/** Masks an id's first characters, or removes the mask. */
function masked(key: Uint8Array, id: string): string {
  const rest = id.slice(SHARD_CHARACTERS);
  const mask = createHmac('sha256', key).update(lengthPrefixed('condor/v1/shard')).update(rest);
  const bytes = mask.digest();
  const head = Array.from({ length: SHARD_CHARACTERS }, (_, at) => {
    const value = BASE64URL.indexOf(id.charAt(at)) ^ ((bytes[at] ?? 0) & 63);
    return BASE64URL.charAt(value);
  });
  return head.join('') + rest;
}
