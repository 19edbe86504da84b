import type { Requester } from '../../../shared/approvals/types.ts';

/** A request of a page after the router's checks. */
export interface RequestContext {
  readonly requester: Requester;
  /** Identifies the request when the page sends it again after worker death. */
  readonly requestKey: string;
  /** Accounts that this origin may see, the selected one first; empty while locked. */
  readonly accounts: readonly string[];
  /** The chain that the origin is on. */
  readonly chainId: number;
}
