import { describe, expect, it } from 'vitest';
import { openVault } from '../../../entrypoints/background/vault/open/open.ts';
import { fromHex, toBase64url } from '../../../shared/bytes.ts';
import { relationTo } from '../../../shared/vault/anti-rollback.ts';
import { containsNewest, parseEpochs } from '../../../shared/vault/continuity.ts';
import { sealEnvelope } from '../../../shared/vault/envelope.ts';
import { parseEnvelopeText } from '../../../shared/vault/envelope-text.ts';
import { VaultError } from '../../../shared/vault/errors.ts';
import {
  deletionChallenge,
  mutationChallenge,
  removalChallenge,
} from '../../../shared/vault/mutation-challenge.ts';
import { pad as padOurs } from '../../../shared/vault/padding.ts';
import { decodePayload } from '../../../shared/vault/payload.ts';
import { passkeyKeyPair } from '../../../shared/vault/prf.ts';
import {
  openRecovery,
  type RecoveryContents,
  sealRecovery,
} from '../../../shared/vault/recovery.ts';
import { nobleAead } from '../../helpers/noble-aead.ts';
import { isPayload } from '../../helpers/second-vault/forms.ts';
import { NEGATIVE } from '../../helpers/second-vault/negative.ts';
import { POSITIVE } from '../../helpers/second-vault/positive.ts';
import { openRecoveryText } from '../../helpers/second-vault/recovery.ts';
import { spliced } from '../../helpers/second-vault/splice.ts';
import {
  challengeOf,
  isVerified,
  keysOf,
  openText,
  pad,
  parseStrictly,
  relation,
} from '../../helpers/second-vault/vault.ts';
import positive from '../../vectors/vault-format.json' with { type: 'json' };
import negative from '../../vectors/vault-format-negative.json' with { type: 'json' };

const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();
const buffer = (hex: string) => Buffer.from(hex, 'hex');
const ofBase64url = (text: string) => Buffer.from(text, 'base64url');

interface Opening {
  readonly text: string;
  readonly rpId: string;
  readonly accountId: string;
  readonly passkey: { readonly credentialId: string; readonly prf: string };
}

/**
 * Opens an envelope's text with the extension's functions, in the order of shared/vault/FORMAT.md
 * section 6.
 */
async function openOurs({ text, rpId, accountId, passkey }: Opening) {
  const envelope = parseEnvelopeText(text);
  if (envelope === undefined) return 'FORM';
  const credentialId = bytes(passkey.credentialId);
  const binding = { rpId, accountId: bytes(accountId) };
  const { secretKey } = passkeyKeyPair({ prf: bytes(passkey.prf), binding, credentialId });
  const { payload } = await openVault({
    envelope,
    accountId: toBase64url(binding.accountId),
    rpId,
    passkey: { credentialId: toBase64url(credentialId), secretKey },
    aead: nobleAead,
  });
  return payload;
}

function openSecond({ text, rpId, accountId, passkey }: Opening) {
  return openText({
    text,
    account: { rpId, accountId: buffer(accountId) },
    passkey: { credentialId: buffer(passkey.credentialId), prf: buffer(passkey.prf) },
  });
}

const named = <Vector extends { name: string }>(vectors: readonly Vector[]) =>
  vectors.map((vector) => [vector.name, vector] as const);

const base = positive.envelopes.find(({ name }) => name === negative.base.envelope);
const recoveryBase = positive.recoveryFiles.find(({ name }) => name === negative.base.recoveryFile);

