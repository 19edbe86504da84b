/**
 * The vault service's storage, as an interface. Each method is one atomic transition: among
 * concurrent calls, only the calls that the rules allow succeed. Times are Unix milliseconds from
 * the caller's clock. Tokens, challenge ids and challenges are passed only as SHA-256, so that
 * stored data can't open a session or a challenge.
 */
export interface VaultStore extends VaultReads {
  /**
   * Returns the key (32 bytes) that seals anonymous challenges. All instances share the key. If the
   * key wasn't in use around the database's time, it is replaced by `newKey`: the clock was set or
   * a backup was restored, so the ids that were consumed since then are unknown. `now` is the
   * caller's time.
   * @throws WrongClockError when `now` differs from the database's time by more than a minute
   */
  challengeKey(request: {
    readonly now: number;
    readonly newKey: () => Uint8Array;
  }): Promise<Uint8Array>;
  /** Stores a consumed id. Returns true on the first call with this id; the id is then on disk. */
  consumeChallenge(idHash: string, expiresAt: number): Promise<boolean>;
  /** Adds a challenge. Drops the account's oldest live challenges beyond `maxPerAccount`. */
  addChallenge(challenge: Challenge, maxPerAccount: number): Promise<void>;
  /**
   * Removes and returns a challenge, even an expired challenge. Of several concurrent callers, only
   * one gets the challenge.
   */
  takeChallenge(idHash: string): Promise<Challenge | undefined>;

  revokeSession(tokenHash: string): Promise<void>;

  /** Returns whether a tenant accepts another account. `createAccount` checks the rules again. */
  admitsAccount(tenantId: string, rules: EnrollmentRules, now: number): Promise<boolean>;
  /**
   * Adds an account at revision 0 with a provisional credential and a bootstrap session, if the
   * rules admit another account.
   */
  createAccount(
    account: NewAccount,
  ): Promise<'created' | 'credential-exists' | 'enrollment-closed'>;
  /** Adds a provisional credential. Expired provisional credentials are replaced. */
  addPasskey(
    credential: NewCredential,
    limits: PasskeyLimits,
  ): Promise<'added' | 'credential-exists' | 'passkey-limit' | 'vault-pending' | 'account-gone'>;

  /**
   * Opens a session and advances the credential's counter. Requires that the credential is active,
   * belongs to this account, and still has the counter that was read; otherwise returns
   * `counter-moved`. Returns `account-disabled` if the host has disabled the account.
   */
  logIn(login: Login): Promise<StoredVault | 'counter-moved' | 'account-disabled'>;
  /** Advances the vault by one revision. The new revision is on disk when the promise resolves. */
  commit(commit: Commit): Promise<CommitResult>;
  /** Deletes the account and all its data, if the vault is still at `revision`. */
  deleteAccount(deletion: Deletion): Promise<CommitResult>;

  /**
   * Counts a hit of an account, and returns the hits and the end of the current window; undefined
   * if there is no such account.
   */
  countHit(
    accountId: string,
    kind: LimitKind,
    window: { readonly now: number; readonly windowMs: number },
  ): Promise<{ readonly hits: number; readonly endsAt: number } | undefined>;

  /**
   * Deletes rows that have expired by the database's clock, except receipts. Returns the number of
   * deleted rows. Works in small steps, between which other tasks run, and stops after a step when
   * `signal` aborts.
   */
  purge(now: number, signal?: AbortSignal): Promise<number>;
  /** Deletes old receipts like `purge`. Visits every old receipt, so call it rarely. */
  purgeReceipts(now: number, signal?: AbortSignal): Promise<number>;
  /** Returns how far `now` is ahead of the database's clock, in milliseconds. */
  clockDifference(now: number): Promise<number>;
  /** Rejects if storage doesn't respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface VaultReads {
  findSession(tokenHash: string): Promise<Session | undefined>;
  /** Finds a tenant's credential. With `accountId`, the credential must belong to this account. */
  findCredential(tenantId: string, id: string, accountId?: string): Promise<Credential | undefined>;
  /** Returns true when another tenant has a credential with this id. */
  isCredentialElsewhere(tenantId: string, id: string): Promise<boolean>;
  /**
   * Returns the account's revision and credentials, including expired provisional ones. Returns
   * undefined if the account doesn't exist or has no credentials.
   */
  readAccount(accountId: string): Promise<Account | undefined>;
  readVault(accountId: string): Promise<StoredVault | undefined>;
  findReceipt(accountId: string, operationId: string): Promise<Receipt | undefined>;
}

