import type { TopicName, WatchMessage } from '../../../shared/messages/topics.ts';
import type { UiMessage } from '../../../shared/messages/wallet-api.ts';
import { failureOf } from '../chain/failures.ts';
import type { Topics } from '../kernel/feature.ts';

/** The topics that one page watches. */
export function createWatching(deps: {
  topics: Topics;
  ready: Promise<void>;
  /** Throws while a topic may not be watched. */
  ensureAllowed: (name: TopicName) => void;
  post: (message: UiMessage) => void;
}) {
  const stops = new Map<TopicName, () => void>();

  async function begin(topic: TopicName): Promise<void> {
    let isOver = false;
    stops.set(topic, () => {
      isOver = true;
    });
    const fail = (error: unknown) => deps.post({ topic, failure: failureOf(error) });
    try {
      await deps.ready;
      deps.ensureAllowed(topic);
      if (isOver) return;
      stops.set(topic, deps.topics[topic]({ fail, send: (value) => deps.post({ topic, value }) }));
    } catch (error) {
      fail(error);
    }
  }

  function stop(topic: TopicName): void {
    stops.get(topic)?.();
    stops.delete(topic);
  }

  return {
    /** Begins or ends to send a topic; what is watched already begins anew. */
    async set({ watch, isOn }: WatchMessage): Promise<void> {
      stop(watch);
      if (isOn) await begin(watch);
    },

    /** Ends all topics when the page is gone. */
    end(): void {
      for (const topic of [...stops.keys()]) stop(topic);
    },
  };
}
