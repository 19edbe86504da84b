import type { Database } from 'better-sqlite3';
import { toBase64url } from '../../shared/bytes.ts';
import type { VaultPayload } from '../../shared/vault/payload.ts';
import { decodePayload } from '../../shared/vault/payload.ts';
import { PRF_INPUT } from '../../shared/vault/prf.ts';
import { forge } from './second-vault/forge.ts';
import { openText } from './second-vault/vault.ts';
import type { SoftAuthenticator } from './soft-authenticator.ts';

interface VaultRow {
  readonly account_id: string;
  readonly revision: number;
  readonly digest: string;
  readonly envelope: string;
}

/** A passkey and its PRF value. */
export interface StolenPasskey {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly prf: Buffer;
}

export function passkeyOf(stolen: SoftAuthenticator): StolenPasskey {
  const { id, rpId, userHandle } = stolen.credentials[0] ?? never();
  const challenge = toBase64url(new Uint8Array(32));
  const options = { challenge, rpId, userVerification: 'required', timeout: 60_000 } as const;
  const origin = 'https://thief.example';
  const allowCredentials = [{ id, type: 'public-key' as const }];
  const { prf } = stolen.get({ ...options, allowCredentials }, { origin, prfInput: PRF_INPUT });
  return { id, rpId, userHandle, prf: Buffer.from(prf ?? never()) };
}

/**
 * A thief who has one of an account's passkeys and the server's database. The thief opens and seals
 * with the second implementation of the format.
 */
export function createVaultThief(
  server: { withDatabase<Result>(work: (database: Database) => Result): Result },
  { id, rpId, userHandle, prf }: StolenPasskey,
) {
  const account = { rpId, accountId: Buffer.from(userHandle, 'base64url') };

  const row = (): VaultRow =>
    server.withDatabase((database) =>
      database.prepare<[], VaultRow>('SELECT * FROM vaults').all(),
    )[0] ?? never();

  /** Opens the vault that the server currently stores. Throws if the passkey can't open it. */
  function read(): VaultPayload {
    const passkey = { credentialId: Buffer.from(id, 'base64url'), prf };
    return decodePayload(Buffer.from(openText({ text: row().envelope, account, passkey }).json));
  }

  const registration = server.withDatabase((database) => rowsOf(database, id));

  return {
    credentialId: id,
    read,
    row,

    /** Replaces the stored vault with a forged vault whose revision is higher. */
    plant(content: VaultPayload, ahead = 1): { text: string; digest: string } {
      const { revision, digest: prevDigest } = row();
      const forged = forge({ ...content, revision: revision + ahead, prevDigest }, account);
      server.withDatabase((database) =>
        database
          .prepare('UPDATE vaults SET envelope = ?, digest = ?, revision = ?')
          .run(forged.text, forged.digest, revision + ahead),
      );
      return forged;
    },

    /** Registers the removed passkey again, directly in the server's database. */
    register(): void {
      server.withDatabase((database) => {
        if (rowsOf(database, id).length > 0) return;
        for (const known of registration) {
          const columns = Object.keys(known);
          const places = columns.map(() => '?').join(', ');
          database
            .prepare(`INSERT INTO credentials (${columns.join(', ')}) VALUES (${places})`)
            .run(...Object.values(known));
        }
      });
    },
  };
}

function rowsOf(database: Database, id: string) {
  return database
    .prepare<[string], Record<string, unknown>>('SELECT * FROM credentials WHERE id = ?')
    .all(id);
}

function never(): never {
  throw new Error('The thief lacks a value.');
}
