import { EMITTER_BY_TOPIC, EVENT_TOPICS } from '../../../shared/positions/decode-log.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type Bloom, bloomBits } from '../../chain/bloom.ts';

/** Compares a block's header with the logs that a node returned. */
export interface ExpectedLogs {
  /** Returns true when the header is informative: on busy chains almost every bit is set. */
  isTelling(bloom: Bloom): boolean;
  /** Returns true when the header indicates events of ours that the node didn't return. */
  areMissing(
    bloom: Bloom,
    logs: readonly { readonly address: string; readonly topics: readonly string[] }[],
  ): boolean;
}

interface ExpectedLog {
  readonly topic: string;
  /** Undefined for any contract. */
  readonly emitter: string | undefined;
  readonly bits: readonly number[];
}

/** Headers with a higher rate of false positives are ignored. */
const MOST_FALSE_ALARMS = 0.01;

/**
 * Creates the comparison. Events of books and factories must come from known addresses (six bits
 * each); events of options may come from any address (three bits).
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
