import type { TransactionRecord } from '../../../shared/activity/record.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import type { SentTopics, TopicName } from '../../../shared/messages/topics.ts';
import type { WalletAnswers } from '../../../shared/messages/wallet-answers.ts';
import type { WalletCommand, WalletPayload } from '../../../shared/messages/wallet-api.ts';
import type { Events } from './events.ts';

/** A handler for each command of the wallet API. A command without an answer returns nothing. */
export type Handlers = {
  readonly [Name in WalletCommand]: (
    payload: WalletPayload<Name>,
  ) => Promise<WalletAnswers[Name] extends null ? void : WalletAnswers[Name]>;
};

/** Handlers of all commands that begin with one of these nouns. */
export type Commands<Noun extends string> = Pick<
  Handlers,
  Extract<WalletCommand, `${Noun}.${string}`>
>;

/** A page that watches a topic. */
export interface Watcher<Value> {
  send(value: Value): void;
  fail(error: unknown): void;
}

/**
 * Functions that start sending a topic to a page, first with the current value, and that return a
 * function to stop. `known` is the version that the page already has.
 */
export type Topics = {
  readonly [Name in TopicName]: (watcher: Watcher<SentTopics[Name]>, known?: string) => () => void;
};

/**
 * A feature, created by its public file `index.ts` from earlier layers and features. Features that
 * are created later use the members that aren't listed here.
 */
export interface Feature {
  /** Handlers of commands from the wallet's own pages. */
  readonly commands?: Partial<Handlers>;
  readonly topics?: Partial<Topics>;
  readonly view?: () => Partial<WalletSnapshot>;
  readonly load?: () => Promise<unknown>;
  /** Continues the work of an earlier worker. Called after every feature is loaded. */
  readonly resume?: () => void;
  readonly settled?: (entry: TransactionRecord) => void;
  readonly lockChanged?: () => Promise<unknown>;
  /** Handlers of the alarms with these names. */
  readonly alarms?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Returns the page that one of the feature's notifications opens; otherwise undefined. */
  readonly pageOf?: (noticeId: string) => string | undefined;
  readonly [part: string]: unknown;
}

/** Creates a part at the first call of `get`. `made` returns it only if it exists. */
export function onFirstUse<Part>(create: () => Part) {
  let made: Part | undefined;
  return {
    get(): Part {
      made ??= create();
      return made;
    },
    made: () => made,
  };
}

/** Loads features in order, and passes events of the wallet to them. */
export function runFeatures(
  all: readonly Feature[],
  deps: {
    /** Resolves when the stored data of the core is loaded. */
    ready: Promise<void>;
    isUnreadable: () => boolean;
    events: Pick<Events, 'emit'>;
  },
) {
  async function load(): Promise<void> {
    // Unreadable data is neither used nor overwritten.
    if (deps.isUnreadable()) return;
    try {
      await Promise.all(all.map((feature) => feature.load?.()));
      for (const feature of all) feature.resume?.();
      deps.events.emit('changed');
    } finally {
      deps.events.emit('featuresLoaded');
    }
  }
  const ready = deps.ready.then(load);
  // Prevents an unhandled rejection. Calls that wait for the load reject with its error.
  ready.catch(() => undefined);

  return {
    load,
    /** Resolves when all stored data is loaded. */
    ready,
    async ring(alarm: string): Promise<void> {
      await ready;
      await Promise.all(all.map((feature) => feature.alarms?.[alarm]?.()));
    },
    lockChanged: () =>
      void ready
        .then(() => Promise.all(all.map((feature) => feature.lockChanged?.())))
        .catch(() => undefined),
    async pageOf(noticeId: string): Promise<string | undefined> {
      await ready;
      const pages = all.map((feature) => feature.pageOf?.(noticeId));
      return pages.find((page) => page !== undefined);
    },
    async settled(entry: TransactionRecord): Promise<void> {
      await ready;
      for (const feature of all) feature.settled?.(entry);
    },
  };
}
