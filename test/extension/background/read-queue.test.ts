import { describe, expect, it } from 'vitest';
import { createReadQueue } from '../../../entrypoints/background/rpc/read-queue.ts';

function start() {
  const queue = createReadQueue();
  const running: { site: string; end: (error?: Error) => void }[] = [];
  const read = (site: string) =>
    queue.run(
      site,
      () =>
        new Promise((resolve, reject) => {
          running.push({ site, end: (error) => (error ? reject(error) : resolve(site)) });
        }),
    );
  return { read, running };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('the reads of a site', () => {
  it('sends the node at most sixteen of a site’s reads at a time, and continues after a failed read', async () => {
    const { read, running } = start();
    const all = Array.from({ length: 40 }, () => read('evil'));
    await turn();
    expect(running).toHaveLength(16);
    running[0]?.end();
    running[1]?.end(new Error('away'));
    const [, second] = await Promise.allSettled(all.slice(0, 2));
    expect(second?.status).toBe('rejected');
    await turn();
    expect(running).toHaveLength(18);
    for (let i = 2; i < 40; i += 1) {
      running[i]?.end();
      await turn();
    }
    expect(
      (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected'),
    ).toHaveLength(1);
  });

  it('never lets one site’s reads wait for another site’s reads', async () => {
    const { read, running } = start();
    for (let i = 0; i < 100; i += 1) void read('evil');
    void read('honest');
    await turn();
    expect(running.filter(({ site }) => site === 'honest')).toHaveLength(1);
  });

  it('frees all slots of a site after its reads are answered', async () => {
    const { read, running } = start();
    for (let round = 0; round < 3; round += 1) {
      const all = Array.from({ length: 16 }, () => read('dapp'));
      await turn();
      expect(running).toHaveLength(16);
      for (const { end } of running.splice(0)) end();
      await Promise.all(all);
    }
  });
});
