import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { waitForDatabase } from '../../../server/database/failover/wait-for-database.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { freePort } from '../../helpers/free-port.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function errorMessage(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Starts a server that answers each client's first message with `answer`. */
async function startFake(answer: (socket: Socket) => void): Promise<number> {
  const port = await freePort();
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => answer(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}

/**
 * Waits with a clock that advances only during pauses. Returns the outcome, the reported reasons
 * and the pauses.
 */
async function run(url: string, limitMs: number) {
  const clock = createFakeClock();
  const reasons: string[] = [];
  const pauses: number[] = [];
  const outcome = await waitForDatabase(
    { engine: 'postgres', url },
    {
      clock,
      limitMs,
      onWait: (reason) => reasons.push(reason),
      wait: async (milliseconds) => {
        pauses.push(milliseconds);
        clock.advance(milliseconds);
      },
    },
  ).then(
    () => 'connected',
    (error: Error) => error.message,
  );
  return { outcome, reasons, pauses };
}

describe('a start without PostgreSQL', () => {
  it('retries with growing pauses until the waiting time is over', async () => {
    const { outcome, reasons, pauses } = await run(
      `postgres://a:secret@127.0.0.1:${await freePort()}/x`,
      20_000,
    );
    expect(outcome).toBe(
      'the database that DATABASE_URL names did not answer within 20 s (ECONNREFUSED)',
    );
    expect(pauses).toEqual([500, 1000, 2000, 4000, 5000, 5000, 2500]);
    expect(new Set(reasons)).toEqual(new Set(['ECONNREFUSED']));
    expect(reasons).toHaveLength(pauses.length);
  });

  it('makes one attempt when the waiting time is zero', async () => {
    const { outcome, reasons } = await run(`postgres://a@127.0.0.1:${await freePort()}/x`, 0);
    expect(outcome).toContain('did not answer within 0 s');
    expect(reasons).toEqual([]);
  });

  it('waits for a host name that doesn’t resolve yet', async () => {
    const { reasons } = await run('postgres://a@database.invalid/x', 500);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(/^(ENOTFOUND|EAI_AGAIN|no response)$/);
  });

  it.each(['57P03', '57P01', '53300'])('waits while PostgreSQL answers %s', async (code) => {
    const port = await startFake((socket) => socket.end(errorMessage(code)));
    const { reasons } = await run(`postgres://a@127.0.0.1:${port}/x`, 1000);
    expect(reasons).toEqual([code, code]);
  });

  it('waits for a server that drops connections', async () => {
    const port = await startFake((socket) => socket.destroy());
    const { reasons } = await run(`postgres://a@127.0.0.1:${port}/x`, 500);
    expect(reasons[0]).toMatch(/^(no response|ECONNRESET)$/);
  });

  it.each([
    ['28P01', '28P01: wrong user name or password'],
    ['28000', '28000: PostgreSQL does not admit this user from here'],
    ['3D000', '3D000: PostgreSQL has no such database'],
    ['42501', '42501: the user lacks a permission'],
    ['XX000', 'XX000'],
  ])('fails immediately when PostgreSQL answers %s', async (code, reason) => {
    const port = await startFake((socket) => socket.end(errorMessage(code)));
    const { outcome, reasons } = await run(`postgres://a:secret@127.0.0.1:${port}/x`, 60_000);
    expect(outcome).toBe(`the database that DATABASE_URL names cannot be used (${reason})`);
    expect(reasons).toEqual([]);
  });

  it('fails immediately when PostgreSQL doesn’t offer TLS', async () => {
    const port = await startFake((socket) => socket.end('N'));
    const url = `postgres://a:secret@127.0.0.1:${port}/x?sslmode=verify-full`;
    const { outcome, reasons } = await run(url, 60_000);
    expect(outcome).toContain('cannot be used (PostgreSQL does not offer TLS)');
    expect(reasons).toEqual([]);
  });

  it.each(['sslrootcert', 'sslcert', 'sslkey'])(
    'fails immediately when the file that %s names is missing, and names the file',
    async (name) => {
      const url = `postgres://a:secret@127.0.0.1:1/x?sslmode=verify-full&${name}=/nowhere/tls.pem`;
      expect(await run(url, 60_000)).toMatchObject({
        outcome: `DATABASE_URL names a file as ${name} that cannot be read: /nowhere/tls.pem (ENOENT)`,
        reasons: [],
      });
    },
  );

  it('fails immediately when sslrootcert is a folder', async () => {
    const { outcome } = await run('postgres://a@127.0.0.1:1/x?sslrootcert=/', 60_000);
    expect(outcome).toBe(
      'DATABASE_URL names a file as sslrootcert that cannot be read: / (EISDIR)',
    );
  });

  it('fails when sslrootcert is a device', async () => {
    const { outcome } = await run('postgres://a@127.0.0.1:1/x?sslrootcert=/dev/zero', 0);
    expect(outcome).toBe(
      'DATABASE_URL names a file as sslrootcert that cannot be read: /dev/zero (not a regular file)',
    );
  });
});

it('doesn’t wait for SQLite', async () => {
  const wait = () => Promise.reject(new Error('waited'));
  await waitForDatabase(
    { engine: 'sqlite', file: '/nowhere/vault.db' },
    { clock: createFakeClock(), limitMs: 1000, wait, onWait: () => undefined },
  );
});
