import { expect } from 'vitest';
import type {
  Challenge,
  Commit,
  EnrollmentRules,
  NewCredential,
  VaultStore,
} from '../../../server/vault/store.ts';
import { opaqueId } from '../../helpers/vault-client.ts';

export const T0 = 1_800_000_000_000;
export const TENANT = 'main';
export const OPEN: EnrollmentRules = { isOpen: true, maxAccounts: undefined };

/** Creates rows for the store's suites; each row has new ids. */
export function storeFixture(open: () => VaultStore) {
  function passkey(accountId: string, change: Partial<NewCredential> = {}): NewCredential {
    return {
      tenantId: TENANT,
      id: opaqueId(),
      accountId,
      publicKey: Uint8Array.of(1, 2, 3, 255),
      counter: 0,
      isBackupEligible: true,
      transports: ['internal', 'odd "\u0000 text'],
      createdAt: T0,
      provisionalUntil: T0 + 600_000,
      ...change,
    };
  }

  function challenge(change: Partial<Challenge> = {}): Challenge {
    const { accountId = opaqueId() } = change;
    return {
      idHash: opaqueId(),
      tenantId: TENANT,
      purpose: 'login',
      challengeHash: opaqueId(),
      accountId,
      sessionHash: opaqueId(),
      issuedAt: T0,
      expiresAt: T0 + 120_000,
      revision: null,
      digest: null,
      operationId: null,
      ...change,
    };
  }

  /** Creates an account with one passkey and `revision` commits. */
  async function account(revision = 1, change: Partial<NewCredential> = {}) {
    const accountId = opaqueId();
    const credential = passkey(accountId, change);
    const session = {
      tokenHash: opaqueId(),
      tenantId: TENANT,
      accountId,
      expiresAt: T0 + 600_000,
    };
    expect(await open().createAccount({ credential, session, rules: OPEN })).toBe('created');
    for (let at = 0; at < revision; at++) {
      const activated = at === 0 ? [credential.id] : [];
      const sessionHash = session.tokenHash;
      const commit = commitOf(accountId, credential, at, { activated, sessionHash });
      expect(await open().commit(commit)).toBe('committed');
    }
    return { accountId, credential, session };
  }

  function commitOf(
    accountId: string,
    credential: NewCredential,
    revision: number,
    change: Partial<Commit> = {},
  ): Commit {
    return {
      tenantId: credential.tenantId,
      accountId,
      credentialId: credential.id,
      counterBefore: credential.counter,
      counter: credential.counter,
      revision,
      digest: opaqueId(),
      envelope: `{"revision":${revision + 1}, "text": "ü\\u0041 exact"}`,
      operationId: opaqueId(),
      now: T0 + 1000,
      activated: [],
      removed: [],
      sessionHash: opaqueId(),
      ...change,
    };
  }

  return { passkey, challenge, account, commitOf };
}
