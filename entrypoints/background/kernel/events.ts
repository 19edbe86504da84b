import type { TransactionRecord } from '../../../shared/activity/record.ts';
import type { Requester } from '../../../shared/approvals/types.ts';

/** Events by which a part of the worker notifies the parts that are created after it. */
interface Reports {
  /** The stored data of the core is loaded. */
  started: [];
  /** Data on the wallet's pages has changed. */
  changed: [];
  vaultChanged: [];
  locked: [];
  /** The data of the vault's owner is about to be deleted. */
  ownerForgotten: [];
  accountSelected: [];
  siteAccountsChanged: [origin: string];
  siteChainChanged: [origin: string];
  approvalsChanged: [];
  windowShown: [];
  windowClosed: [];
  fillsChanged: [];
  settled: [entry: TransactionRecord];
  /** A local node now has another chain. */
  chainReplaced: [];
  pageGone: [requester: Requester];
  /** A subscription has a result for its page. */
  subscriptionNews: [documentKey: string, subscription: string, result: unknown];
  /** The stored data of the features is loaded, or loading it has failed. */
  featuresLoaded: [];
}

type Listener = { [Name in keyof Reports]?: (...values: Reports[Name]) => void };
export type Events = ReturnType<typeof createEvents>;

/** Calls listeners in the order in which they were added. */
export function createEvents() {
  const listeners: Listener[] = [];
  return {
    on(listener: Listener): void {
      listeners.push(listener);
    },
    /** Calls all listeners, even those that are added during the call. */
    emit<Name extends keyof Reports>(name: Name, ...values: Reports[Name]): void {
      for (const listener of listeners) listener[name]?.(...values);
    },
  };
}
