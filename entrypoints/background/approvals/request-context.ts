import type { Requester } from '../../../shared/approvals/types.ts';

/** A page's request after the router's checks. */
export interface RequestContext {
  readonly requester: Requester;
  /** Stays the same when the page sends the request again after the worker's death. */
  readonly requestKey: string;
  /** Accounts that this origin may see, the selected account first; empty while locked. */
  readonly accounts: readonly string[];
  readonly chainId: number;
}
