import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import { createVaultClient } from '../../../entrypoints/background/vault/home/client.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import type { SyncState } from '../../../shared/messages/sync.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { WAIT_MS } from '../../helpers/wait.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const KEY = `0x${'11'.repeat(32)}`;

let harness: Harness;
beforeEach(async () => {
  harness = await startVault();
});
afterEach(() => harness.close());

/**
 * Creates a locked device whose vault has a wallet (revision 2). Also returns its server's last
 * answers.
 */
async function lockedPhone() {
  const phone = createDevice({ harness, authenticator: createSoftAuthenticator(), name: 'phone' });
  await phone.session.createAccount();
  let first = '';
  phone.network.intercept = async ({ path }, forward) => {
    const response = await forward();
    if (path !== '/v1/vault' || first !== '') return response;
    first = await response.text();
    return new Response(first, { status: 200 });
  };
  await phone.wallets.import('Key', KEY);
  const addresses = phone.addresses();
  await phone.session.lock();
  delete phone.network.intercept;
  phone.purposes.length = 0;
  return { phone, addresses, firstEnvelope: JSON.parse(first).envelope };
}

interface Login {
  envelope: {
    accountId: string;
    revision: number;
    wraps: { credentialId: string; salt: string }[];
    payload: { iv: string; ct: string };
  };
  accountId: string;
  [name: string]: unknown;
}

/** Changes of the server's correct response to a login, each with the wallet's state afterwards. */
const LIES: readonly [
  string,
  Partial<SyncState> & { code?: string },
  (login: Login, first: Login['envelope']) => Response,
][] = [
  [
    'with an extra field',
    { kind: 'offline', code: 'UNEXPECTED_ANSWER' },
    (login) => json({ ...login, extra: 1 }),
  ],
  ['of an older revision', { kind: 'older' }, (login, envelope) => json({ ...login, envelope })],
  [
    'for a different account',
    { kind: 'refused', code: 'WRONG_ACCOUNT' },
    ({ envelope, ...login }) =>
      json({ ...login, envelope: { ...envelope, accountId: toBase64url(new Uint8Array(32)) } }),
  ],
  [
    'with different wraps',
    { kind: 'refused', code: 'WRONG_KEY' },
    ({ envelope, ...login }) => {
      const wraps = envelope.wraps.map((wrap) => ({ ...wrap, salt: 'A'.repeat(43) }));
      return json({ ...login, envelope: { ...envelope, wraps } });
    },
  ],
  [
    'that only claims to be newer',
    { kind: 'refused', code: 'WRONG_KEY' },
    ({ envelope, ...login }) => json({ ...login, envelope: { ...envelope, revision: 3 } }),
  ],
  [
    'whose account id differs from the passkey’s',
    { kind: 'refused', code: 'WRONG_IDS' },
    (login) => json({ ...login, accountId: toBase64url(new Uint8Array(32)) }),
  ],
  [
    'that is a redirect',
    { kind: 'offline', code: 'UNEXPECTED_ANSWER' },
    () => new Response(null, { status: 302 }),
  ],
  [
    'of 129 KiB',
    { kind: 'offline', code: 'UNEXPECTED_ANSWER' },
    () => new Response('x'.repeat(129 * 1024)),
  ],
  [
    'with status 429',
    { kind: 'offline', code: 'TRY_LATER', retryAfter: 40 },
    () => refusal('TRY_LATER', 429, { 'retry-after': '40' }),
  ],
  [
    'with status 503',
    { kind: 'offline', code: 'SERVICE_UNAVAILABLE' },
    () => refusal('SERVICE_UNAVAILABLE', 503),
  ],
  [
    'with status 500 and a web page',
    { kind: 'offline', code: 'UNEXPECTED_ANSWER' },
    () => new Response('<html>', { status: 500 }),
  ],
  [
    'that denies the origin',
    { kind: 'refused', code: 'ORIGIN_DENIED' },
    () => refusal('ORIGIN_DENIED', 403),
  ],
  [
    'that does not know the passkey',
    { kind: 'refused', code: 'UNKNOWN_PASSKEY' },
    () => refusal('UNKNOWN_PASSKEY', 403),
  ],
  [
    'that rejects the signature',
    { kind: 'refused', code: 'AUTH_FAILED' },
    () => refusal('AUTH_FAILED', 401),
  ],
  [
    'that calls the passkey unconfirmed',
    { kind: 'refused', code: 'FINISH_REGISTRATION' },
    () => refusal('FINISH_REGISTRATION', 409),
  ],
  [
    'that reports a tenant mismatch',
    { kind: 'refused', code: 'TENANT_MISMATCH' },
    () => refusal('TENANT_MISMATCH', 403),
  ],
  [
    'that reports a lost race',
    { kind: 'offline', code: 'AUTH_RETRY' },
    () => refusal('AUTH_RETRY', 409),
  ],
];

function refusal(error: string, status: number, headers: Record<string, string> = {}): Response {
  return json({ error }, status, headers);
}

function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers });
}

describe('a login answer', () => {
  it.each(LIES)(
    'opens this device’s copy with one prompt and reports the sync state after a login answer %s',
    async (_, state, lie) => {
      const { phone, addresses, firstEnvelope } = await lockedPhone();
      const stored = structuredClone(phone.areas.local.content.get('vault'));
      phone.network.intercept = async ({ path }, forward) => {
        const response = await forward();
        if (path !== '/v1/authentication/verify') return response;
        return lie(JSON.parse(await response.text()), firstEnvelope);
      };
      await phone.session.unlock();
      await phone.session.syncEnded();
      expect(phone.purposes).toEqual(['sign-in']);
      expect(phone.addresses()).toEqual(addresses);
      expect(phone.areas.local.content.get('vault')).toEqual(stored);
      expect(phone.session.syncState()).toMatchObject(state);
      delete phone.network.intercept;
      await phone.session.sync();
      expect(phone.session.syncState()).toEqual({ kind: 'synced' });
    },
  );
});

describe('the vault client at a misbehaving HTTP server', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function clientOf(listener: RequestListener) {
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return createVaultClient({ fetch, baseUrl: () => `http://127.0.0.1:${port}`, timeoutMs: 400 });
  }

  it('stops reading a slow answer at the time limit', async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    });
    const begun = performance.now();
    await expect(client.config()).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(performance.now() - begun).toBeLessThan(WAIT_MS);
  });

  it('stops waiting for a server that never responds', async () => {
    const client = await clientOf(() => undefined);
    await expect(client.config()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });

  it('stops reading an endless answer after less than 64 MB', async () => {
    let sent = 0;
    const client = await clientOf((_, response) => {
      const pour = () => {
        while (!response.destroyed && sent < 64_000_000) {
          sent += 65_536;
          if (!response.write('x'.repeat(65_536))) {
            response.once('drain', pour);
            return;
          }
        }
      };
      pour();
    });
    await expect(client.config()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(sent).toBeLessThan(64_000_000);
  });

  it('the client doesn’t follow a server’s redirect', async () => {
    const paths: string[] = [];
    const client = await clientOf((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(client.config()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(paths).toEqual(['/v1/config']);
  });

  it('reports how long a busy server asks to wait', async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(429, { 'retry-after': '40' }).end('{"error":"TRY_LATER"}');
    });
    const failure = await client.config().catch((error: unknown) => error);
    expect(failureOf(failure)).toEqual({
      code: 'TRY_LATER',
      details: { retryAfter: 40 },
    });
  });
});
