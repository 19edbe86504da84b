import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import { openEnvelope, sealEnvelope } from '../../../shared/vault/envelope.ts';
import { PADDED_SIZES, pad, unpad } from '../../../shared/vault/padding.ts';
import type { VaultPayload } from '../../../shared/vault/payload.ts';
import { passkeyKeyPair } from '../../../shared/vault/prf.ts';
import type { Envelope } from '../../../shared/wire/vault.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { nobleAead } from '../../helpers/noble-aead.ts';
import { CONTINUITY } from '../../helpers/vault-edits.ts';

const random = createFakeRandom('envelope');
const rpId = 'vault.example.com';
const accountId = toBase64url(random.bytes(32));

function passkey() {
  const credentialId = random.bytes(16);
  const binding = { rpId, accountId: fromBase64url(accountId) ?? new Uint8Array() };
  return { credentialId, ...passkeyKeyPair({ prf: random.bytes(32), binding, credentialId }) };
}

const phone = passkey();
const laptop = passkey();

function payload(change: Partial<VaultPayload> = {}): VaultPayload {
  return {
    schema: 2,
    accountId,
    revision: 3,
    prevDigest: toBase64url(random.bytes(32)),
    createdAt: 1,
    device: 'test',
    wallets: [],
    keyring: [phone, laptop].map((key) => ({
      credentialId: toBase64url(key.credentialId),
      pk: toBase64url(key.publicKey),
      name: 'key',
      aaguid: '',
      addedAt: 1,
    })),
    contacts: [],
    settings: {},
    continuity: CONTINUITY,
    backups: [],
    tombstones: [],
    ...change,
  };
}

const seal = (content: VaultPayload) =>
  sealEnvelope({ payload: content, rpId, aead: nobleAead, random });
const open = (envelope: Envelope, key = phone) =>
  openEnvelope({ envelope, rpId, aead: nobleAead, ...key });

/** Flips one bit of a base64url text, at the relative position `at` (0 to 1). */
function flipped(text: string, at: number): string {
  const bytes = fromBase64url(text) ?? new Uint8Array();
  const index = Math.floor(at * bytes.length);
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return toBase64url(bytes);
}

describe('an envelope', () => {
  it('an envelope opens with every passkey of its keyring to the same payload', async () => {
    const content = payload({ settings: { theme: { value: 'dark', updatedAt: 5 } } });
    const { envelope } = await seal(content);
    expect(await open(envelope, phone)).toEqual(content);
    expect(await open(envelope, laptop)).toEqual(content);
  });

  it('uses new random values for each envelope: no salt, iv or ciphertext occurs twice', async () => {
    const [first, second] = [await seal(payload()), await seal(payload())];
    const parts = [first, second].flatMap(({ envelope }) => [
      envelope.payload.iv,
      envelope.payload.ct,
      ...envelope.wraps.flatMap((wrap) => [wrap.salt, wrap.iv, wrap.ct]),
    ]);
    expect(new Set(parts).size).toBe(parts.length);
  });

  it('an envelope doesn’t open when one bit of the payload or of the passkey’s wrap is flipped', async () => {
    const { envelope } = await seal(payload());
    const own = envelope.wraps[0];
    if (own === undefined) throw new Error('an envelope has wraps');
    const place = fc.double({ min: 0, max: 0.999, noNaN: true });
    const part = fc.constantFrom('iv', 'ct', 'salt', 'wrap iv', 'wrap ct');
    await fc.assert(
      fc.asyncProperty(part, place, async (name, at) => {
        const changed = structuredClone(envelope);
        const wrap = changed.wraps[0];
        if (wrap === undefined) throw new Error('an envelope has wraps');
        if (name === 'iv') changed.payload.iv = flipped(changed.payload.iv, at);
        if (name === 'ct') changed.payload.ct = flipped(changed.payload.ct, at);
        if (name === 'salt') wrap.salt = flipped(wrap.salt, at);
        if (name === 'wrap iv') wrap.iv = flipped(wrap.iv, at);
        if (name === 'wrap ct') wrap.ct = flipped(wrap.ct, at);
        await expect(open(changed)).rejects.toThrow();
      }),
      { numRuns: 60 },
    );
  });
});

describe('padding', () => {
  it('pads to one of six sizes, and removes the padding exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 72 * 1024 - 4 }), (length) => {
        const content = new Uint8Array(length).fill(7);
        const padded = pad(content);
        expect(PADDED_SIZES).toContain(padded.length);
        expect(unpad(padded)).toEqual(content);
      }),
    );
  });
});

describe('failed sealing', () => {
  it('wipes every key and the plaintext when sealing fails', async () => {
    const drawn: Uint8Array[] = [];
    const sealed: Uint8Array[] = [];
    const recording = {
      bytes(length: number) {
        const bytes = random.bytes(length);
        if (length === 32) drawn.push(bytes);
        return bytes;
      },
    };
    const failing = {
      ...nobleAead,
      seal: async (message: { key: Uint8Array; bytes: Uint8Array }) => {
        sealed.push(message.key, message.bytes);
        throw new Error('the cipher failed');
      },
    };
    const attempt = sealEnvelope({ payload: payload(), rpId, aead: failing, random: recording });
    await expect(attempt).rejects.toThrow('the cipher failed');
    expect(drawn).toHaveLength(1);
    expect(sealed).toHaveLength(2);
    for (const secret of [...drawn, ...sealed])
      expect(secret.every((byte) => byte === 0)).toBe(true);
  });
});
