import { SESSION_MS } from '../../../shared/wire/vault.ts';
import { isLive } from '../../live-window.ts';
import { VaultServiceError } from '../errors.ts';
import type { Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import type { VaultDeps } from './deps.ts';
import { newOpaqueId, sha256 } from './hashes.ts';

export interface NewSession {
  /** The bearer token, which the client receives once and the server never stores. */
  readonly token: string;
  readonly session: Session;
}

/**
 * Returns a new session, not stored yet, that ends after ten minutes. A session can't be extended.
 */
export function newSession(
  { clock, random }: Pick<VaultDeps, 'clock' | 'random'>,
  tenant: VaultTenant,
  accountId: string,
): NewSession {
  const token = newOpaqueId(random);
  return {
    token,
    session: {
      tokenHash: sha256(token),
      tenantId: tenant.id,
      accountId,
      expiresAt: clock.now() + SESSION_MS,
    },
  };
}

/**
 * Returns the live session of a token that has the right form.
 * @throws VaultServiceError SESSION_EXPIRED when it is unknown, expired or revoked, TENANT_MISMATCH
 */
export async function findSession(
  deps: Pick<VaultDeps, 'store' | 'clock'>,
  tenant: VaultTenant,
  token: string,
): Promise<Session> {
  const session = await liveSession(deps, sha256(token));
  if (session.tenantId !== tenant.id) throw new VaultServiceError('TENANT_MISMATCH');
  return session;
}

/**
 * Reads a session again, to check that the session is still live.
 * @throws VaultServiceError SESSION_EXPIRED when it is unknown, expired or revoked
 */
export async function liveSession(
  { store, clock }: Pick<VaultDeps, 'store' | 'clock'>,
  tokenHash: string,
): Promise<Session> {
  const session = await store.findSession(tokenHash);
  if (session === undefined || !isLive(session.expiresAt, SESSION_MS, clock.now()))
    throw new VaultServiceError('SESSION_EXPIRED');
  return session;
}
