import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
  type SoftCredential,
} from '../helpers/soft-authenticator.ts';
import { type ClientAccount, noise, opaqueId } from '../helpers/vault-client.ts';

/** Accounts per statement. */
const BATCH = 50_000;

/** Passkey that all filled accounts share, so that the simulation can use every account. */
export interface SharedPasskey {
  readonly credential: SoftCredential;
  /** Public key in the form that the service stores. */
  readonly publicKey: Uint8Array;
}

const hashOf = (kind: string, index: number) =>
  createHash('sha256').update(`${kind} ${index}`).digest();
const accountIdOf = (index: number) => hashOf('account', index).toString('base64url');
const credentialIdOf = (index: number) =>
  hashOf('credential', index).subarray(0, 16).toString('base64url');

/** Returns SQL that converts bytes to base64url. */
const base64url = (bytes: string) =>
  `translate(rtrim(encode(${bytes}, 'base64'), '='), '+/', '-_')`;
const hashInSql = (kind: string) => `sha256(('${kind} ' || i)::bytea)`;
const ACCOUNT = base64url(hashInSql('account'));
const CREDENTIAL = base64url(`substr(${hashInSql('credential')}, 1, 16)`);

/**
 * Adds accounts in the state after a registration and one commit: an active passkey, an envelope of
 * revision 1, a receipt. `payloadBytes` is the size of an envelope's ciphertext.
 */
export async function fillAccounts(
  url: string,
  accounts: { readonly from: number; readonly to: number; readonly payloadBytes: number },
  { publicKey }: SharedPasskey,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ciphertext = noise(accounts.payloadBytes);
  const wrap = `"salt":"${opaqueId()}","iv":"${noise(12)}","ct":"${noise(48)}"`;
  const envelope = `'{"v":2,"accountId":"' || id || '","revision":1,"payload":{"iv":"${noise(12)}",'
    || '"ct":"${ciphertext}"},"wraps":[{"credentialId":"' || credential || '",${wrap}}]}'`;
  const digest = base64url(hashInSql('digest'));
  const operation = base64url(hashInSql('operation'));
  const now = Date.now();
  await client.query("set synchronous_commit = off; set work_mem = '64MB'");
  for (let from = accounts.from; from < accounts.to; from += BATCH) {
    const to = Math.min(from + BATCH, accounts.to) - 1;
    const made = `made as materialized (
      select i, ${ACCOUNT} as id, ${CREDENTIAL} as credential from generate_series(${from}, ${to}) i)`;
    // One statement per table, because a foreign key only sees rows of earlier statements.
    for (const insert of [
      `insert into accounts (id, tenant_id, created_at) select id, 'main', ${now} from made`,
      `insert into vaults (account_id, revision, digest, envelope, committed_at)
        select id, 1, ${digest}, ${envelope}, ${now} from made`,
      `insert into credentials (tenant_id, id, account_id, public_key, counter, backup_eligible,
        transports, created_at, last_used_at)
        select 'main', credential, id, $1, 0, 0, '["internal"]', ${now}, ${now} from made`,
      `insert into receipts (account_id, operation_id, revision, digest, committed_at)
        select id, ${operation}, 1, ${digest}, ${now} from made`,
    ])
      await client.query(
        `with ${made} ${insert}`,
        insert.includes('$1') ? [Buffer.from(publicKey)] : [],
      );
  }
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}

/**
 * Registers an account through the service. Returns its passkey, which all filled accounts share.
 */
export async function sharedPasskey(
  url: string,
  authenticator: SoftAuthenticator,
): Promise<SharedPasskey> {
  const [held] = authenticator.credentials;
  if (held === undefined) throw new Error('the authenticator has no passkey');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ public_key: Buffer }>(
    'select public_key from credentials where id = $1',
    [held.id],
  );
  await client.end();
  const [row] = rows;
  if (row === undefined) throw new Error('the passkey is not registered');
  return { credential: held, publicKey: row.public_key };
}

/** Returns a filled account and an authenticator with the shared passkey. */
export function filledAccount(
  index: number,
  { credential }: SharedPasskey,
): { account: ClientAccount; authenticator: SoftAuthenticator } {
  const accountId = accountIdOf(index);
  const id = credentialIdOf(index);
  return {
    account: { accountId, token: '', revision: 1, wraps: [id] },
    authenticator: createSoftAuthenticator({
      held: [{ ...credential, id, userHandle: accountId }],
    }),
  };
}
