/**
 * Observations of clients. `begin` and `end` are milliseconds of one monotonic clock. An entry is
 * recorded before the request is sent, and completed before the response is used.
 */

/** A request that adds a revision to an account's list. */
export interface CommitAttempt {
  readonly account: string;
  /** Attempts with the same challenge have the same operation and digest. */
  readonly operation: string;
  readonly challenge: string;
  readonly digest: string;
  readonly revision: number;
  readonly begin: number;
  end: number;
  /** `unknown` until a response arrives. A commit without a response may have been stored. */
  outcome: 'acknowledged' | 'refused' | 'unknown';
}

/** The last entry of an account's list, as a response contained it. */
interface VaultRead {
  readonly account: string;
  readonly revision: number;
  readonly digest: string;
  readonly begin: number;
  readonly end: number;
}

/** The response to a request for the receipt of an operation. */
interface ReceiptRead {
  readonly operation: string;
  readonly found: { readonly revision: number; readonly digest: string } | undefined;
  readonly begin: number;
}

/** A login. Each challenge may succeed only once. */
interface LoginAttempt {
  readonly challenge: string;
  readonly isAcknowledged: boolean;
}

/** A request that was accepted with a session. */
interface SessionUse {
  readonly session: string;
  readonly begin: number;
}

/**
 * End of a session, because it was revoked or has expired. From this time on, the session must be
 * refused.
 */
interface SessionEnd {
  readonly session: string;
  readonly at: number;
}

/** Everything that the clients observed. */
export interface History {
  readonly commits: CommitAttempt[];
  readonly vaultReads: VaultRead[];
  readonly receiptReads: ReceiptRead[];
  readonly logins: LoginAttempt[];
  readonly sessionUses: SessionUse[];
  readonly sessionEnds: SessionEnd[];
}

/** A stored receipt of a commit. */
export interface Receipt {
  readonly operation: string;
  readonly revision: number;
  readonly digest: string;
}

/** The rows of an account after all faults are repaired. */
export interface FinalAccount {
  readonly account: string;
  readonly receipts: readonly Receipt[];
  readonly vault: { readonly revision: number; readonly digest: string };
}

export function createHistory(): History {
  return {
    commits: [],
    vaultReads: [],
    receiptReads: [],
    logins: [],
    sessionUses: [],
    sessionEnds: [],
  };
}
