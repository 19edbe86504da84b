import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VAULT_CODES } from '../../../shared/wire/vault-codes.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const RUNS = 300;
const STATUSES = [200, 204, 301, 400, 401, 403, 404, 409, 413, 429, 500, 503];

let harness: Harness;
beforeAll(async () => {
  harness = await startVault();
});
afterAll(() => harness.close());

/** Generates changes that a server can make to one of a login's two answers. */
const lie = fc.record({
  path: fc.constantFrom('/v1/authentication/options', '/v1/authentication/verify'),
  how: fc.oneof(
    fc.record({ kind: fc.constant('code' as const), code: fc.constantFrom(...VAULT_CODES) }),
    fc.record({ kind: fc.constant('text' as const), text: fc.string() }),
    fc.record({ kind: fc.constant('silence' as const) }),
    fc.record({
      kind: fc.constant('change' as const),
      pick: fc.nat(),
      value: fc.oneof(
        fc.jsonValue({ maxDepth: 1 }),
        fc.nat(9),
        fc.constant('A'.repeat(43)),
        fc.constant([{ id: 'A'.repeat(43), type: 'public-key' }]),
      ),
    }),
  ),
  status: fc.constantFrom(...STATUSES),
});

/** Returns every place in a JSON value, as container and key. */
function places(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => [
    { holder: value, key },
    ...places(Reflect.get(value, key)),
  ]);
}

it("opens the device's copy, whatever a server answers to the login", async () => {
  const phone = createDevice({ harness, authenticator: createSoftAuthenticator(), name: 'phone' });
  await phone.session.createAccount();
  await phone.wallets.import('Key', `0x${'11'.repeat(32)}`);
  const addresses = phone.addresses();
  const stored = structuredClone(phone.areas.local.content.get('vault'));
  await fc.assert(
    fc.asyncProperty(lie, async ({ path: liedPath, how, status }) => {
      await phone.session.lock();
      phone.network.intercept = async ({ path }, forward) => {
        const response = await forward();
        if (path !== liedPath) return response;
        if (how.kind === 'silence') throw new TypeError('connection reset');
        const hasBody = status !== 204;
        if (how.kind === 'text') return new Response(hasBody ? how.text : null, { status });
        if (how.kind === 'code') {
          const body = JSON.stringify({ error: how.code });
          return new Response(hasBody ? body : null, { status });
        }
        const answer = JSON.parse(await response.text());
        const all = places(answer);
        const place = all[how.pick % all.length];
        if (place !== undefined) Reflect.set(place.holder, place.key, how.value);
        return new Response(JSON.stringify(answer), { status: 200 });
      };
      await phone.session.unlock();
      await phone.session.syncEnded();
      expect(phone.session.state().status).toBe('unlocked');
      expect(phone.addresses()).toEqual(addresses);
      const kept = await phone.record.read();
      expect(kept?.revision).toBe(2);
      expect(kept?.envelopeText).not.toBe('');
      expect(['synced', 'offline', 'refused']).toContain(phone.session.syncState().kind);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  delete phone.network.intercept;
  await phone.session.sync();
  expect(phone.areas.local.content.get('vault')).toMatchObject({
    value: { digest: Reflect.get(Object(Reflect.get(Object(stored), 'value')), 'digest') },
  });
}, 120_000);
