import { expect, it } from 'vitest';
import { newShardedId, shardedHash } from '../../../server/vault/service/sharded-ids.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { opaqueId, sha256 } from '../../helpers/vault-client.ts';

const ID = /^[A-Za-z0-9_-]{43}$/;
const random = createFakeRandom();
const keyed = (fill: number) => ({ shardKey: async () => new Uint8Array(32).fill(fill) });
const store = keyed(1);

it('gives an id the shape of 32 random bytes, and its row the start of the account', async () => {
  for (let i = 0; i < 100; i++) {
    const account = opaqueId();
    const id = await newShardedId(store, random, account);
    expect(id).toMatch(ID);
    expect(Buffer.from(id, 'base64url').toString('base64url')).toBe(id);
    expect(await shardedHash(store, id)).toBe(account.slice(0, 2) + sha256(id));
  }
});

it('shows a stranger no common part in the ids of one account', async () => {
  const account = opaqueId();
  const starts = new Set<string>();
  for (let i = 0; i < 400; i++)
    starts.add((await newShardedId(store, random, account)).slice(0, 2));
  // 400 of 4096 at random: about 381 different ones.
  expect(starts.size).toBeGreaterThan(350);
});

it('needs the key to find the shard', async () => {
  const account = opaqueId();
  const found = new Set<string>();
  for (let i = 0; i < 100; i++) {
    const id = await newShardedId(store, random, account);
    found.add((await shardedHash(keyed(2), id)).slice(0, 2));
  }
  expect(found.size).toBeGreaterThan(80);
});
