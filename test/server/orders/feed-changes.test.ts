import { constants, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFeedChanges } from '../../../server/orders/feed-changes.ts';

describe('the stored changes of a feed', () => {
  it('each change is compressed once for all clients, and the compressed blocks form one stream', async () => {
    const changes = createFeedChanges('0');
    for (const version of ['1', '2'])
      changes.add({ version, entries: new Map([['0x', `"${version}"`]]), marketData: {} });
    const read = async (version?: string) =>
      Promise.all(changes.since(version).map((event) => event.packed()));
    const [all, last] = [await read(), await read('1')];
    expect(all).toHaveLength(3);
    expect(last).toHaveLength(1);
    expect(last[0]).toBe(all[2]);
    const plain = changes.since(undefined).map((event) => event.plain);
    const finish = { finishFlush: constants.Z_SYNC_FLUSH };
    expect(inflateRawSync(Buffer.concat(all), finish)).toEqual(Buffer.concat(plain));
  });
});