export type Purpose = 'register' | 'add-passkey' | 'login' | 'mutation' | 'removal' | 'deletion';

export interface Challenge {
  readonly idHash: string;
  readonly tenantId: string;
  readonly purpose: Purpose;
  /** SHA-256 of the challenge bytes, base64url. */
  readonly challengeHash: string;
  readonly accountId: string;
  /** The session that requested the challenge. */
  readonly sessionHash: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Revision that the challenge of a mutation, removal or deletion binds. */
  readonly revision: number | null;
  readonly digest: string | null;
  readonly operationId: string | null;
}

export interface Session {
  readonly tokenHash: string;
  readonly tenantId: string;
  readonly accountId: string;
  readonly expiresAt: number;
}

export interface NewCredential {
  readonly tenantId: string;
  readonly id: string;
  readonly accountId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly isBackupEligible: boolean;
  readonly transports: readonly string[];
  readonly createdAt: number;
  /** Epoch milliseconds by which a mutation must commit the wrap of this credential. */
  readonly provisionalUntil: number;
}

export interface Credential extends Omit<NewCredential, 'provisionalUntil'> {
  /** `null` after a mutation has committed the wrap. The credential is then active. */
  readonly provisionalUntil: number | null;
}

export interface PasskeyLimits {
  readonly maxPasskeys: number;
  readonly now: number;
}

export interface NewAccount {
  readonly credential: NewCredential;
  readonly session: Session;
  readonly rules: EnrollmentRules;
}

/** Conditions for new accounts. Accounts that can't become usable any more don't count. */
export interface EnrollmentRules {
  readonly isOpen: boolean;
  /** Maximum number of accounts of the tenant; undefined means unlimited. */
  readonly maxAccounts: number | undefined;
}

export interface Account {
  readonly id: string;
  readonly revision: number;
  readonly credentials: readonly Credential[];
}

export interface StoredVault {
  readonly revision: number;
  /** SHA-256 of `envelope`, base64url. */
  readonly digest: string;
  /** The exact JSON text that was committed. */
  readonly envelope: string;
}

export interface Receipt {
  readonly revision: number;
  readonly digest: string;
}

interface CounterMove {
  readonly tenantId: string;
  readonly credentialId: string;
  readonly counterBefore: number;
  readonly counter: number;
}

export interface Login extends CounterMove {
  readonly session: Session;
  readonly now: number;
}

export interface Commit extends CounterMove {
  readonly accountId: string;
  /** The revision to replace; the new revision is one higher. */
  readonly revision: number;
  readonly digest: string;
  readonly envelope: string;
  readonly operationId: string;
  readonly now: number;
  /** Provisional credentials that the wraps of the envelope name. */
  readonly activated: readonly string[];
  /** Credentials to remove. If the list isn't empty, all other sessions end. */
  readonly removed: readonly string[];
  readonly sessionHash: string;
}

export interface Deletion {
  readonly tenantId: string;
  readonly accountId: string;
  readonly revision: number;
  /** The signer, and the signer's counter as it was read. Both are deleted with the account. */
  readonly credentialId: string;
  readonly counterBefore: number;
}

/** `account-gone`: since the check, the account was disabled or its bootstrap session ended. */
export type CommitResult =
  | 'committed'
  | 'revision-conflict'
  | 'operation-exists'
  | 'lost-race'
  | 'account-gone';

export type LimitKind = 'mutation-options' | 'mutation-commit';
