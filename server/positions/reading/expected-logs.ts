import { EMITTER_BY_TOPIC, EVENT_TOPICS } from '../../../shared/positions/decode-log.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type Bloom, bloomBits } from '../../chain/bloom.ts';

/** What a block's header says about the logs that a node gave of it. */
export interface ExpectedLogs {
  /** Whether the header is worth asking: on busy chains almost every bit is set. */
  isTelling(bloom: Bloom): boolean;
  /** Whether the header tells of events of ours of which the node gave no log. */
  areMissing(
    bloom: Bloom,
    logs: readonly { readonly address: string; readonly topics: readonly string[] }[],
  ): boolean;
}

interface ExpectedLog {
  readonly topic: string;
  /** Undefined when any contract may be it. */
  readonly emitter: string | undefined;
  readonly bits: readonly number[];
}

/** Blooms that would be wrong more often than this about a block without our events are not asked. */
const MOST_FALSE_ALARMS = 0.01;

/**
 * Events of books and factories are expected of the known ones (six bits each); those of options, of
 * any address (three bits).
 */
export function createExpectedLogs({ books, factories }: TrustedEmitters): ExpectedLogs {
  const expected = EVENT_TOPICS.flatMap((topic): ExpectedLog[] => {
    const side = EMITTER_BY_TOPIC.get(topic);
    if (side === undefined) return [{ topic, emitter: undefined, bits: bloomBits(topic) }];
    return [...(side === 'book' ? books : factories)].map((emitter) => ({
      topic,
      emitter,
      bits: [...bloomBits(topic), ...bloomBits(emitter)],
    }));
  });

  function isTelling({ fill }: Bloom): boolean {
    return expected.reduce((sum, { bits }) => sum + fill ** bits.length, 0) <= MOST_FALSE_ALARMS;
  }

  return {
    isTelling,
    areMissing(bloom, logs) {
      if (!isTelling(bloom)) return false;
      return expected.some(
        ({ topic, emitter, bits }) =>
          bloom.holds(bits) &&
          !logs.some(
            (log) =>
              log.topics[0]?.toLowerCase() === topic &&
              (emitter === undefined || log.address.toLowerCase() === emitter),
          ),
      );
    },
  };
}
