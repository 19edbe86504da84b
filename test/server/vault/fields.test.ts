import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as wire from '../../../shared/wire/vault.ts';
import { envelopeText, noise, opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, startVault } from './harness.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

let vault: Harness;
let token: string;
let accountId: string;
beforeAll(async () => {
  vault = await startVault();
  ({ token, accountId } = (await vault.client.openAccount()).account);
});
afterAll(() => vault.close());

const assertion = () => ({
  id: noise(16),
  rawId: noise(16),
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: noise(100),
    authenticatorData: noise(37),
    signature: noise(70),
    userHandle: opaqueId(),
  },
});

/** Bodies for each route with fields. They are valid except for the challenge or the state. */
const BODIES: Record<string, () => Json> = {
  '/v1/registration/verify': () => ({
    challengeId: opaqueId(),
    credential: {
      ...assertion(),
      response: { clientDataJSON: noise(100), attestationObject: noise(200), transports: ['usb'] },
    },
  }),
  '/v1/authentication/verify': () => ({ challengeId: opaqueId(), credential: assertion() }),
  '/v1/mutations/options': () => ({ revision: 7, digest: opaqueId(), operationId: opaqueId() }),
  '/v1/mutations/commit': () => ({
    challengeId: opaqueId(),
    credential: assertion(),
    envelope: JSON.parse(
      envelopeText({ accountId, revision: 1, wraps: [noise(16), noise(16)] }),
    ) as Json,
  }),
};
const ROUTES = Object.keys(BODIES);

async function codeOf(route: string, body: Json): Promise<string> {
  const bearer = route.startsWith('/v1/mutations') ? token : undefined;
  const answer = await vault.client.call('POST', route, bearer, JSON.stringify(body));
  return (JSON.parse(answer.text) as { error?: string }).error ?? 'OK';
}

const wellFormed = (route: string) =>
  route === '/v1/mutations/options' ? 'REVISION_CONFLICT' : 'CHALLENGE_EXPIRED';

function withValue(body: Json, path: Path, value: Json): Json {
  const copy = structuredClone(body);
  let at = copy as Record<string | number, Json>;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string | number, Json>;
  at[path.at(-1) ?? ''] = value;
  return copy;
}

/** Returns every path below a value, including containers. */
function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, i) => [i, item])
    : Object.entries(value);
  return [path, ...entries.flatMap(([name, item]) => pathsOf(item, [...path, name]))];
}

