import type { Address, Hex } from 'viem';
import { decodeLog, EMITTER_BY_TOPIC, EVENT_TOPICS } from '../../../shared/positions/decode-log.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type ChainNode, ChainNodeError } from '../../chain/node.ts';
import type { HabitsOf } from './log-habits.ts';
import { type Log, type LogFilter, readLogs } from './read-logs.ts';

const EMITTER_TOPICS: readonly Hex[] = [...EMITTER_BY_TOPIC.keys()];
const OPTION_TOPICS = EVENT_TOPICS.filter((topic) => !EMITTER_BY_TOPIC.has(topic));

/** Logs of books and factories, and of options unless the filter excluded them. */
interface EmitterLogs {
  readonly logs: readonly Log[];
  readonly hasOptions: boolean;
}

export interface AskLogs {
  /**
   * Asks once: for all our events if the node accepts filters without addresses, else for those of
   * books and factories.
   */
  emitters(node: ChainNode, which: LogFilter): Promise<EmitterLogs>;
  /** Returns the events of these options and of options split off them. */
  options(node: ChainNode, which: LogFilter, options: readonly Address[]): Promise<Log[]>;
  /** Returns all our events in a range, in chain order. */
  all(
    node: ChainNode,
    which: LogFilter,
    known: () => Promise<readonly Address[]>,
  ): Promise<EmitterLogs>;
}

/** Creates log queries that adapt to each node's limits. */
export function createAskLogs(trusted: TrustedEmitters, habitsOf: HabitsOf): AskLogs {
  const known = [...trusted.books, ...trusted.factories] as Address[];

  /** Asks without addresses; returns undefined when the node requires them. */
  async function byTopics(node: ChainNode, which: LogFilter, topics: readonly Hex[]) {
    const habits = habitsOf(node);
    if (habits.needsAddress) return undefined;
    try {
      return await readLogs(node, which, { topics });
    } catch (error) {
      if (!(error instanceof ChainNodeError) || error.code !== 'address') throw error;
      habits.requireAddress();
      return undefined;
    }
  }

  /** Asks with addresses, in as many filters as the node requires. */
  async function byAddresses(
    node: ChainNode,
    which: LogFilter,
    wanted: { readonly addresses: readonly Address[]; readonly topics: readonly Hex[] },
  ): Promise<Log[]> {
    const habits = habitsOf(node);
    const found: Log[] = [];
    for (let rest = wanted.addresses; rest.length > 0; ) {
      const addresses = rest.slice(0, habits.addresses);
      try {
        found.push(...(await readLogs(node, which, { addresses, topics: wanted.topics })));
        rest = rest.slice(addresses.length);
      } catch (error) {
        const isLimit = error instanceof ChainNodeError && error.code === 'addresses';
        if (!isLimit || addresses.length === 1) throw error;
        habits.refuseAddresses(addresses.length, error.details.limit);
      }
    }
    return found;
  }

  async function emitters(node: ChainNode, which: LogFilter): Promise<EmitterLogs> {
    const logs = await byTopics(node, which, EVENT_TOPICS);
    if (logs !== undefined) return { logs, hasOptions: true };
    const logsOfKnown = await byAddresses(node, which, {
      addresses: known,
      topics: EMITTER_TOPICS,
    });
    return { logs: inOrder(logsOfKnown), hasOptions: false };
  }

  async function options(node: ChainNode, which: LogFilter, asked: readonly Address[]) {
    const logs = await byTopics(node, which, OPTION_TOPICS);
    if (logs !== undefined) return logs;
    const found: Log[] = [];
    const done = new Set<Address>();
    for (let rest = [...new Set(asked)]; rest.length > 0; ) {
      const part = await byAddresses(node, which, { addresses: rest, topics: OPTION_TOPICS });
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

/** Returns the options created by fills, settled requests and splits. */
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

/** Returns logs of books and factories, of these options and of options split off them. */
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

export function inOrder(logs: readonly Log[]): Log[] {
  return logs.toSorted((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}
