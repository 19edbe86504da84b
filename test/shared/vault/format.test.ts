import { describe, expect, it } from 'vitest';
import { openVault } from '../../../entrypoints/background/vault/open.ts';
import { fromHex, toBase64url, toHex } from '../../../shared/bytes.ts';
import { relationTo } from '../../../shared/vault/anti-rollback.ts';
import { sealEnvelope } from '../../../shared/vault/envelope.ts';
import { parseEnvelopeText } from '../../../shared/vault/envelope-text.ts';
import { VaultError } from '../../../shared/vault/errors.ts';
import {
  deletionChallenge,
  mutationChallenge,
  removalChallenge,
} from '../../../shared/vault/mutation-challenge.ts';
import { nobleAead } from '../../../shared/vault/noble-aead.ts';
import { decodePayload } from '../../../shared/vault/payload.ts';
import { passkeyKeyPair } from '../../../shared/vault/prf.ts';
import { openRecovery } from '../../../shared/vault/recovery.ts';
import { NEGATIVE } from '../../helpers/second-vault/negative.ts';
import { POSITIVE } from '../../helpers/second-vault/positive.ts';
import { openRecoveryText } from '../../helpers/second-vault/recovery.ts';
import { spliced } from '../../helpers/second-vault/splice.ts';
import { challengeOf, openText, relation } from '../../helpers/second-vault/vault.ts';
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

/** Opens an envelope's text with the product's functions, in the order of FORMAT.md section 6. */
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

describe('the vector files', () => {
  it('are made byte for byte by the second implementation', () => {
    expect(positive).toEqual(JSON.parse(JSON.stringify(POSITIVE)));
    expect(negative).toEqual(JSON.parse(JSON.stringify(NEGATIVE)));
  });

  it('have different names, so that a report names one vector', () => {
    const names = [positive, negative]
      .flatMap((file) => Object.values(file))
      .flatMap((vectors) => (Array.isArray(vectors) ? vectors.map(({ name }) => name) : []));
    expect(names.length).toBeGreaterThan(80);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('envelopes', () => {
  it.each(named(positive.envelopes))(
    'are sealed to the same text from the same random values: %s',
    async (_, vector) => {
      const random = [
        vector.payload.iv,
        vector.rootKey,
        ...vector.wraps.flatMap(({ ephemeralSecret, iv }) => [ephemeralSecret, iv]),
      ].map(bytes);
      const sealed = await sealEnvelope({
        payload: decodePayload(Buffer.from(vector.payload.json)),
        rpId: vector.rpId,
        aead: nobleAead,
        random: { bytes: () => random.shift() ?? new Uint8Array() },
      });
      expect(sealed.text).toBe(vector.text);
      expect(sealed.digest).toBe(vector.digest);
    },
  );

  it.each(named(positive.envelopes))(
    'open with every passkey, here and in the second implementation: %s',
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

  it.each(named(positive.envelopes))(
    'open with their wraps in any order: %s',
    async (_, vector) => {
      const envelope: { wraps: unknown[] } = JSON.parse(vector.text);
      const text = JSON.stringify({ ...envelope, wraps: envelope.wraps.toReversed() });
      for (const passkey of vector.passkeys) {
        const content: unknown = JSON.parse(vector.payload.json);
        expect(await openOurs({ ...vector, text, passkey })).toEqual(content);
        expect(openSecond({ ...vector, text, passkey }).payload).toEqual(content);
      }
    },
  );

  const base = positive.envelopes.find(({ name }) => name === negative.base.envelope)?.text ?? '';

  it.each(named(negative.envelopes))('are rejected for the reason given: %s', async (_, vector) => {
    const opening = { ...vector, text: spliced(base, vector.splice) };
    expect(opening.text).not.toBe('');
    expect(() => openSecond(opening)).toThrow(vector.code);
    const outcome = await openOurs(opening).catch((error: unknown) =>
      error instanceof VaultError ? error.code : error,
    );
    expect(outcome).toBe(vector.code);
  });
});

describe('challenges', () => {
  it.each(named(positive.envelopes))('cover the change: %s', (_, vector) => {
    const { challenges } = vector;
    const change = {
      tenantId: vector.tenantId,
      accountId: bytes(vector.accountId),
      challengeId: bytes(challenges.challengeId),
      revision: challenges.revision,
      operationId: bytes(challenges.operationId),
      digest: ofBase64url(vector.digest),
    };
    const credentialIds = challenges.removed.map(bytes);
    expect(toBase64url(mutationChallenge(change))).toBe(challenges.mutation);
    expect(toBase64url(removalChallenge({ ...change, credentialIds }))).toBe(challenges.removal);
    expect(toBase64url(deletionChallenge(change))).toBe(challenges.deletion);
  });

  it.each(named(negative.challenges))('differ for another change: %s', (_, { change, offered }) => {
    const { tenantId, revision } = change;
    const ours = mutationChallenge({
      tenantId,
      revision,
      accountId: bytes(change.accountId),
      challengeId: bytes(change.challengeId),
      operationId: bytes(change.operationId),
      digest: ofBase64url(change.digest),
    });
    const second = challengeOf({
      kind: 'mutation',
      tenantId,
      revision,
      accountId: buffer(change.accountId),
      challengeId: buffer(change.challengeId),
      operationId: buffer(change.operationId),
      digest: ofBase64url(change.digest),
      removed: [],
    });
    expect(toHex(ours)).toBe(toHex(second));
    expect(toBase64url(ours)).not.toBe(offered);
  });
});

describe('snapshots', () => {
  it.each(named(negative.snapshots))("don't follow the remembered one: %s", (_, vector) => {
    expect(relationTo(vector.memory, vector.offered)).toBe(vector.relation);
    expect(relation(vector.memory, vector.offered)).toBe(vector.relation);
  });

  it('follow the remembered one along the positive vectors', () => {
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

describe('recovery files', () => {
  it.each(named(positive.recoveryFiles))(
    'open with their code, here and in the second implementation: %s',
    async (_, { text, code, contents }) => {
      expect(await openRecovery({ text, code, aead: nobleAead })).toEqual(contents);
      expect(openRecoveryText(text, code.toLowerCase())).toEqual(contents);
    },
  );

  const base =
    positive.recoveryFiles.find(({ name }) => name === negative.base.recoveryFile)?.text ?? '';

  it.each(named(negative.recoveryFiles))(
    'are rejected for the reason given: %s',
    async (_, { splice, code, error }) => {
      const text = spliced(base, splice);
      await expect(openRecovery({ text, code, aead: nobleAead })).rejects.toMatchObject({
        code: error,
      });
      expect(() => openRecoveryText(text, code)).toThrow(error);
    },
  );
});
