import { describe, expect, it } from 'vitest';
import { createFlusher } from '../../../server/database/flusher.ts';

function manualSync() {
  const started: { end(): void; fail(): void }[] = [];
  const sync = () =>
    new Promise<void>((resolve, reject) => {
      started.push({ end: resolve, fail: () => reject(new Error('EIO')) });
    });
  return { sync, started };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the flusher of a database', () => {
  it('shares one sync among all callers that arrive while another sync runs', async () => {
    const { sync, started } = manualSync();
    const flusher = createFlusher(sync);
    const ended: string[] = [];
    const note = (name: string) => flusher.flush().then(() => ended.push(name));
    const first = note('first');
    const others = Promise.all([note('a'), note('b'), note('c')]);
    expect(started).toHaveLength(1);
    started[0]?.end();
    await first;
    expect(ended).toEqual(['first']);
    await turn();
    expect(started).toHaveLength(2);
    started[1]?.end();
    await others;
    expect(ended).toEqual(['first', 'a', 'b', 'c']);
    expect(started).toHaveLength(2);
  });

  it('makes a caller wait for a sync that begins after the call', async () => {
    const { sync, started } = manualSync();
    const flusher = createFlusher(sync);
    void flusher.flush();
    let isDone = false;
    const later = flusher.flush().then(() => {
      isDone = true;
    });
    started[0]?.end();
    await turn();
    expect([isDone, started.length]).toEqual([false, 2]);
    started[1]?.end();
    await later;
  });

  it('starts a sync immediately when no sync runs', async () => {
    const { sync, started } = manualSync();
    const flusher = createFlusher(sync);
    for (let round = 0; round < 3; round++) {
      const flush = flusher.flush();
      expect(started).toHaveLength(round + 1);
      started[round]?.end();
      await flush;
      await turn();
    }
  });

  it('rejects every later call after a failed sync', async () => {
    const { sync, started } = manualSync();
    const flusher = createFlusher(sync);
    const first = flusher.flush();
    const second = flusher.flush();
    started[0]?.fail();
    await expect(first).rejects.toThrow('EIO');
    await expect(second).rejects.toThrow('EIO');
    await expect(flusher.flush()).rejects.toThrow('EIO');
    expect(started).toHaveLength(1);
  });
});
