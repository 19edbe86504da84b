import { isLive } from '../../server/live-window.ts';
import {
  CONSUMED_MS,
  KEY_MARK_MS,
  KEY_UNUSED_MS,
  PENDING_ACCOUNT_MS,
  PROVISIONAL_MS,
  RECEIPT_MS,
  RECEIPTS_KEPT,
} from '../../server/vault/numbers.ts';
import type {
  Challenge,
  Commit,
  CommitResult,
  Credential,
  EnrollmentRules,
  NewCredential,
  Receipt,
  Session,
  StoredVault,
  VaultReads,
  VaultStore,
} from '../../server/vault/store.ts';
import { SESSION_MS } from '../../shared/wire/vault.ts';

interface AccountRecord {
  readonly id: string;
  readonly tenantId: string;
  pendingUntil: number | null;
  vault: StoredVault | undefined;
  readonly receipts: Map<string, Receipt & { readonly committedAt: number }>;
  readonly hits: Map<string, { hits: number; endsAt: number }>;
}

/** Keeps vaults in memory: the simplest reference for the SQL stores. */
export function createMemoryVaultStore(): VaultStore {
  const accounts = new Map<string, AccountRecord>();
  const credentials = new Map<string, Credential>();
  const challenges = new Map<string, Challenge>();
  const consumed = new Map<string, number>();
  let key: { readonly secret: Uint8Array; usedAt: number } | undefined;
  const sessions = new Map<string, Session>();
  const keyOf = (tenantId: string, id: string) => `${tenantId} ${id}`;

  function credentialsOf(accountId: string): Credential[] {
    return [...credentials.values()]
      .filter((credential) => credential.accountId === accountId)
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  function insertCredential(credential: NewCredential): boolean {
    const key = keyOf(credential.tenantId, credential.id);
    const held = credentials.get(key);
    if (held !== undefined && !isExpired(held, credential.createdAt)) return false;
    credentials.set(key, { ...credential });
    return true;
  }

  function admits(tenantId: string, { isOpen, maxAccounts }: EnrollmentRules, now: number) {
    const hasSession = (id: string) =>
      [...sessions.values()].some(
        ({ accountId, expiresAt }) => accountId === id && isLive(expiresAt, SESSION_MS, now),
      );
    const taken = [...accounts.values()].filter(
      (account) =>
        account.tenantId === tenantId && (account.vault !== undefined || hasSession(account.id)),
    );
    return isOpen && (maxAccounts === undefined || taken.length < maxAccounts);
  }

  function moveCounter(move: CounterMove): boolean {
    const key = keyOf(move.tenantId, move.credentialId);
    const held = credentials.get(key);
    if (move.counter === move.counterBefore) return true;
    if (held === undefined || held.counter !== move.counterBefore) return false;
    credentials.set(key, { ...held, counter: move.counter });
    return true;
  }

  /**
   * Deletes the key if it wasn't used around `now`, and otherwise updates the time of its last use.
   */
  function markKey(now: number): void {
    if (key === undefined) return;
    if (Math.abs(key.usedAt - now) > KEY_UNUSED_MS) key = undefined;
    else if (key.usedAt <= now - KEY_MARK_MS) key.usedAt = now;
  }

  function deleteAccount(accountId: string): void {
    accounts.delete(accountId);
    for (const [key, { accountId: owner }] of credentials) {
      if (owner === accountId) credentials.delete(key);
    }
    for (const [key, { accountId: owner }] of sessions) {
      if (owner === accountId) sessions.delete(key);
    }
  }

  function commit(commit: Commit): CommitResult {
    const account = accounts.get(commit.accountId);
    if (account === undefined || (account.vault?.revision ?? 0) !== commit.revision) {
      return account?.receipts.has(commit.operationId) ? 'operation-exists' : 'revision-conflict';
    }
    if (account.receipts.has(commit.operationId)) return 'operation-exists';
    if (commit.revision === 0 && !sessions.has(commit.sessionHash)) return 'account-gone';
    const activated = commit.activated.map((id) => credentials.get(keyOf(commit.tenantId, id)));
    for (const credential of activated) {
      const isWaiting =
        credential?.accountId === commit.accountId &&
        credential.provisionalUntil !== null &&
        isLive(credential.provisionalUntil, PROVISIONAL_MS, commit.now);
      if (!isWaiting) return 'lost-race';
    }
    const removed = commit.removed.map((id) => credentials.get(keyOf(commit.tenantId, id)));
    if (removed.some((credential) => credential?.accountId !== commit.accountId)) {
      return 'lost-race';
    }
    if (!moveCounter(commit)) return 'lost-race';
    for (const id of commit.activated) {
      const key = keyOf(commit.tenantId, id);
      const credential = credentials.get(key);
      if (credential !== undefined) credentials.set(key, { ...credential, provisionalUntil: null });
    }
    for (const id of commit.removed) credentials.delete(keyOf(commit.tenantId, id));
    if (commit.removed.length > 0) {
      for (const [key, { accountId }] of sessions) {
        if (accountId === commit.accountId && key !== commit.sessionHash) sessions.delete(key);
      }
    }
    const { digest, envelope, operationId, now } = commit;
    const revision = commit.revision + 1;
    account.vault = { revision, digest, envelope };
    account.pendingUntil = null;
    account.receipts.set(operationId, { revision, digest, committedAt: now });
    return 'committed';
  }

  const reads: VaultReads = {
    async findSession(tokenHash) {
      return sessions.get(tokenHash);
    },
    async findCredential(tenantId, id, accountId) {
      const held = credentials.get(keyOf(tenantId, id));
      return accountId === undefined || held?.accountId === accountId ? held : undefined;
    },
    async isCredentialElsewhere(tenantId, id) {
      return [...credentials.values()].some((held) => held.id === id && held.tenantId !== tenantId);
    },
    async readAccount(accountId) {
      const account = accounts.get(accountId);
      const held = credentialsOf(accountId);
      return account === undefined || held.length === 0
        ? undefined
        : { id: account.id, revision: account.vault?.revision ?? 0, credentials: held };
    },
    async readVault(accountId) {
      return accounts.get(accountId)?.vault;
    },
    async findReceipt(accountId, operationId) {
      const receipt = accounts.get(accountId)?.receipts.get(operationId);
      return receipt && { revision: receipt.revision, digest: receipt.digest };
    },
  };

  return {
    ...reads,
    async challengeKey({ now, newKey }) {
      markKey(now);
      key ??= { secret: newKey(), usedAt: now };
      return key.secret;
    },
    async consumeChallenge(idHash, expiresAt) {
      const isFirst = !consumed.has(idHash);
      consumed.set(idHash, expiresAt);
      return isFirst;
    },
    async addChallenge(challenge, maxPerAccount) {
      const live = [...challenges.values()]
        .filter(({ accountId }) => accountId === challenge.accountId)
        .sort((a, b) => b.issuedAt - a.issuedAt || (a.idHash < b.idHash ? -1 : 1));
      for (const { idHash } of live.slice(maxPerAccount - 1)) challenges.delete(idHash);
      challenges.set(challenge.idHash, challenge);
    },
    async takeChallenge(idHash) {
      const challenge = challenges.get(idHash);
      challenges.delete(idHash);
      return challenge;
    },
    async revokeSession(tokenHash) {
      sessions.delete(tokenHash);
    },
    async admitsAccount(tenantId, rules, now) {
      return admits(tenantId, rules, now);
    },
    async createAccount({ credential, session, rules }) {
      if (!admits(credential.tenantId, rules, credential.createdAt)) return 'enrollment-closed';
      if (!insertCredential(credential)) return 'credential-exists';
      accounts.set(credential.accountId, {
        id: credential.accountId,
        tenantId: credential.tenantId,
        pendingUntil: session.expiresAt,
        vault: undefined,
        receipts: new Map(),
        hits: new Map(),
      });
      sessions.set(session.tokenHash, session);
      return 'created';
    },
    async addPasskey(credential, { maxPasskeys, now }) {
      const account = accounts.get(credential.accountId);
      if (account === undefined) return 'account-gone';
      if (account.vault === undefined) return 'vault-pending';
      const held = credentialsOf(account.id);
      for (const one of held) {
        if (isExpired(one, now)) credentials.delete(keyOf(one.tenantId, one.id));
      }
      if (credentialsOf(account.id).length >= maxPasskeys) return 'passkey-limit';
      return insertCredential(credential) ? 'added' : 'credential-exists';
    },
    async logIn(login) {
      const vault = accounts.get(login.session.accountId)?.vault;
      const held = credentials.get(keyOf(login.tenantId, login.credentialId));
      const isActive =
        held?.accountId === login.session.accountId &&
        held.provisionalUntil === null &&
        held.counter === login.counterBefore;
      if (vault === undefined || !isActive || !moveCounter(login)) return 'counter-moved';
      sessions.set(login.session.tokenHash, login.session);
      return vault;
    },
    commit: async (input) => commit(input),
    async deleteAccount(deletion) {
      const account = accounts.get(deletion.accountId);
      if (account === undefined || (account.vault?.revision ?? 0) !== deletion.revision) {
        return 'revision-conflict';
      }
      const signer = credentials.get(keyOf(deletion.tenantId, deletion.credentialId));
      if (signer?.counter !== deletion.counterBefore) return 'lost-race';
      for (const [key, { accountId }] of challenges) {
        if (accountId === deletion.accountId) challenges.delete(key);
      }
      deleteAccount(deletion.accountId);
      return 'committed';
    },
    async countHit(accountId, kind, { now, windowMs }) {
      const hits = accounts.get(accountId)?.hits;
      if (hits === undefined) return undefined;
      const held = hits.get(kind);
      const counted =
        held !== undefined && isLive(held.endsAt, windowMs, now)
          ? { hits: held.hits + 1, endsAt: held.endsAt }
          : { hits: 1, endsAt: now + windowMs };
      hits.set(kind, counted);
      return counted;
    },
    async purge(now) {
      markKey(now);
      let rows = dropWhere(challenges, ({ expiresAt }) => expiresAt <= now);
      rows += dropWhere(consumed, (expiresAt) => expiresAt <= now - CONSUMED_MS);
      rows += dropWhere(sessions, ({ expiresAt }) => expiresAt <= now);
      rows += dropWhere(
        credentials,
        ({ provisionalUntil }) => provisionalUntil !== null && provisionalUntil <= now,
      );
      for (const account of accounts.values()) {
        const { pendingUntil } = account;
        if (pendingUntil !== null && pendingUntil <= now - PENDING_ACCOUNT_MS) {
          deleteAccount(account.id);
          rows++;
        }
        rows += dropWhere(account.hits, ({ endsAt }) => endsAt <= now);
      }
      return rows;
    },
    async purgeReceipts(now) {
      let rows = 0;
      for (const { receipts, vault } of accounts.values()) {
        const oldest = (vault?.revision ?? 0) - RECEIPTS_KEPT;
        rows += dropWhere(receipts, ({ committedAt, revision }) => {
          return committedAt <= now - RECEIPT_MS && revision <= oldest;
        });
      }
      return rows;
    },
    clockDifference: async () => 0,
    ping: async () => undefined,
    close: async () => undefined,
  };
}

type CounterMove = Pick<Commit, 'tenantId' | 'credentialId' | 'counterBefore' | 'counter'>;

function isExpired({ provisionalUntil }: Credential, now: number): boolean {
  return provisionalUntil !== null && !isLive(provisionalUntil, PROVISIONAL_MS, now);
}

function dropWhere<K, V>(map: Map<K, V>, isOver: (value: V) => boolean): number {
  let rows = 0;
  for (const [key, value] of map) {
    if (isOver(value) && map.delete(key)) rows++;
  }
  return rows;
}
