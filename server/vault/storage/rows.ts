import type { Insertable } from 'kysely';
import * as Type from 'typebox';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import type { Challenge, Credential, NewCredential, Session } from '../store.ts';
import type { VaultTables } from './tables.ts';

const Transports = Type.Array(Type.String());

export function challengeRow(challenge: Challenge): Insertable<VaultTables['challenges']> {
  return {
    id_hash: challenge.idHash,
    tenant_id: challenge.tenantId,
    purpose: challenge.purpose,
    challenge_hash: challenge.challengeHash,
    account_id: challenge.accountId,
    session_hash: challenge.sessionHash,
    issued_at: challenge.issuedAt,
    expires_at: challenge.expiresAt,
    revision: challenge.revision,
    digest: challenge.digest,
    operation_id: challenge.operationId,
  };
}

export function challengeOf(row: VaultTables['challenges']): Challenge {
  return {
    idHash: row.id_hash,
    tenantId: row.tenant_id,
    purpose: row.purpose,
    challengeHash: row.challenge_hash,
    accountId: row.account_id,
    sessionHash: row.session_hash,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    revision: row.revision,
    digest: row.digest,
    operationId: row.operation_id,
  };
}

export function sessionRow(session: Session): Insertable<VaultTables['sessions']> {
  return {
    token_hash: session.tokenHash,
    tenant_id: session.tenantId,
    account_id: session.accountId,
    expires_at: session.expiresAt,
  };
}

export function sessionOf(row: VaultTables['sessions']): Session {
  return {
    tokenHash: row.token_hash,
    tenantId: row.tenant_id,
    accountId: row.account_id,
    expiresAt: row.expires_at,
  };
}

export function credentialRow(credential: NewCredential): Insertable<VaultTables['credentials']> {
  return {
    tenant_id: credential.tenantId,
    id: credential.id,
    account_id: credential.accountId,
    public_key: credential.publicKey,
    counter: credential.counter,
    backup_eligible: credential.isBackupEligible ? 1 : 0,
    transports: JSON.stringify(credential.transports),
    created_at: credential.createdAt,
    provisional_until: credential.provisionalUntil,
  };
}

/**
 * Returns a row as a credential.
 * @throws RangeError when `credentialRow` didn't write the row
 */
export function credentialOf(row: VaultTables['credentials']): Credential {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    accountId: row.account_id,
    publicKey: Uint8Array.from(row.public_key),
    counter: row.counter,
    isBackupEligible: row.backup_eligible === 1,
    transports: textsIn(row.transports),
    createdAt: row.created_at,
    provisionalUntil: row.provisional_until,
  };
}

/**
 * Throws for an invalid row instead of skipping the passkey, because each commit must keep a wrap
 * for every passkey of an account. Only this account is blocked then.
 */
function textsIn(json: string): string[] {
  const list = parseAs(Transports, parseJson(json));
  if (list === undefined) throw new RangeError('a stored list of transports is unreadable');
  return list;
}
