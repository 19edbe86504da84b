import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { runServerToEnd, startServerProcess } from '../helpers/server-process.ts';

const config = {
  method: 'GET',
  path: '/v1/config',
  headers: { origin: 'https://localhost:8787' },
};

describe('the server process', () => {
  it('warns at the start when the settings exclude the wallet’s passkeys', async () => {
    const lonely = await startServerProcess({
      environment: { VAULT_ORIGIN: 'https://vault.example.com', VAULT_TOKEN: 'hunter2' },
    });
    await lonely.end('SIGTERM');
    expect(lonely.output.err).toContain("VAULT_TOKEN isn't a Condor setting");
    expect(lonely.output.err).not.toContain('hunter2');
    expect(lonely.output.err).toContain('VAULT_WEBAUTHN_ORIGINS names no extension');
    const usual = await startServerProcess();
    await usual.end('SIGTERM');
    expect(usual.output.err).not.toContain('VAULT_WEBAUTHN_ORIGINS');
  });

  it('prints ready once it answers requests, and exits cleanly on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = await startServerProcess();
      const transport = createHttpTransport(server.port);
      expect((await transport(config)).status).toBe(200);
      expect(await server.end(signal)).toBe(0);
      const [database, ...ready] = server.output.out.split('\n');
      expect(database).toMatch(/^using the database sqlite:\/.*\/vault\.db$/);
      expect(ready).toEqual([`ready: vault http://127.0.0.1:${server.port}`, '']);
      transport.close();
    }
  });

  it('exits with 0 soon after the last running request, even on a kept-alive connection', async () => {
    const server = await startServerProcess();
    const agent = new Agent({ keepAlive: true });
    const body = '{}';
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port: server.port,
      method: 'POST',
      path: '/v1/authentication/options',
      headers: {
        origin: config.headers.origin,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    const end = server.end('SIGTERM');
    const isListening = () =>
      new Promise<boolean>((resolve) => {
        const probe = connect(server.port, '127.0.0.1');
        probe.once('connect', () => resolve(true)).once('error', () => resolve(false));
        probe.once('connect', () => probe.destroy());
      });
    await eventually(async () => expect(await isListening()).toBe(false));
    outgoing.end(body);
    const [response]: IncomingMessage[] = await once(outgoing, 'response');
    response?.resume();
    expect(response?.statusCode).toBe(200);
    // If the process didn't handle the signal, it would exit with code 1 after ten seconds.
    expect(await end).toBe(0);
    agent.destroy();
  }, 30_000);

  it('closes its database and exits with code 0 even while silent and incomplete connections are open', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'condor-quiet-'));
    const server = await startServerProcess({ directory });
    const open = (text: string) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined).write(text);
      return socket;
    };
    const head = `Host: x\r\nOrigin: ${config.headers.origin}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n`;
    await Promise.all([once(open(''), 'connect'), once(open('POST /v1/auth'), 'connect')]);
    const refused = open(`POST /v1/mutations/options HTTP/1.1\r\n${head}\r\n`);
    const [answer]: Buffer[] = await once(refused, 'data');
    expect(answer?.toString()).toContain(' 401 ');
    const path = '/v1/authentication/options';
    const partial = open(`POST ${path} HTTP/1.1\r\n${head}Expect: 100-continue\r\n\r\n`);
    await once(partial, 'data');
    partial.write('{"ab');
    expect(await server.end('SIGTERM')).toBe(0);
    // SQLite deletes its log when the last connection closes.
    expect(readdirSync(directory)).toEqual(['vault.db']);
    rmSync(directory, { recursive: true });
  }, 30_000);

  it('exits with a one-line error when a setting is wrong', async () => {
    const { code, out, err } = await runServerToEnd({ environment: { PORT: 'abc' } });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe('condor: PORT is "abc"; allowed: a whole number from 0 to 65535\n');
  });

  it('exits with a one-line error when its port is in use', async () => {
    const port = await freePort();
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
    const { code, out, err } = await runServerToEnd({ environment: { PORT: String(port) } });
    squatter.close();
    expect(code).toBe(1);
    expect(out).not.toContain('ready');
    expect(err).toBe(
      `condor: port ${port} on 127.0.0.1 is in use; end what runs there or set PORT\n`,
    );
  });

  it.each(['192.0.2.1', 'no-such-host.invalid'])(
    'exits with a one-line error when HOST is %s, which isn’t an address of this machine',
    async (HOST) => {
      const { code, err } = await runServerToEnd({ environment: { HOST, LOG_LEVEL: 'silent' } });
      expect([code, err]).toEqual([
        1,
        `condor: HOST is "${HOST}"; allowed: an address of this machine, or a name that resolves to one\n`,
      ]);
    },
  );

  it('exits with a one-line error when it can’t create the folder of its database', async () => {
    // `/proc` exists, but programs can't create folders in it.
    const { code, err } = await runServerToEnd({
      environment: { DATABASE_URL: 'sqlite:/proc/condor/deeper/vault.db' },
    });
    expect(code).toBe(1);
    expect(err).toMatch(/^condor: [^\n]*DATABASE_URL[^\n]*\n$/);
  });

  it('exits with a one-line error when its database can’t be opened', async () => {
    const sqlite = await runServerToEnd({
      environment: { DATABASE_URL: 'sqlite:/etc/hostname/vault.db' },
    });
    expect(sqlite.code).toBe(1);
    expect(sqlite.err).toMatch(/^condor: [^\n]*DATABASE_URL[^\n]*\n$/);
    const port = await freePort();
    const postgres = await runServerToEnd({
      environment: {
        DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/vault`,
        DATABASE_WAIT_SECONDS: '0',
      },
    });
    expect(postgres.code).toBe(1);
    expect(postgres.err).toMatch(/^condor: [^\n]*DATABASE_URL[^\n]*\n$/);
    expect(postgres.err).not.toContain('hunter2');
  });
});
