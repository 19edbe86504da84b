import pg from 'pg';
import { median, quantile } from '../bench/report.ts';
import { inParallel, type World } from '../bench/vault-world.ts';
import { seededRandom } from '../devnet/random-walk.ts';
import type { Cost, Operation } from './capacity-model.ts';
import { filledAccount, type SharedPasskey } from './fill-accounts.ts';
import { processorMs, serverMs } from './processor-time.ts';

export interface Measured extends Cost {
  readonly medianMs: number;
  readonly p95Ms: number;
}

/**
 * Runs each operation on random accounts among the first `count` accounts. Returns the cost of each
 * operation.
 */
export async function measureOperations(
  { client, server }: Pick<World, 'client' | 'server'>,
  url: string,
  {
    count,
    samples,
    passkey,
  }: { readonly count: number; readonly samples: number; readonly passkey: SharedPasskey },
): Promise<Record<Operation, Measured>> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const random = seededRandom(count);
  const drawn = new Set<number>();
  while (drawn.size < samples) drawn.add(Math.floor(random() * count));
  const users = [...drawn].map((index) => filledAccount(index, passkey));

  async function counters() {
    const { rows } = await database.query<{ pid: number; xid: string; bytes: string }>(
      `select pg_backend_pid() as pid, pg_snapshot_xmax(pg_current_snapshot())::text as xid,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
    );
    const { pid = 0, xid = '0', bytes = '0' } = rows[0] ?? {};
    return {
      serviceMs: processorMs(server.child.pid),
      databaseMs: serverMs(pid),
      writes: Number(xid),
      logBytes: Number(bytes),
    };
  }

  async function phase(
    work: (user: (typeof users)[number]) => Promise<unknown>,
  ): Promise<Measured> {
    const times: number[] = [];
    const before = await counters();
    await inParallel(samples, async (index) => {
      const user = users[index];
      if (user === undefined) throw new Error('no such account');
      const begun = performance.now();
      await work(user);
      times.push(performance.now() - begun);
    });
    const after = await counters();
    return {
      medianMs: median(times),
      p95Ms: quantile(times, 0.95),
      serviceMs: (after.serviceMs - before.serviceMs) / samples,
      databaseMs: (after.databaseMs - before.databaseMs) / samples,
      writes: (after.writes - before.writes) / samples,
      logBytes: (after.logBytes - before.logBytes) / samples,
    };
  }

  try {
    const login = await phase(async ({ account, authenticator }) => {
      const { token, envelope } = await client.logIn(authenticator);
      account.token = token;
      account.revision = envelope.revision;
    });
    const read = await phase(({ account }) => client.vault(account.token));
    const commit = await phase(({ account, authenticator }) =>
      client.commit(account, authenticator),
    );
    const revoke = await phase(({ account }) => client.revoke(account.token));
    return { login, read, commit, revoke };
  } finally {
    await database.end();
  }
}
