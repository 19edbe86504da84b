/**
 * The vault service's storage, as an interface. Each method is one atomic transition: of several
 * concurrent calls, exactly those that the rules allow succeed. Times are Unix milliseconds from
 * the caller's clock. Tokens, challenge ids and challenges are passed only as SHA-256, so that
 * stored data can't open a session or a challenge.
 */
export interface VaultStore extends VaultReads {
  /**
   * Returns the key (32 bytes) that seals anonymous challenges, which all instances share. A key
   * that wasn't in use around the database's time is replaced by `newKey`: then the clock was set
   * back or forward, or a backup was restored, and ids consumed since then are unknown. `now` is
   * the caller's time.
   * @throws WrongClockError when `now` differs from the database's time by more than a minute
   */
  challengeKey(request: {
    readonly now: number;
    readonly newKey: () => Uint8Array;
  }): Promise<Uint8Array>;
  /** Returns true for the first of all calls with this id. It is on disk when this resolves. */
  consumeChallenge(idHash: string, expiresAt: number): Promise<boolean>;
  /** Adds a challenge and drops the account's oldest live ones beyond `maxPerAccount`. */
  addChallenge(challenge: Challenge, maxPerAccount: number): Promise<void>;
  /** Removes and returns a challenge, for one of several concurrent callers. It may be expired. */
  takeChallenge(idHash: string): Promise<Challenge | undefined>;

  revokeSession(tokenHash: string): Promise<void>;

  /** Returns whether a tenant accepts another account. `createAccount` checks it again. */
  admitsAccount(tenantId: string, rules: EnrollmentRules, now: number): Promise<boolean>;
  /**
   * Adds an account at revision 0 with a provisional credential and its bootstrap session, if the
   * rules admit one more.
   */
  createAccount(
    account: NewAccount,
  ): Promise<'created' | 'credential-exists' | 'enrollment-closed'>;
  /** Adds a provisional credential; expired provisional ones are replaced. */
  addPasskey(
    credential: NewCredential,
    limits: PasskeyLimits,
  ): Promise<'added' | 'credential-exists' | 'passkey-limit' | 'vault-pending' | 'account-gone'>;

  /**
   * Opens a session if the credential is still active, of this account, and at the counter that was
   * read; advances that counter. Otherwise returns `counter-moved`, for example if the host has
   * disabled the account. Repeating the ceremony then shows the reason.
   */
  logIn(login: Login): Promise<StoredVault | 'counter-moved' | 'account-disabled'>;
  /** Advances the vault by one revision, which is on disk when this resolves. */
  commit(commit: Commit): Promise<CommitResult>;
  /** Deletes the account and all its data, if its vault is still at `revision`. */
  deleteAccount(deletion: Deletion): Promise<CommitResult>;

  /**
   * Counts an account's hit and returns the current window's hits and end; undefined when the
   * account doesn't exist.
   */
  countHit(
    accountId: string,
    kind: LimitKind,
    window: { readonly now: number; readonly windowMs: number },
  ): Promise<{ readonly hits: number; readonly endsAt: number } | undefined>;

  /**
   * Deletes rows that expired by the database's clock, except receipts. Returns their number. Works
   * in small steps, between which other tasks run, and stops after a step when `signal` aborts.
   */
  purge(now: number, signal?: AbortSignal): Promise<number>;
  /** Like `purge`, for receipts. Visits every old receipt, so it must be called rarely. */
  purgeReceipts(now: number, signal?: AbortSignal): Promise<number>;
  /** Returns how far `now` is ahead of the database's clock, in milliseconds. */
  clockDifference(now: number): Promise<number>;
  /** Rejects when storage doesn't respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface VaultReads {
  findSession(tokenHash: string): Promise<Session | undefined>;
  /** Finds a credential of an account, or of any account if none is given. */
  findCredential(tenantId: string, id: string, accountId?: string): Promise<Credential | undefined>;
  /** Returns true when another tenant has a credential with this id. */
  isCredentialElsewhere(tenantId: string, id: string): Promise<boolean>;
  /**
   * Returns the account's revision and credentials, including expired provisional ones; undefined
   * if it doesn't exist or has no credentials.
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
  /** The session that requested it. */
  readonly sessionHash: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Revision that a mutation, removal or deletion binds. */
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
  /** Deadline for the mutation with its wrap. */
  readonly provisionalUntil: number;
}

export interface Credential extends Omit<NewCredential, 'provisionalUntil'> {
  /** `null` after a mutation has committed its wrap: the credential is active. */
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

/** When a tenant accepts new accounts. Accounts that can't become usable any more don't count. */
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
  /** The revision to replace. The new one is one higher. */
  readonly revision: number;
  readonly digest: string;
  readonly envelope: string;
  readonly operationId: string;
  readonly now: number;
  /** Provisional credentials named by the envelope's wraps. */
  readonly activated: readonly string[];
  /** Credentials to remove. If there are any, all other sessions end. */
  readonly removed: readonly string[];
  readonly sessionHash: string;
}

export interface Deletion {
  readonly tenantId: string;
  readonly accountId: string;
  readonly revision: number;
  /** The signer, and its counter when it was read. They are deleted with the account. */
  readonly credentialId: string;
  readonly counterBefore: number;
}

/** `account-gone`: the account was disabled, or its bootstrap session ended, after the check. */
export type CommitResult =
  | 'committed'
  | 'revision-conflict'
  | 'operation-exists'
  | 'lost-race'
  | 'account-gone';

export type LimitKind = 'mutation-options' | 'mutation-commit';
