import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startVault, TENANT } from './harness.ts';

const ALLOWED = new Set([200, 204, 400, 401, 403, 404, 405, 409, 413, 415, 429, 503]);

let vault: Harness;
beforeAll(async () => {
  vault = await startVault({ listen: true });
});
afterAll(() => vault.close());

/** Writes raw bytes to the service. Returns all output until the connection ends. */
function talk(chunks: readonly (string | Buffer)[], end = true): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(vault.port, '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service may close the connection while the test writes. The output received before is
      // still compared.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    for (const chunk of chunks) socket.write(chunk);
    if (end) socket.end();
  });
}

function parse(raw: string) {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, head: head.toLowerCase(), body };
}

const HEAD = `Host: x\r\nOrigin: ${TENANT.origin}\r\nConnection: close\r\n`;
const POST = `POST /v1/authentication/options HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\n`;
/** Returns `{}`, padded to a number of bytes. */
const padded = (bytes: number) => `{${' '.repeat(bytes - 2)}}`;

function chunked(body: string, size: number): string {
  let text = '';
  for (let at = 0; at < body.length; at += size) {
    const part = body.slice(at, at + size);
    text += `${part.length.toString(16)}\r\n${part}\r\n`;
  }
  return `${text}0\r\n\r\n`;
}

describe('BODY_TOO_LARGE: the size of a body', () => {
  it.each([
    ['declared', 131_072, 200],
    ['declared', 131_073, 413],
    ['chunked', 131_072, 200],
    ['chunked', 131_073, 413],
  ] as const)('answers a %s body of %i bytes with %i', async (how, size, expected) => {
    const body = padded(size);
    const raw = await talk(
      how === 'declared'
        ? [`${POST}Content-Length: ${size}\r\n\r\n`, body]
        : [`${POST}Transfer-Encoding: chunked\r\n\r\n`, chunked(body, 60_000)],
      false,
    );
    const { status, head, body: answer } = parse(raw);
    expect(status).toBe(expected);
    expect(head).toContain('cache-control: no-store');
    if (expected === 413) expect(answer).toBe('{"error":"BODY_TOO_LARGE"}');
  });

  it('rejects a body by its declared length, before any byte of the body arrives', async () => {
    const { status, body } = parse(
      await talk([`${POST}Content-Length: 9999999999\r\n\r\n`], false),
    );
    expect([status, body]).toEqual([413, '{"error":"BODY_TOO_LARGE"}']);
  });

  it('reads the rest of a large body after the response, and closes the connection without an error', async () => {
    const size = 1_000_000;
    const socket = connect({ port: vault.port, host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise<unknown>((resolve) => {
      socket.once('error', resolve).once('close', () => resolve('closed'));
    });
    socket.write(`${POST}Content-Length: ${size}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('413');
    await once(socket.resume(), 'end');
    socket.end(padded(size));
    expect(await closed).toBe('closed');
  });

  it('the limit of a body counts bytes, not characters', async () => {
    const body = `{"${'é'.repeat(65_533)}":1}`;
    expect(Buffer.byteLength(body)).toBe(131_072);
    const fits = parse(await talk([`${POST}Content-Length: 131072\r\n\r\n`, body], false));
    expect([fits.status, fits.body]).toEqual([400, '{"error":"INVALID_REQUEST"}']);
    const larger = `{"${'é'.repeat(65_534)}":1}`;
    const chunk = `${Buffer.byteLength(larger).toString(16)}\r\n${larger}\r\n0\r\n\r\n`;
    const refused = parse(await talk([`${POST}Transfer-Encoding: chunked\r\n\r\n`, chunk], false));
    expect(refused.status).toBe(413);
  });
});

describe('raw HTTP input', () => {
  const answered = (raw: string) => {
    const { status, head, body } = parse(raw);
    expect(ALLOWED.has(status), raw.slice(0, 200)).toBe(true);
    expect(head).toContain('cache-control: no-store');
    expect(body).toMatch(/^\{"error":"[A-Z_]+"\}$/);
    return `${status} ${body}`;
  };

  it.each([
    ['an over-long request target', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HEAD}\r\n`],
    ['over-long headers', `GET /v1/config HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['text that isn’t HTTP', 'hello\r\n\r\n'],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`],
    ['a bad chunk size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['a header with a line feed', `GET /v1/config HTTP/1.1\r\n${HEAD}X: a\nb\r\n\r\n`],
    ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`],
    ['an unknown expectation', `${POST}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`],
  ])('answers %s with a 400 response that must not be cached', async (_title, text) => {
    expect(answered(await talk([Buffer.from(text, 'latin1')], false))).toBe(
      '400 {"error":"INVALID_REQUEST"}',
    );
  });

  it('accepts an absolute request target with any host', async () => {
    for (const start of ['http://x', 'HTTPS://other.example:8443', 'http://[::1]:1', 'http://']) {
      const config = await talk([`GET ${start}/v1/config HTTP/1.1\r\n${HEAD}\r\n`], false);
      expect([start, parse(config).status]).toEqual([start, 200]);
    }
    const codes = [
      ['http://x', '404 {"error":"NOT_FOUND"}'],
      ['http://x/v1/config?y', '400 {"error":"QUERY_NOT_SUPPORTED"}'],
      ['http://x?/v1/config', '404 {"error":"NOT_FOUND"}'],
      ['ftp://x/v1/config', '404 {"error":"NOT_FOUND"}'],
      ['http://x//v1/config', '404 {"error":"NOT_FOUND"}'],
    ];
    for (const [target, code] of codes)
      expect([
        target,
        answered(await talk([`GET ${target} HTTP/1.1\r\n${HEAD}\r\n`], false)),
      ]).toEqual([target, code]);
    const body = `Content-Length: 2\r\n\r\n{}`;
    const post = POST.replace('POST /', 'POST http://x/');
    expect(parse(await talk([`${post}${body}`], false)).status).toBe(200);
  });

  it('serves metrics to a local client only if the request target names this machine', async () => {
    const local = HEAD.replace('Host: x', 'Host: localhost');
    const status = async (target: string, head: string) =>
      parse(await talk([`GET ${target} HTTP/1.1\r\n${head}\r\n`], false)).status;
    expect(await status('/metrics', local)).toBe(200);
    expect(await status('http://localhost:8787/metrics', HEAD)).toBe(200);
    expect(await status('http://rebound.example/metrics', local)).toBe(404);
  });

  it('answers an unusual method or an upgrade request with a documented status', async () => {
    answered(await talk([`MKCOL /v1/config HTTP/1.1\r\n${HEAD}\r\n`], false));
    answered(await talk([`OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`], false));
    answered(
      await talk([`GET /v1/config HTTP/1.1\r\n${HEAD}Upgrade: websocket\r\n\r\n`], false).then(
        (raw) => raw.replace(/\{"version.*/, '{"error":"OK"}'),
      ),
    );
  });

  it('answers a request without Host and Origin headers with ORIGIN_DENIED', async () => {
    const raw = await talk(['GET /v1/config HTTP/1.1\r\nConnection: close\r\n\r\n'], false);
    expect(answered(raw)).toBe('403 {"error":"ORIGIN_DENIED"}');
  });

  it('still serves requests after aborted bodies', async () => {
    for (let i = 0; i < 20; i++) {
      await talk([`${POST}Content-Length: 50\r\n\r\n{"chall`]);
      await talk([`${POST}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ab`]);
    }
    const { status } = parse(await talk([`${POST}Content-Length: 2\r\n\r\n{}`], false));
    expect(status).toBe(200);
  });

  it('supports 100-continue, and two requests in a row on one connection', async () => {
    const continued = await talk(
      [`${POST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`],
      false,
    );
    expect(continued).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200 OK/);
    const keepAlive = POST.replace('Connection: close\r\n', '');
    const both = await talk(
      [`${keepAlive}Content-Length: 2\r\n\r\n{}${POST}Content-Length: 2\r\n\r\n{}`],
      false,
    );
    expect(both.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('rejects a request with two origins', async () => {
    const twice = `GET /v1/config HTTP/1.1\r\n${HEAD}Origin: ${TENANT.origin}\r\n\r\n`;
    expect(answered(await talk([twice], false))).toBe('403 {"error":"ORIGIN_DENIED"}');
  });

  it('rejects a request with two authorizations or two content types', async () => {
    const token = `Authorization: Bearer ${'A'.repeat(43)}\r\n`;
    const auth = `GET /v1/vault HTTP/1.1\r\n${HEAD}${token}${token}\r\n`;
    expect(answered(await talk([auth], false))).toBe('401 {"error":"AUTH_REQUIRED"}');
    const types = `${POST}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`;
    expect(answered(await talk([types], false))).toBe('415 {"error":"JSON_REQUIRED"}');
  });
});
