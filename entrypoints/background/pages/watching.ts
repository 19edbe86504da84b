import type { TopicName, WatchMessage } from '../../../shared/messages/topics.ts';
import type { UiMessage } from '../../../shared/messages/wallet-api.ts';
import { failureOf } from '../chain/failures.ts';
import type { Topics } from '../kernel/feature.ts';
import { KEEP_ALIVE_MS } from '../platform/platform.ts';

/** Keeps the topics that one page watches. */
export function createWatching(deps: {
  topics: Topics;
  ready: Promise<void>;
  ensureAllowed: (name: TopicName) => void;
  post: (message: UiMessage) => void;
  /** Keeps the worker alive for another 30 seconds. */
  keepAlive: () => void;
}) {
  const stops = new Map<TopicName, () => void>();
  let timer: ReturnType<typeof setInterval> | undefined;

  async function begin(topic: TopicName, known?: string): Promise<void> {
    let isOver = false;
    stops.set(topic, () => {
      isOver = true;
    });
    const fail = (error: unknown) => deps.post({ topic, failure: failureOf(error) });
    try {
      await deps.ready;
      deps.ensureAllowed(topic);
      if (isOver) return;
      const send = (value: unknown) => deps.post({ topic, value });
      stops.set(topic, deps.topics[topic]({ fail, send }, known));
    } catch (error) {
      fail(error);
    }
  }

  function stop(topic: TopicName): void {
    stops.get(topic)?.();
    stops.delete(topic);
    if (stops.size === 0) clearInterval(timer);
  }

  return {
    /** Starts or stops sending a topic. Restarts a topic that the page already watches. */
    async set({ watch, isOn, known }: WatchMessage): Promise<void> {
      stop(watch);
      if (!isOn) return;
      clearInterval(timer);
      timer = setInterval(deps.keepAlive, KEEP_ALIVE_MS);
      await begin(watch, known);
    },

    /** Ends all topics when the page is gone. */
    end(): void {
      for (const topic of [...stops.keys()]) stop(topic);
    },
  };
}
