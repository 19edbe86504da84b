import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { startOrders, temporaryDirectory } from './harness.ts';

/** Maximum milliseconds for which the main thread may process untrusted bytes without a pause. */
const MAX_BLOCK_MS = 20;
/**
 * Limit as a number of passes over two megabytes. Other programs slow down the passes and the
 * measured work equally.
 */
const MAX_WALKS = 10;
const TEXT = 'x'.repeat(2_000_000);

/** Returns the current limit on this machine, in milliseconds of the thread's processor time. */
function limit(): number {
  let longest = 0;
  let sum = 0;
  for (let run = 0; run < 12; run++) {
    const begun = process.threadCpuUsage();
    for (let at = 0; at < TEXT.length; at++) sum += TEXT.charCodeAt(at);
    const { user, system } = process.threadCpuUsage(begun);
    longest = Math.max(longest, (user + system) / 1000);
  }
  expect(sum).toBeGreaterThan(0);
  return Math.max(MAX_BLOCK_MS, MAX_WALKS * longest);
}

const directory = temporaryDirectory();
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  directory.remove();
});

/** Measures the most processor time that this thread uses between two turns of its event loop. */
function measureBlocks() {
  let longest = 0;
  let looks = 0;
  let isOver = false;
  let used = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(used);
    // The first turn includes the test's own work.
    if (++looks > 1) longest = Math.max(longest, (user + system) / 1000);
    used = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    longest(): number {
      isOver = true;
      return longest;
    },
  };
}

/** Runs a script in another thread. The script posts one message at its end. */
function inThread(script: string, workerData: object): Promise<unknown> {
  const worker = new Worker(script, { eval: true, workerData });
  ends.push(() => worker.terminate());
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const POST = `
  const { parentPort, workerData } = require('node:worker_threads');
  (async () => {
    const statuses = [];
    for (let i = 0; i < workerData.count; i++) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(workerData.url, { method: 'POST', headers, body: workerData.body });
      await answer.text();
      statuses.push(answer.status);
    }
    parentPort.postMessage(statuses);
  })();`;

/** Script that posts a body repeatedly. During this time, it measures how long `/health` takes. */
const ASK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { origin, body, count } = workerData;
  (async () => {
    const headers = { 'content-type': 'application/json' };
    let isOver = false;
    const posting = (async () => {
      while (!isOver)
        await (await fetch(origin + '/orders/', { method: 'POST', headers, body })).text();
    })();
    const times = [];
    for (let i = 0; i < count; i++) {
      const begun = performance.now();
      await (await fetch(origin + '/health')).text();
      times.push(performance.now() - begun);
    }
    isOver = true;
    await posting;
    parentPort.postMessage(times);
  })();`;

const SERVE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => response.end(workerData.body));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

const chain = { rpcUrls: ['http://127.0.0.1:1'] };
const database = (name: string) =>
  ({ engine: 'sqlite', file: `${directory.path}/${name}.db` }) as const;

describe('the thread that serves all requests', () => {
  it.each([
    ['brackets', '['.repeat(2_000_000)],
    ['nested objects', '{"a":'.repeat(400_000)],
    ['quotation marks', `["${'\\"'.repeat(999_000)}`],
    ['numbers', `[${'1,'.repeat(999_000)}1]`],
  ])('posts of two megabytes of %s block the thread only briefly', async (name, body) => {
    const service = await startOrders(database(name), { chain });
    ends.push(service.stop);
    const url = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/orders/`;
    await inThread(POST, { url, body: '[', count: 20 });
    await inThread(POST, { url, body, count: 3 });
    const blocks = measureBlocks();
    const statuses = await inThread(POST, { url, body, count: 12 });
    expect(statuses).toEqual(Array.from({ length: 12 }, () => expect.toSatisfy((s) => s >= 400)));
    expect(blocks.longest()).toBeLessThan(limit());
  });

  it('the median time of /health during posts of brackets is less than twice the median time during harmless posts', async () => {
    const service = await startOrders(database('health'), { chain });
    ends.push(service.stop);
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const bodies = { harmless: `["${'x'.repeat(1_999_996)}"]`, hostile: '['.repeat(2_000_000) };
    const ask = async (name: keyof typeof bodies) =>
      (await inThread(ASK, { origin, body: bodies[name], count: 15 })) as number[];
    await ask('harmless');
    await ask('hostile');
    const measure = async () => {
      const times = { harmless: [] as number[], hostile: [] as number[] };
      // Alternates between the two bodies, so that other load on the machine slows both
      // measurements.
      for (let turn = 0; turn < 5; turn++)
        for (const name of ['harmless', 'hostile'] as const) times[name].push(...(await ask(name)));
      return (part: number) => {
        const [hostile = 0, harmless = 1] = [times.hostile, times.harmless].map(
          (of) => of.toSorted((a, b) => a - b)[Math.floor(part * of.length)],
        );
        return hostile / harmless;
      };
    };
    // Repeats the measurement, because another thread parses the bodies on a core that other
    // processes may use.
    let share = await measure();
    for (let again = 0; again < 2 && share(0.5) >= 2; again++) share = await measure();
    expect(share(0.5)).toBeLessThan(2);
    expect(share(0.9)).toBeLessThan(3);
  });

  it.each([
    ['brackets', '['.repeat(15_900_000), 'failing'],
    ['a list of numbers', `{"data":{"orders":[${'1,'.repeat(7_900_000)}1]}}`, 'ok'],
  ])(
    'an upstream’s feed of 16 MB blocks the thread only briefly: %s',
    async (name, body, status) => {
      const port = await inThread(SERVE, { body });
      const service = await startOrders(database(`feed ${name}`), {
        chain,
        upstreams: [`http://127.0.0.1:${port}/`],
        upstreamPace: { pollMs: 50, timeoutMs: 15_000 },
      });
      ends.push(service.stop);
      const blocks = measureBlocks();
      await eventually(async () => {
        expect(await service.health()).toMatchObject({ upstreams: [{ status }] });
      });
      expect(blocks.longest()).toBeLessThan(limit());
    },
  );
});
