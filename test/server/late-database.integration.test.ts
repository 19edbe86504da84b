import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { runServerToEnd, startServerProcess } from '../helpers/server-process.ts';

const WAITING =
  /^condor: waiting for the database that DATABASE_URL names \(\w+\), at most \d+ s more$/m;

let postgres: TestPostgres;
let url: string;
beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase('late');
  await postgres.shutDown();
});
afterAll(() => postgres.stop());

describe('the server process', () => {
  it('ends with one line and exit code 1 when PostgreSQL stays away', async () => {
    const { code, out, err } = await runServerToEnd({
      environment: { DATABASE_URL: url, DATABASE_WAIT_SECONDS: '1' },
    });
    expect([code, out]).toEqual([1, '']);
    const lines = err.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(
      'condor: the database that DATABASE_URL names did not answer within 1 s (ECONNREFUSED)',
    );
    for (const line of lines.slice(0, -1)) expect(line).toMatch(WAITING);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends at once on %s while it waits', async (signal) => {
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
    expect([code, out]).toEqual([0, '']);
    // At most the attempt that ran when the signal came.
    expect(linesIn(err)).toBeLessThanOrEqual(lines + 1);
  });

  it('serves once a late PostgreSQL answers', async () => {
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

  it('ends at once for a database that PostgreSQL does not have', async () => {
    const { code, err } = await runServerToEnd({
      environment: { DATABASE_URL: url.replace(/late$/, 'none') },
    });
    expect(code).toBe(1);
    expect(err).toBe('condor: the database that DATABASE_URL names cannot be used (3D000)\n');
  });
});
