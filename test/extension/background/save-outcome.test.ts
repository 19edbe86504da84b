import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { describeFailure } from '../../../components/texts/describe-failure.ts';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const KEY = `0x${'11'.repeat(32)}`;

let harness: Harness | undefined;
afterEach(() => harness?.close());

/** The point at which the connection to the server breaks. */
type Cut = 'before the commit' | 'after the commit';

/**
 * Starts a proxy in front of a listening server. A cut breaks the connection of the next commit at
 * the chosen point. Every later connection also breaks until the test repairs the cut.
 */
async function startProxy(port: number) {
  let cut: Cut | undefined;
  let isBroken = false;
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isCommit = request.url === '/v1/mutations/commit' && cut !== undefined;
    if (isBroken || (isCommit && cut === 'before the commit')) {
      isBroken = true;
      request.socket.destroy();
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !/^(host|connection|content-length)$/.test(name)
          ? [[name, value]]
          : [],
      ),
    );
    const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...headers, origin: TENANT.origin },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    // When the server ends with the test, a request can remain unanswered.
    if (answer === undefined || text === undefined) {
      request.socket.destroy();
      return;
    }
    if (isCommit) {
      isBroken = true;
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNext(place: Cut) {
      cut = place;
    },
    mend() {
      cut = undefined;
      isBroken = false;
    },
  };
}

/** Creates a device with an open vault of revision 1. It reaches the server through the proxy. */
async function phoneBehindProxy() {
  harness = await startVault({ listen: true });
  const proxy = await startProxy(harness.port);
  const pauses: (() => void)[] = [];
  const phone = createDevice({
    harness,
    authenticator: createSoftAuthenticator(),
    wait: () => new Promise((resolve) => pauses.push(resolve)),
  });
  phone.network.intercept = ({ method, path, headers, body }) =>
    fetch(`${proxy.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  await phone.session.createAccount();
  return { phone, proxy, next: () => pauses.shift()?.(), pauses };
}

const sentenceAfter = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => describeFailure(failureOf(error)),
  );

describe.each([
  ['after the commit', 2, undefined],
  ['before the commit', 1, 'walletNotSaved'],
] as const)('a save without a receipt, whose connection breaks %s', (place, revision, problem) => {
  it('reports that a save’s outcome is unknown, and determines the outcome when the server responds again', async () => {
    const { phone, proxy, next, pauses } = await phoneBehindProxy();
    proxy.cutNext(place);
    expect(await sentenceAfter(phone.wallets.import('Key', KEY))).toMatch(
      /doesn’t know whether the change was saved/,
    );
    expect(phone.stages.problem()).toBe('lastSaveUnknown');
    expect(phone.session.state()).toMatchObject({ device: { revision: 1 } });

    // The server doesn't respond yet, so the outcome remains unknown after the first attempt.
    next();
    await eventually(async () => expect(pauses).toHaveLength(1));
    expect(phone.stages.problem()).toBe('lastSaveUnknown');

    proxy.mend();
    phone.requests.length = 0;
    next();
    await eventually(async () => expect(phone.stages.unknown()).toBeUndefined());
    expect(phone.stages.problem()).toBe(problem);
    await eventually(async () =>
      expect(phone.session.state()).toMatchObject({ device: { revision } }),
    );
    expect(phone.addresses()).toHaveLength(revision - 1);
    expect(phone.requests).toContainEqual(expect.stringMatching(/^GET \/v1\/operations\//));
    expect(phone.requests).toContain('GET /v1/vault');
    expect(phone.requests).not.toContain('POST /v1/mutations/commit');
    // Only creating the account and saving need prompts. Learning the outcome needs no prompt.
    expect(phone.purposes).toHaveLength(3);
  });
});

describe('a save of unknown outcome', () => {
  it('determines a save’s outcome at the next unlock when there is no session', async () => {
    const { phone, proxy, next } = await phoneBehindProxy();
    proxy.cutNext('after the commit');
    await sentenceAfter(phone.wallets.import('Key', KEY));
    await phone.session.lock();
    proxy.mend();
    phone.requests.length = 0;
    next();
    await phone.session.unlock();
    await phone.session.syncEnded();
    expect(phone.stages.problem()).toBeUndefined();
    expect(phone.addresses()).toHaveLength(1);
    expect(phone.requests).not.toContainEqual(expect.stringMatching(/operations/));
  });
});
