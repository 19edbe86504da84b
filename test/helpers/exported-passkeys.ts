import { createHash, createHmac } from 'node:crypto';
import { PRF_INPUT } from '../../shared/vault/prf.ts';

/** A passkey of the test authenticator, with the PRF value for the vault. */
export interface ExportedPasskey {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly prf: Buffer;
}

export function exportedPasskeys(passkeys: unknown): ExportedPasskey[] {
  if (!Array.isArray(passkeys)) throw new Error('no passkeys');
  const salt = createHash('sha256').update('WebAuthn PRF\0').update(PRF_INPUT).digest();
  return passkeys.map(({ id, rpId, userHandle, secret }) => ({
    id: String(id),
    rpId: String(rpId),
    userHandle: String(userHandle),
    prf: createHmac('sha256', Buffer.from(String(secret), 'base64url'))
      .update(salt)
      .digest(),
  }));
}
