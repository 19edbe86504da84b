import { CondorError } from '../../shared/errors.ts';

/** Explanations for the host, by the code of PostgreSQL or TLS. */
const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'wrong user name or password',
  '28000': 'PostgreSQL does not admit this user from here',
  '3D000': 'PostgreSQL has no such database',
  '42501': 'the user lacks a permission',
  '08P01':
    'a connection pooler refuses start-up parameters, see "Behind PgBouncer" in server/hosting/operation.md',
  SELF_SIGNED_CERT_IN_CHAIN: 'sslrootcert does not vouch for the certificate of PostgreSQL',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'sslrootcert does not vouch for the certificate of PostgreSQL',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'sslrootcert does not vouch for the certificate of PostgreSQL',
  CERT_HAS_EXPIRED: 'the certificate of PostgreSQL has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of PostgreSQL names another host',
};

/**
 * Returns the error for a database that can't be opened or migrated. The message contains the
 * setting and the system's error code, but not the URL, which may contain a password.
 */
export function databaseUnusable(cause: unknown): CondorError {
  if (cause instanceof CondorError) return cause;
  const code = codeOf(cause);
  const reason = Object.hasOwn(REASONS, code) ? `: ${REASONS[code]}` : '';
  return new CondorError(
    'database-unusable',
    `the database that DATABASE_URL names cannot be used (${code}${reason})`,
    { cause },
  );
}

function codeOf(cause: unknown): string {
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code);
  // The driver's own errors have no code, and their messages contain nothing from the URL.
  const message = cause instanceof Error ? cause.message : '';
  if (/does not support SSL/.test(message)) return 'PostgreSQL does not offer TLS';
  if (/client password must be a/.test(message)) return 'PostgreSQL asks for a password';
  return 'unknown';
}
