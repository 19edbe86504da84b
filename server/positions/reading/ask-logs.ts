import type { Address, Hex } from 'viem';
import { type ChainNode, ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import { inOrder, type Log, type LogBlocks, readLogs } from '../../../shared/chain/logs/log.ts';
import { decodeLog, EMITTER_BY_TOPIC, EVENT_TOPICS } from '../../../shared/positions/decode-log.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { wait } from '../../chain/timing.ts';

const EMITTER_TOPICS: readonly Hex[] = [...EMITTER_BY_TOPIC.keys()];
const OPTION_TOPICS = EVENT_TOPICS.filter((topic) => !EMITTER_BY_TOPIC.has(topic));

/** Logs of books and factories. Includes logs of options if `hasOptions` is true. */
export interface EmitterLogs {
  readonly logs: readonly Log[];
  readonly hasOptions: boolean;
}

export interface AskLogs {
  /**
   * Reads logs with one filter. If the node accepts filters without addresses, reads all our
   * events; otherwise only events of books and factories.
   */
  emitters(node: ChainNode, which: LogBlocks): Promise<EmitterLogs>;
  /** Returns the events of these options, and of options that were split off from them. */
  options(node: ChainNode, which: LogBlocks, options: readonly Address[]): Promise<Log[]>;
  all(
    node: ChainNode,
    which: LogBlocks,
    known: () => Promise<readonly Address[]>,
  ): Promise<EmitterLogs>;
}

/** Creates log queries that adapt to each node's limits. */
export function createAskLogs(trusted: TrustedEmitters): AskLogs {
  const known = [...trusted.books, ...trusted.factories] as Address[];

  /** Reads logs by topics alone. Returns undefined when the node requires addresses. */
  async function byTopics(node: ChainNode, which: LogBlocks, topics: readonly Hex[]) {
    if (node.limits.needsAddress) return undefined;
    try {
      return await readLogs(node, which, { topics: [topics] }, wait);
    } catch (error) {
      if (!(error instanceof ChainNodeError) || error.code !== 'address') throw error;
      node.limits.ensureAddress();
      return undefined;
    }
  }

  async function emitters(node: ChainNode, which: LogBlocks): Promise<EmitterLogs> {
    const logs = await byTopics(node, which, EVENT_TOPICS);
    if (logs !== undefined) return { logs, hasOptions: true };
    const filter = { address: known, topics: [EMITTER_TOPICS] };
    return { logs: await readLogs(node, which, filter, wait), hasOptions: false };
  }

  async function options(node: ChainNode, which: LogBlocks, asked: readonly Address[]) {
    const logs = await byTopics(node, which, OPTION_TOPICS);
    if (logs !== undefined) return logs;
    const found: Log[] = [];
    const done = new Set<Address>();
    for (let rest = [...new Set(asked)]; rest.length > 0; ) {
      const part = await readLogs(node, which, { address: rest, topics: [OPTION_TOPICS] }, wait);
      for (const address of rest) done.add(address);
      found.push(...part);
      rest = [...new Set(createdOptions(part))].filter((address) => !done.has(address));
    }
    return found;
  }

  return {
    emitters,
    options,
    async all(node, which, knownOptions) {
      const own = await emitters(node, which);
      if (own.hasOptions) return own;
      const asked = [...(await knownOptions()), ...createdOptions(own.logs)];
      return {
        logs: inOrder([...own.logs, ...(await options(node, which, asked))]),
        hasOptions: false,
      };
    },
  };
}

/** Returns the options that fills, settled requests and splits created. */
export function createdOptions(logs: readonly Log[]): Address[] {
  return logs.flatMap((log) => {
    const event = decodeLog(log);
    if (event?.type === 'order-filled' || event?.type === 'quotation-settled')
      return [event.option];
    return event?.type === 'option-split' ? [event.newOption] : [];
  });
}

/** Returns true for a log that any contract may emit as an option. */
export function isOptionLog({ topics }: Log): boolean {
  return !EMITTER_BY_TOPIC.has(topics[0] ?? '0x');
}

/**
 * Returns logs of books, factories, the given options, and options split off from the given
 * options.
 */
export function ofOptions(logs: readonly Log[], options: ReadonlySet<Address>): Log[] {
  const known = new Set(options);
  for (;;) {
    const found = logs.filter(
      (log) => !isOptionLog(log) || known.has(log.address.toLowerCase() as Address),
    );
    const before = known.size;
    for (const option of createdOptions(found)) known.add(option);
    if (known.size === before) return found;
  }
}
