import type { TransactionRecord } from '../../../shared/activity/record.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import type { SentTopics, TopicName } from '../../../shared/messages/topics.ts';
import type { WalletAnswers } from '../../../shared/messages/wallet-answers.ts';
import type { WalletCommand, WalletPayload } from '../../../shared/messages/wallet-api.ts';
import type { Events } from './events.ts';

/**
 * A handler for each command of the wallet API; a missing one does not compile. A command whose answer
 * is `null` needs no result.
 */
export type Handlers = {
  readonly [Name in WalletCommand]: (
    payload: WalletPayload<Name>,
  ) => Promise<WalletAnswers[Name] extends null ? void : WalletAnswers[Name]>;
};

/** The handlers of all commands that begin with one of these words. */
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
 * Functions that begin to send a topic to a page, first with its known value, and return a function
 * that stops it. `known` names the version that the page has.
 */
export type Topics = {
  readonly [Name in TopicName]: (watcher: Watcher<SentTopics[Name]>, known?: string) => () => void;
};

/**
 * The public file of a feature, `index.ts`, creates it from the layers and features before it.
 * Members that this type doesn't name are for later features.
 */
export interface Feature {
  /** Answers to the wallet's own pages. */
  readonly commands?: Partial<Handlers>;
  readonly topics?: Partial<Topics>;
  /** The part of the snapshot that pages show. */
  readonly view?: () => Partial<WalletSnapshot>;
  /** Reads the stored data of the feature. */
  readonly load?: () => Promise<unknown>;
  /** Continues what an earlier worker began. Called when every feature is loaded. */
  readonly resume?: () => void;
  /** Called when a transaction of the wallet ended. */
  readonly settled?: (entry: TransactionRecord) => void;
  /** Called when the wallet was locked or unlocked. */
  readonly lockChanged?: () => Promise<unknown>;
  /** Handlers of the alarms with these names. */
  readonly alarms?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Returns the page that a notification is about; undefined for another feature's. */
  readonly pageOf?: (noticeId: string) => string | undefined;
  readonly [part: string]: unknown;
}

/** Returns a part that is created at the first call of `get`. `made` returns it only once it exists. */
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

/** Loads features in their order, and passes them what happens to the wallet. */
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
  // A failed load rejects the calls that wait for it. Without calls there is nothing to report.
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
    /** Returns the page that a notification is about. */
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
