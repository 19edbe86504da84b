/**
 * What the vault service keeps, as a port. Each method is one atomic transition: of many callers at
 * once, exactly those that the rules allow succeed. Times are Unix milliseconds and come from the
 * caller's clock. Tokens, challenge ids and challenges enter as SHA-256 only, so that nothing read
 * from storage opens a session or a challenge.
 */
export interface VaultStore extends VaultReads {
  /** Adds a challenge; of an account's live ones the oldest beyond `maxPerAccount` are dropped. */
  addChallenge(challenge: Challenge, maxPerAccount: number): Promise<void>;
  /** Removes and gives a challenge: of many takers one gets it. It may have passed its lifetime. */
  takeChallenge(idHash: string): Promise<Challenge | undefined>;

  revokeSession(tokenHash: string): Promise<void>;

  /** Adds an account at revision 0 with a provisional credential and its bootstrap session. */
  createAccount(account: NewAccount): Promise<'created' | 'credential-exists'>;
  /** Adds a provisional credential; expired provisional ones make room. */
  addPasskey(
    credential: NewCredential,
    limits: { readonly maxPasskeys: number; readonly now: number },
  ): Promise<'added' | 'credential-exists' | 'passkey-limit' | 'vault-pending' | 'account-gone'>;

  /**
   * Opens a session if the credential still is the account's, active, and at the counter that was
   * read, and advances that counter. Otherwise `counter-moved`: a repeated ceremony tells why.
   */
  logIn(login: Login): Promise<StoredVault | 'counter-moved'>;
  /** Advances the vault by one revision; on disk when it resolves. */
  commit(commit: Commit): Promise<CommitResult>;
  /** Removes the account and all that belongs to it, if its vault is still at `revision`. */
  deleteAccount(deletion: Deletion): Promise<CommitResult>;

  /**
   * Counts a hit of an account and gives the hits of the running window and when it ends; nothing for
   * an account that is gone.
   */
  countHit(
    accountId: string,
    kind: LimitKind,
    window: { readonly now: number; readonly windowMs: number },
  ): Promise<{ readonly hits: number; readonly endsAt: number } | undefined>;

  /**
   * Deletes what has passed its time, but receipts; gives the number of rows. It works in small steps
   * with a turn of the event loop between them, and stops after one when `signal` aborts.
   */
  purge(now: number, signal?: AbortSignal): Promise<number>;
  /** The same for receipts, of which it looks at every old one: for a rare use. */
  purgeReceipts(now: number, signal?: AbortSignal): Promise<number>;
  /** Whether storage answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface VaultReads {
  findSession(tokenHash: string): Promise<Session | undefined>;
  findCredential(tenantId: string, id: string): Promise<Credential | undefined>;
  /** Whether another tenant has a credential of this id. */
  isCredentialElsewhere(tenantId: string, id: string): Promise<boolean>;
  /**
   * The account's revision and credentials, expired provisional ones included; nothing for an
   * account that is gone or has none left.
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
  /** The account that it belongs to; for `register` the one to be created; none for `login`. */
  readonly accountId: string | null;
  /** The session that asked for it; none for anonymous purposes. */
  readonly sessionHash: string | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** What a mutation, removal or deletion binds. */
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
  /** Until then it waits for the mutation that carries its wrap. */
  readonly provisionalUntil: number;
}

export interface Credential extends Omit<NewCredential, 'provisionalUntil'> {
  /** `null` once a mutation has committed its wrap: the credential is active. */
  readonly provisionalUntil: number | null;
}

export interface NewAccount {
  readonly credential: NewCredential;
  readonly session: Session;
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
}

export interface Commit extends CounterMove {
  readonly accountId: string;
  /** The revision that is replaced; the new one is one higher. */
  readonly revision: number;
  readonly digest: string;
  readonly envelope: string;
  readonly operationId: string;
  readonly now: number;
  /** Provisional credentials named by the envelope's wraps. */
  readonly activated: readonly string[];
  /** Credentials that the mutation takes away; then all sessions but this one end. */
  readonly removed: readonly string[];
  readonly sessionHash: string;
}

export interface Deletion {
  readonly tenantId: string;
  readonly accountId: string;
  readonly revision: number;
  /** The signer, and its counter when it was read: it goes with the account. */
  readonly credentialId: string;
  readonly counterBefore: number;
}

export type CommitResult = 'committed' | 'revision-conflict' | 'operation-exists' | 'lost-race';

export type LimitKind = 'mutation-options' | 'mutation-commit';