describe('the vector files', () => {
  it('the vectors equal the output of the second implementation', () => {
    expect(positive).toEqual(JSON.parse(JSON.stringify(POSITIVE)));
    expect(negative).toEqual(JSON.parse(JSON.stringify(NEGATIVE)));
  });

  it('no two vectors have the same name', () => {
    const names = [positive, negative]
      .flatMap((file) => Object.values(file))
      .flatMap((vectors) =>
        Array.isArray(vectors) ? vectors.flatMap((vector) => vector.name ?? []) : [],
      );
    expect(names.length).toBeGreaterThan(120);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('keys', () => {
  it.each([0, 31, 33, 64])('doesn’t derive a key from a PRF value of %i bytes', (length) => {
    const credentialId = new Uint8Array(16);
    const account = { rpId: 'vault.example.com', accountId: Buffer.alloc(32) };
    expect(() =>
      passkeyKeyPair({ prf: new Uint8Array(length), binding: account, credentialId }),
    ).toThrow('32 bytes');
    expect(() =>
      keysOf({ credentialId: Buffer.alloc(16), prf: Buffer.alloc(length) }, account),
    ).toThrow('32 bytes');
  });
});

describe('envelopes', () => {
  it.each(named(positive.envelopes))(
    'seals the vector’s text from the vector’s random values: %s',
    async (_, vector) => {
      const random = [
        vector.payload.iv,
        vector.rootKey,
        ...vector.wraps.flatMap(({ ephemeralSecret, iv }) => [ephemeralSecret, iv]),
      ];
      const sealed = await sealEnvelope({
        payload: decodePayload(Buffer.from(vector.payload.json)),
        rpId: vector.rpId,
        aead: nobleAead,
        random: scripted(random),
      });
      expect(sealed.text).toBe(vector.text);
      expect(sealed.digest).toBe(vector.digest);
    },
  );

  it.each(named(positive.envelopes))(
    'an envelope opens with every passkey, in both implementations: %s',
    async (_, vector) => {
      const content: unknown = JSON.parse(vector.payload.json);
      for (const passkey of vector.passkeys) {
        const opening = { ...vector, passkey };
        expect(await openOurs(opening)).toEqual(content);
        expect(openSecond(opening)).toEqual({
          payload: content,
          json: vector.payload.json,
          digest: vector.digest,
        });
      }
    },
  );

  it('opens an envelope whose wraps are in a different order', async () => {
    const vector = base ?? never();
    const envelope: { wraps: unknown[] } = JSON.parse(vector.text);
    const text = JSON.stringify({ ...envelope, wraps: envelope.wraps.toReversed() });
    expect(text).not.toBe(vector.text);
    const content: unknown = JSON.parse(vector.payload.json);
    for (const passkey of vector.passkeys) {
      expect(await openOurs({ ...vector, text, passkey })).toEqual(content);
      expect(openSecond({ ...vector, text, passkey }).payload).toEqual(content);
    }
  });

  it.each(named(negative.envelopes))(
    'rejects an invalid envelope and returns the vector’s error code: %s',
    async (_, vector) => {
      const opening = { ...vector, text: spliced(base?.text ?? '', vector.splice) };
      expect(() => openSecond(opening)).toThrow(vector.code);
      const outcome = await openOurs(opening).catch((error: unknown) =>
        error instanceof VaultError ? error.code : error,
      );
      expect(outcome).toBe(vector.code);
    },
  );
});

describe('payloads', () => {
  it.each(named(negative.payloads))(
    'rejects JSON that isn’t a valid payload: %s',
    (_, { splice }) => {
      const json = Buffer.from(spliced(base?.payload.json ?? '', splice));
      expect(() => decodePayload(json)).toThrow(VaultError);
      expect(isPayload(parseStrictly(json))).toBe(false);
    },
  );

  it.each(positive.paddings)(
    'pads $jsonLength bytes of JSON to $paddedLength',
    ({ jsonLength, paddedLength }) => {
      expect(padOurs(new Uint8Array(jsonLength)).length).toBe(paddedLength);
      expect(pad(Buffer.alloc(jsonLength)).length).toBe(paddedLength);
    },
  );

  it('refuses to pad JSON that doesn’t fit into 72 KiB', () => {
    const tooLong = 72 * 1024 - 3;
    expect(() => padOurs(new Uint8Array(tooLong))).toThrow(VaultError);
    expect(() => pad(Buffer.alloc(tooLong))).toThrow(RangeError);
  });
});

describe('challenges', () => {
  it.each(named(positive.envelopes))(
    'computes the vector’s challenges of a mutation, a removal and a deletion: %s',
    (_, vector) => {
      const { challengeId, operationId, revision, removed, ...expected } = vector.challenges;
      const { accountId, tenantId, digest } = vector;
      for (const kind of ['mutation', 'removal', 'deletion'] as const) {
        const change = { kind, tenantId, accountId, challengeId, operationId, revision, removed };
        const { ours, second } = challengesOf({ ...change, digest });
        expect(ours).toBe(expected[kind]);
        expect(second).toBe(expected[kind]);
      }
    },
  );

  it.each(named(negative.challenges))(
    'the challenge of a change differs from that of a different change: %s',
    (_, { change, offered }) => {
      const { ours, second } = challengesOf(change);
      expect(ours).toBe(second);
      expect(ours).not.toBe(offered);
    },
  );
});

describe('snapshots', () => {
  it.each(named(negative.snapshots))(
    'rejects a snapshot that doesn’t follow the remembered snapshot: %s',
    (_, vector) => {
      expect(relationTo(vector.memory, vector.offered)).toBe(vector.relation);
      expect(relation(vector.memory, vector.offered)).toBe(vector.relation);
    },
  );

  it('accepts the next snapshot, an unchanged snapshot, and any snapshot on a device that remembers none', () => {
    const [first, second] = positive.envelopes.map(({ revision, digest, payload }) => {
      const { prevDigest }: { prevDigest: string } = JSON.parse(payload.json);
      return { revision, digest, prevDigest };
    });
    if (first === undefined || second === undefined) throw new Error('two vectors of one account');
    for (const relationOf of [relationTo, relation]) {
      expect(relationOf(undefined, first)).toBe('next');
      expect(relationOf(first, second)).toBe('next');
      expect(relationOf(second, second)).toBe('same');
    }
  });
});

describe('epochs', () => {
  it.each(named(negative.continuity))(
    'doesn’t verify a writer with %s',
    (_, { newest, offered }) => {
      expect(containsNewest(parseEpochs(offered), parseEpochs([newest]))).toBe(false);
      expect(isVerified(newest, offered)).toBe(false);
    },
  );

  it('verifies a writer whose list contains the newest epoch at any position', () => {
    const [newest] = negative.continuity.map((vector) => vector.newest);
    const later = negative.continuity.flatMap(({ offered }) => offered).slice(0, 7);
    if (newest === undefined) throw new Error('a vector has the newest epoch');
    for (const offered of [[newest], [...later, newest], [newest, ...later]]) {
      expect(containsNewest(parseEpochs(offered), parseEpochs([newest]))).toBe(true);
      expect(isVerified(newest, offered)).toBe(true);
    }
  });
});

describe('recovery files', () => {
  it('seals the vector’s recovery file from the vector’s random values', async () => {
    const { text, code, contents } = positive.recoveryFiles[0] ?? never();
    const { createdAt, kdf, iv }: { createdAt: number; kdf: { salt: string }; iv: string } =
      JSON.parse(text);
    const sealed = await sealRecovery({
      contents: recoveryContents(contents),
      code,
      createdAt,
      aead: nobleAead,
      random: scripted([kdf.salt, iv].map((part) => ofBase64url(part).toString('hex'))),
    });
    expect(sealed).toBe(text);
  });

  it.each(named(positive.recoveryFiles))(
    'a recovery file opens with its code, in both implementations: %s',
    async (_, { text, code, contents }) => {
      expect(await opened(text, code)).toEqual(contents);
      expect(openRecoveryText(text, code)).toEqual(contents);
    },
  );

  it.each([
    ['small letters', (code: string) => code.toLowerCase()],
    ['spaces', (code: string) => ` ${code.replaceAll('-', ' \n')}\t`],
    ['no groups', (code: string) => code.replaceAll('-', '')],
    ['O for 0, and I for 1', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'I')],
    ['o for 0, and l for 1', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('a recovery file opens when its code is typed with %s', async (_, typed) => {
    const { text, code, contents } = recoveryBase ?? never();
    expect(typed(code)).not.toBe(code);
    expect(await opened(text, typed(code))).toEqual(contents);
    expect(openRecoveryText(text, typed(code))).toEqual(contents);
  });

  it('opens a recovery file with white space between its members', async () => {
    const { text, code, contents } = recoveryBase ?? never();
    const spaced = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
    expect(await opened(spaced, code)).toEqual(contents);
    expect(openRecoveryText(spaced, code)).toEqual(contents);
  });

  it.each(named(negative.recoveryFiles))(
    'rejects an invalid recovery file and returns the vector’s error code: %s',
    async (_, { splice, code, error }) => {
      const text = spliced(recoveryBase?.text ?? '', splice);
      await expect(openRecovery({ text, code, aead: nobleAead })).rejects.toMatchObject({
        code: error,
      });
      expect(() => openRecoveryText(text, code)).toThrow(error);
    },
  );
});

/**
 * Returns a source that yields known values instead of random values, in the order of their use.
 * Values are hex.
 */
function scripted(values: readonly string[]) {
  const queue = values.map(bytes);
  return { bytes: () => queue.shift() ?? never() };
}

function never(): never {
  throw new Error('The vectors lack a value.');
}

const opened = async (text: string, code: string) =>
  (await openRecovery({ text, code, aead: nobleAead })).contents;

function recoveryContents(contents: object): RecoveryContents {
  const { schema, wallets, contacts, settings, backups } = decodePayload(
    Buffer.from(JSON.stringify({ ...JSON.parse(base?.payload.json ?? ''), ...contents })),
  );
  return { schema, wallets, contacts, settings, backups };
}

/** Returns the challenges that both implementations compute for a change. */
function challengesOf(change: {
  readonly kind: string;
  readonly tenantId: string;
  readonly accountId: string;
  readonly challengeId: string;
  readonly operationId: string;
  readonly revision: number;
  readonly digest: string;
  readonly removed: readonly string[];
}): { ours: string; second: string } {
  const { tenantId, revision } = change;
  const parts = {
    tenantId,
    revision,
    accountId: buffer(change.accountId),
    challengeId: buffer(change.challengeId),
    operationId: buffer(change.operationId),
    digest: ofBase64url(change.digest),
  };
  const removed = change.removed.map(buffer);
  const [kind, ours] =
    change.kind === 'removal'
      ? (['removal', removalChallenge({ ...parts, credentialIds: removed })] as const)
      : change.kind === 'deletion'
        ? (['deletion', deletionChallenge(parts)] as const)
        : (['mutation', mutationChallenge(parts)] as const);
  const second = challengeOf({ kind, removed, ...parts });
  return { ours: toBase64url(ours), second: second.toString('base64url') };
}