function valueAt(body: Json, path: Path): Json {
  return path.reduce((value, name) => (value as Record<string | number, Json>)[name] as Json, body);
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe.each(ROUTES)('%s', (route) => {
  const body = () => (BODIES[route] as () => Json)();

  it('accepts the fields of a well-formed body', async () => {
    expect(await codeOf(route, body())).toBe(wellFormed(route));
  });

  it('rejects an unknown member in every object', async () => {
    const sent = body();
    const objects = pathsOf(sent).filter((path) => isObject(valueAt(sent, path)));
    for (const path of objects) {
      for (const name of ['extra', '', '__proto__', 'toString']) {
        const inner = valueAt(sent, path) as Record<string, Json>;
        const grown = JSON.parse(
          `${JSON.stringify(inner).replace(/\}$/, Object.keys(inner).length > 0 ? ',' : '')}${JSON.stringify(name)}:1}`,
        ) as Json;
        const text = path.length === 0 ? grown : withValue(sent, path, grown);
        expect(await codeOf(route, text), `${path.join('.')} ${name}`).toBe('INVALID_REQUEST');
      }
    }
  });

  it('rejects a body that lacks any one member', async () => {
    const sent = body();
    for (const path of pathsOf(sent)) {
      const name = path.at(-1);
      if (typeof name !== 'string') continue;
      const parent = path.slice(0, -1);
      const { [name]: _dropped, ...rest } = valueAt(sent, parent) as Record<string, Json>;
      const text = parent.length === 0 ? rest : withValue(sent, parent, rest);
      expect(await codeOf(route, text), path.join('.')).toBe('INVALID_REQUEST');
    }
  });

  it('rejects a value of the wrong type in every member', async () => {
    const sent = body();
    for (const path of pathsOf(sent)) {
      if (path.length === 0) continue;
      const value = valueAt(sent, path);
      const others: Json[] = ['', 'x y', 1.5, -1, true, null, [], {}, [value], { value }, '1'];
      for (const other of others) {
        // Replacements that are valid: `userHandle` may be null in a commit, and some lists and
        // objects may be empty.
        const isFine =
          (other === null && path.at(-1) === 'userHandle' && route.endsWith('commit')) ||
          (path.at(-1) === 'clientExtensionResults' &&
            isObject(other) &&
            Object.keys(other).length === 0) ||
          (path.at(-1) === 'transports' && Array.isArray(other) && other.length === 0) ||
          (path.includes('transports') && typeof other === 'string');
        if (isFine) continue;
        expect(
          await codeOf(route, withValue(sent, path, other)),
          `${path.join('.')} ${JSON.stringify(other)}`,
        ).toBe('INVALID_REQUEST');
      }
    }
  });
});

describe('lengths, at the limit and one past it', () => {
  const credential = ['credential'] as const;
  const response = ['credential', 'response'] as const;
  const wrap = ['envelope', 'wraps', 0] as const;
  const REGISTER = '/v1/registration/verify';
  const LOGIN = '/v1/authentication/verify';
  const COMMIT = '/v1/mutations/commit';

  it.each<readonly [string, Path, number, number]>([
    [REGISTER, ['challengeId'], 43, 43],
    [REGISTER, [...credential, 'id'], 2, 1366],
    [REGISTER, [...credential, 'rawId'], 2, 1366],
    [REGISTER, [...response, 'clientDataJSON'], 2, 5462],
    [REGISTER, [...response, 'attestationObject'], 2, 21_846],
    [LOGIN, [...response, 'clientDataJSON'], 2, 5462],
    [LOGIN, [...response, 'authenticatorData'], 50, 5462],
    [LOGIN, [...response, 'signature'], 2, 2731],
    [LOGIN, [...response, 'userHandle'], 43, 43],
    ['/v1/mutations/options', ['digest'], 43, 43],
    ['/v1/mutations/options', ['operationId'], 43, 43],
    [COMMIT, [...credential, 'id'], 2, 1366],
    [COMMIT, [...response, 'signature'], 2, 2731],
    [COMMIT, ['envelope', 'payload', 'iv'], 16, 16],
    [COMMIT, [...wrap, 'credentialId'], 2, 1366],
    [COMMIT, [...wrap, 'salt'], 43, 43],
    [COMMIT, [...wrap, 'iv'], 16, 16],
    [COMMIT, [...wrap, 'ct'], 64, 64],
  ])(
    'in %s, accepts the member %s only if it has %i to %i characters',
    async (route, path, minimum, maximum) => {
      const send = (length: number) =>
        codeOf(route, withValue((BODIES[route] as () => Json)(), path, 'A'.repeat(length)));
      expect(await send(minimum)).toBe(wellFormed(route));
      expect(await send(maximum)).toBe(wellFormed(route));
      // One character less or more. If base64url can't have this length, the next possible length.
      const shorter = (minimum - 1) % 4 === 1 ? minimum - 2 : minimum - 1;
      const longer = (maximum + 1) % 4 === 1 ? maximum + 2 : maximum + 1;
      expect(await send(shorter)).toBe('INVALID_REQUEST');
      expect(await send(longer)).toBe('INVALID_REQUEST');
    },
  );

  it('accepts a ciphertext of 23 and of 100,000 characters, and rejects one of 22', async () => {
    const send = (length: number) => {
      const body = (BODIES[COMMIT] as () => Json)();
      return codeOf(COMMIT, withValue(body, ['envelope', 'payload', 'ct'], 'A'.repeat(length)));
    };
    for (const length of [23, 100_000]) expect(await send(length)).toBe(wellFormed(COMMIT));
    expect(await send(22)).toBe('INVALID_REQUEST');
  });

  it('the schema of a ciphertext accepts up to 174,763 characters, more than fit into a request', () => {
    const iv = 'A'.repeat(16);
    expect(Check(wire.Ciphertext, { iv, ct: 'A'.repeat(174_763) })).toBe(true);
    expect(Check(wire.Ciphertext, { iv, ct: 'A'.repeat(174_764) })).toBe(false);
    expect(Check(wire.Ciphertext, { iv, ct: 'A'.repeat(22) })).toBe(false);
  });

  it('accepts 1 to 8 wraps', async () => {
    const send = (count: number) => {
      const wraps = Array.from({ length: count }, () => noise(16));
      const envelope = JSON.parse(envelopeText({ accountId, revision: 1, wraps })) as Json;
      return codeOf(COMMIT, withValue((BODIES[COMMIT] as () => Json)(), ['envelope'], envelope));
    };
    expect([await send(0), await send(1), await send(8), await send(9)]).toEqual([
      'INVALID_REQUEST',
      'CHALLENGE_EXPIRED',
      'CHALLENGE_EXPIRED',
      'INVALID_REQUEST',
    ]);
  });

  it('accepts 0 to 8 transports of up to 32 characters each, whatever the characters', async () => {
    const send = (transports: Json) =>
      codeOf(
        REGISTER,
        withValue((BODIES[REGISTER] as () => Json)(), [...response, 'transports'], transports),
      );
    for (const fine of [
      [],
      Array(8).fill('usb'),
      ['x'.repeat(32)],
      ['😀'.repeat(32)],
      ['\u0000'],
    ]) {
      expect(await send(fine)).toBe('CHALLENGE_EXPIRED');
    }
    for (const bad of [
      Array(9).fill('usb'),
      ['x'.repeat(33)],
      ['😀'.repeat(33)],
      `e${'\u0301'.repeat(33)}`,
    ]) {
      expect(await send(bad as Json)).toBe('INVALID_REQUEST');
    }
  });

  it('accepts revisions from 0 to the largest safe integer', async () => {
    const send = (revision: string) => {
      const body = JSON.stringify((BODIES['/v1/mutations/options'] as () => Json)());
      return vault.client
        .call(
          'POST',
          '/v1/mutations/options',
          token,
          body.replace('"revision":7', `"revision":${revision}`),
        )
        .then(({ text }) => (JSON.parse(text) as { error: string }).error);
    };
    expect(await send('0')).toBe('REVISION_CONFLICT');
    expect(await send('9007199254740991')).toBe('REVISION_CONFLICT');
    for (const bad of [
      '-1',
      '0.5',
      '9007199254740992',
      '9007199254740993',
      '1e400',
      '"1"',
      '-0.1',
    ]) {
      expect(await send(bad)).toBe('INVALID_REQUEST');
    }
  });
});

describe('base64url', () => {
  const LOGIN = '/v1/authentication/verify';
  const path = ['credential', 'response', 'signature'] as const;

  it.each([
    ['padding', 'AA=='],
    ['the other alphabet', 'AA+/'],
    ['a length that no bytes encode to', 'AAAAA'],
    ['unused bits after two characters', 'AB'],
    ['unused bits after three characters', 'AAB'],
    ['white space', 'AA AA'],
    ['a line feed at the end', 'AAAA\n'],
    ['letters of another script', 'ААAA'],
    ['an empty text', ''],
  ])('rejects invalid base64url: %s', async (_title, text) => {
    const body = (BODIES[LOGIN] as () => Json)();
    expect(await codeOf(LOGIN, withValue(body, path, text))).toBe('INVALID_REQUEST');
  });

  it('accepts base64url text only in its canonical form', () => {
    for (const text of ['AA', 'AQ', 'Ag', 'Aw', 'AAA', 'AAE', 'AAI', 'A_-w', 'AAAA']) {
      expect(wire.isCanonicalBase64url(text)).toBe(true);
    }
    for (const text of ['A', 'AB', 'AAB', 'AAC', 'AAD', 'AAF', 'AAAAA']) {
      expect(wire.isCanonicalBase64url(text)).toBe(false);
    }
  });
});
