import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Topics } from '../../../entrypoints/background/kernel/feature.ts';
import { createWatching } from '../../../entrypoints/background/pages/watching.ts';

/** Starts the topics of a page. The test decides whether the page is allowed. */
function start({ isAllowed = true } = {}) {
  const ready = Promise.withResolvers<void>();
  const posted: unknown[] = [];
  const log: string[] = [];
  let send: (value: null) => void = () => expect.unreachable('nothing is watched');
  const topics: Topics = {
    approval(watcher) {
      log.push('begun');
      send = watcher.send;
      return () => void log.push('ended');
    },
    orders: (_, known) => {
      log.push(`orders since ${known}`);
      return () => undefined;
    },
  };
  const watching = createWatching({
    topics,
    ready: ready.promise,
    ensureAllowed() {
      if (!isAllowed) throw new TypeError('unreadable');
    },
    post: (message) => void posted.push(message),
    keepAlive: () => void log.push('alive'),
  });
  return { watching, ready, posted, log, send: () => send(null) };
}

describe('the topics that one page watches', () => {
  it('starts a topic once stored data is loaded, and ends the topic when the page stops watching', async () => {
    const { watching, ready, posted, log, send } = start();
    const begun = watching.set({ watch: 'approval', isOn: true });
    expect(log).toEqual([]);
    ready.resolve();
    await begun;
    send();
    expect(posted).toEqual([{ topic: 'approval', value: null }]);
    await watching.set({ watch: 'approval', isOn: false });
    expect(log).toEqual(['begun', 'ended']);
  });

  it('doesn’t start a topic when the page stops watching or closes before stored data is loaded', async () => {
    for (const stop of ['set', 'end'] as const) {
      const { watching, ready, log } = start();
      const begun = watching.set({ watch: 'approval', isOn: true });
      if (stop === 'end') watching.end();
      else await watching.set({ watch: 'approval', isOn: false });
      ready.resolve();
      await begun;
      expect(log).toEqual([]);
    }
  });

  it('restarts a topic when its page requests the topic twice, and ends the topic when the page closes', async () => {
    const { watching, ready, log } = start();
    ready.resolve();
    await watching.set({ watch: 'approval', isOn: true });
    await watching.set({ watch: 'approval', isOn: true });
    watching.end();
    expect(log).toEqual(['begun', 'ended', 'begun', 'ended']);
  });

  it('starts a topic with the version that the page already has', async () => {
    const { watching, ready, log } = start();
    ready.resolve();
    await watching.set({ watch: 'orders', isOn: true, known: 'the first' });
    expect(log).toEqual(['orders since the first']);
  });

  it('keeps the worker alive while a page watches a topic', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { watching, ready, log } = start();
    ready.resolve();
    await watching.set({ watch: 'approval', isOn: true });
    // A browser stops an idle worker after 30 seconds.
    await vi.advanceTimersByTimeAsync(29_000);
    expect(log).toEqual(['begun', 'alive']);
    watching.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual(['begun', 'alive', 'ended']);
  });

  it('answers with a failure when the page isn’t allowed to watch the topic or stored data can’t be loaded', async () => {
    const refused = start({ isAllowed: false });
    refused.ready.resolve();
    await refused.watching.set({ watch: 'approval', isOn: true });
    expect(refused.posted).toMatchObject([{ topic: 'approval', failure: { code: 'unexpected' } }]);
    const broken = start();
    broken.ready.reject(new TypeError('the disk is away'));
    await broken.watching.set({ watch: 'approval', isOn: true });
    expect(broken.posted).toMatchObject([{ topic: 'approval', failure: {} }]);
    expect(broken.log).toEqual([]);
  });
});
