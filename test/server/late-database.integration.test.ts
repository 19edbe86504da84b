import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { runServerToEnd, startServerProcess } from '../helpers/server-process.ts';

const WAITING =
  /^condor: waiting for the database that DATABASE_URL names \(\w+\), at most \d+ s more$/m;

/** Line before the first attempt. It names the database without the password. */
const USING = /^using the database postgres:\/\/127\.0\.0\.1:\d+\/\w+\n/;

const folder = mkdtempSync(join(tmpdir(), 'condor-late-'));
let postgres: TestPostgres;
let url: string;
beforeAll(async () => {
  chmodSync(folder, 0o755);
  const hba = join(folder, 'pg_hba.conf');
  const rule = (user: string, method: string) => `host all ${user} 127.0.0.1/32 ${method}\n`;
  writeFileSync(hba, rule('locked', 'scram-sha-256') + rule('all', 'trust'));
  postgres = await startPostgres(['-c', `hba_file=${hba}`]);
  url = await postgres.createDatabase('late');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create role locked login password 'right'; create role idle nologin");
  await client.end();
  await postgres.shutDown();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

describe('the server process', () => {
  it('exits with code 1 and prints the reason in the last line when PostgreSQL doesn’t respond in time', async () => {
    const { code, out, err } = await runServerToEnd({
      environment: { DATABASE_URL: url, DATABASE_WAIT_SECONDS: '1' },
    });
    expect([code, out.replace(USING, '')]).toEqual([1, '']);
    const lines = err.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(
      'condor: the database that DATABASE_URL names did not answer within 1 s (ECONNREFUSED)',
    );
    for (const line of lines.slice(0, -1)) expect(line).toMatch(WAITING);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'exits immediately on %s while it waits for PostgreSQL',
    async (signal) => {
      let lines = 0;
      const linesIn = (err: string) => err.split('\n').filter((line) => WAITING.test(line)).length;
      const { code, out, err } = await runServerToEnd({
        environment: { DATABASE_URL: url, DATABASE_WAIT_SECONDS: '3600' },
        onOutput: (output, child) => {
          if (lines > 0 || !WAITING.test(output.err)) return;
          lines = linesIn(output.err);
          child.kill(signal);
        },
      });
      expect([code, out.replace(USING, '')]).toEqual([0, '']);
      // The signal can arrive during an attempt. Then one more report follows.
      expect(linesIn(err)).toBeLessThanOrEqual(lines + 1);
    },
  );

  it('serves requests once a late PostgreSQL responds', async () => {
    let starting: Promise<void> | undefined;
    const server = await startServerProcess({
      environment: { DATABASE_URL: url },
      onOutput: ({ err }) => {
        if (WAITING.test(err)) starting ??= postgres.startAgain();
      },
    });
    await starting;
    const transport = createHttpTransport(server.port);
    const headers = { origin: 'https://localhost:8787' };
    const answer = await transport({
      method: 'POST',
      path: '/v1/registration/options',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(200);
    transport.close();
    expect(await server.end()).toBe(0);
  });

  it.each([
    ['locked:wrong', 'late', '28P01: wrong user name or password'],
    ['locked', 'late', 'PostgreSQL asks for a password'],
    ['nobody:x', 'late', '28000: PostgreSQL does not admit this user from here'],
    ['idle', 'late', '28000: PostgreSQL does not admit this user from here'],
    ['condor', 'none', '3D000: PostgreSQL has no such database'],
    ['condor', 'late?sslmode=verify-full', 'PostgreSQL does not offer TLS'],
  ])(
    'exits immediately and prints PostgreSQL’s reason (user %s, database %s)',
    async (user, database, reason) => {
      const { code, out, err } = await runServerToEnd({
        environment: {
          DATABASE_URL: url.replace(/condor@/, `${user}@`).replace(/late$/, database),
          DATABASE_WAIT_SECONDS: '3600',
        },
      });
      expect([code, out.replace(USING, '')]).toEqual([1, '']);
      expect(err).toBe(`condor: the database that DATABASE_URL names cannot be used (${reason})\n`);
    },
  );

  it.each([
    ['role condor', 'off'],
    ['database late', 'local'],
  ])('exits immediately when the %s sets synchronous_commit = %s', async (owner, value) => {
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(`alter ${owner} set synchronous_commit = ${value}`);
    const { code, err } = await runServerToEnd({ environment: { DATABASE_URL: url } });
    await admin.query(`alter ${owner} reset synchronous_commit`);
    await admin.end();
    expect(code).toBe(1);
    expect(err).toBe(
      `condor: synchronous_commit is ${value} for the role or the database that DATABASE_URL names: run \`alter role … set synchronous_commit = on\` and \`alter database … set synchronous_commit = on\`\n`,
    );
  });

  it('exits immediately when the certificate file doesn’t exist', async () => {
    const { code, out, err } = await runServerToEnd({
      environment: { DATABASE_URL: `${url}?sslrootcert=/nowhere/ca.pem` },
    });
    expect([code, out.replace(USING, '')]).toEqual([1, '']);
    expect(err).toBe(
      'condor: DATABASE_URL names a file as sslrootcert that cannot be read: /nowhere/ca.pem (ENOENT)\n',
    );
  });
});
