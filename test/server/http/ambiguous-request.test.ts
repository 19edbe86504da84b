import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startVault, TENANT } from '../vault/harness.ts';

let vault: Harness;
beforeAll(async () => {
  vault = await startVault({ listen: true });
});
afterAll(() => vault.close());

async function ask(head: string): Promise<[number, string]> {
  const received = await new Promise<string>((resolve, reject) => {
    const socket = connect(vault.port, '127.0.0.1', () =>
      socket.end(`${head}Origin: ${TENANT.origin}\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  return [
    Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]),
    received.split('\r\n\r\n')[1] ?? received,
  ];
}

const INVALID = [400, '{"error":"INVALID_REQUEST"}'];

it.each(['/v1/config', '/health', '/tenant', '/nowhere'])(
  'rejects a request for %s with two hosts or with the version HTTP/2.0',
  async (path) => {
    expect(await ask(`GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n`)).toEqual(INVALID);
    expect(await ask(`GET ${path} HTTP/1.1\r\nHost: a\r\nhOST: a\r\n`)).toEqual(INVALID);
    expect(await ask(`GET ${path} HTTP/2.0\r\nHost: a\r\n`)).toEqual(INVALID);
  },
);

it.each(['Host: a\r\n', ''])(
  'accepts a request with one host or without a host (%j), in HTTP/1.1 and in HTTP/1.0',
  async (host) => {
    expect((await ask(`GET /v1/config HTTP/1.1\r\n${host}`))[0]).toBe(200);
    expect((await ask(`GET /v1/config HTTP/1.0\r\n${host}`))[0]).toBe(200);
  },
);
