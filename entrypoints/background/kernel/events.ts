import type { TransactionRecord } from '../../../shared/activity/record.ts';
import type { Requester } from '../../../shared/approvals/types.ts';

/** Events that a part of the worker reports to the parts that are created after it. */
interface Reports {
  /** The stored data of the core is loaded. */
  started: [];
  /** Data on the wallet's pages has changed. */
  changed: [];
  /** The vault's state has changed. */
  vaultChanged: [];
  locked: [];
  /** The owner's data is about to be deleted. */
  ownerForgotten: [];
  /** The user chose another account. */
  accountSelected: [];
  siteAccountsChanged: [origin: string];
  siteChainChanged: [origin: string];
  /** A request was added, decided or ended. */
  approvalsChanged: [];
  /** The approval window opens. */
  windowShown: [];
  /** The user closed the approval window. */
  windowClosed: [];
  /** A procedure took a step. */
  fillsChanged: [];
  /** A transaction ended. */
  settled: [entry: TransactionRecord];
  /** A local node has another chain than before. */
  chainReplaced: [];
  pageGone: [requester: Requester];
  /** A subscription has something new for its page. */
  subscriptionNews: [documentKey: string, subscription: string, result: unknown];
  /** The stored data of the features is loaded, or can't be. */
  featuresLoaded: [];
}

type Listener = { [Name in keyof Reports]?: (...values: Reports[Name]) => void };
export type Events = ReturnType<typeof createEvents>;

/** Calls each listener in the order in which they were added. */
export function createEvents() {
  const listeners: Listener[] = [];
  return {
    on(listener: Listener): void {
      listeners.push(listener);
    },
    /** Calls listeners too that a listener adds during the call. */
    emit<Name extends keyof Reports>(name: Name, ...values: Reports[Name]): void {
      for (const listener of listeners) listener[name]?.(...values);
    },
  };
}
