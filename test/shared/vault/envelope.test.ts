import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import { relationTo } from '../../../shared/vault/anti-rollback.ts';
import { openEnvelope, sealEnvelope } from '../../../shared/vault/envelope.ts';
import { nobleAead } from '../../../shared/vault/noble-aead.ts';
import { PADDED_SIZES, pad, unpad } from '../../../shared/vault/padding.ts';
import type { VaultPayload } from '../../../shared/vault/payload.ts';
import { passkeyKeyPair } from '../../../shared/vault/prf.ts';
import type { Envelope } from '../../../shared/wire/vault.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';

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
    schema: 1,
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
    tombstones: [],
    ...change,
  };
}

const seal = (content: VaultPayload) =>
  sealEnvelope({ payload: content, rpId, aead: nobleAead, random });
const open = (envelope: Envelope, key = phone) =>
  openEnvelope({ envelope, rpId, aead: nobleAead, ...key });

/** Flips one bit of a base64url text, at the position `at` (0 to 1). */
function flipped(text: string, at: number): string {
  const bytes = fromBase64url(text) ?? new Uint8Array();
  const index = Math.floor(at * bytes.length);
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return toBase64url(bytes);
}

describe('an envelope', () => {
  it('opens with every passkey of its keyring to the same payload', async () => {
    const content = payload({ settings: { theme: { value: 'dark', updatedAt: 5 } } });
    const { envelope } = await seal(content);
    expect(await open(envelope, phone)).toEqual(content);
    expect(await open(envelope, laptop)).toEqual(content);
  });

  it('is sealed with new values each time: no salt, iv or ciphertext occurs twice', async () => {
    const [first, second] = [await seal(payload()), await seal(payload())];
    const parts = [first, second].flatMap(({ envelope }) => [
      envelope.payload.iv,
      envelope.payload.ct,
      ...envelope.wraps.flatMap((wrap) => [wrap.salt, wrap.iv, wrap.ct]),
    ]);
    expect(new Set(parts).size).toBe(parts.length);
  });

  it("doesn't open for a passkey that is not in it", async () => {
    const { envelope } = await seal(payload());
    await expect(open(envelope, passkey())).rejects.toMatchObject({ code: 'NO_WRAP' });
  });

  it("doesn't open when any bit of the payload or its own wrap is flipped", async () => {
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

  it("doesn't open under another revision, account, relying party or wrap order of ids", async () => {
    const { envelope } = await seal(payload());
    await expect(open({ ...envelope, revision: 4 })).rejects.toThrow();
    await expect(open({ ...envelope, accountId: toBase64url(random.bytes(32)) })).rejects.toThrow();
    await expect(
      openEnvelope({ envelope, rpId: 'evil.example.com', aead: nobleAead, ...phone }),
    ).rejects.toThrow();
    const without = { ...envelope, wraps: envelope.wraps.slice(0, 1) };
    await expect(open(without)).rejects.toMatchObject({ code: 'CORRUPT_PAYLOAD' });
  });

  it("doesn't open when two passkeys’ wraps are swapped", async () => {
    const { envelope } = await seal(payload());
    const [a, b] = envelope.wraps;
    if (a === undefined || b === undefined) throw new Error('two wraps');
    const wraps = [
      { ...b, credentialId: a.credentialId },
      { ...a, credentialId: b.credentialId },
    ];
    await expect(open({ ...envelope, wraps })).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });

  it('rejects a payload with another keyring inside than outside', async () => {
    const stranger = toBase64url(random.bytes(32));
    const content = payload();
    const entry = content.keyring[0];
    if (entry === undefined) throw new Error('a keyring has entries');
    const lying = { ...content, keyring: [{ ...entry, pk: stranger }] };
    const { envelope } = await seal(lying);
    await expect(open(envelope)).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });
});

describe('padding', () => {
  it('has only six sizes and is removed exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 72 * 1024 - 4 }), (length) => {
        const content = new Uint8Array(length).fill(7);
        const padded = pad(content);
        expect(PADDED_SIZES).toContain(padded.length);
        expect(unpad(padded)).toEqual(content);
      }),
    );
  });

  it("rejects oversized payloads, and padding that isn't all zero or isn't the smallest", () => {
    expect(() => pad(new Uint8Array(72 * 1024 - 3))).toThrow('more than fits');
    const dirty = pad(new Uint8Array(10));
    dirty[4095] = 1;
    expect(() => unpad(dirty)).toThrow('damaged');
    const large = new Uint8Array(8192);
    expect(() => unpad(large)).toThrow('damaged');
    expect(() => unpad(new Uint8Array(3))).toThrow('damaged');
  });
});

describe('the anti-rollback memory of a device', () => {
  const memory = { revision: 5, digest: 'five' };

  it('recognizes the remembered snapshot and its successor', () => {
    expect(relationTo(memory, { revision: 5, digest: 'five', prevDigest: 'four' })).toBe('same');
    expect(relationTo(memory, { revision: 6, digest: 'six', prevDigest: 'five' })).toBe('next');
    expect(relationTo(undefined, { revision: 9, digest: 'nine', prevDigest: '' })).toBe('next');
  });

  it('recognizes an older snapshot', () => {
    expect(relationTo(memory, { revision: 4, digest: 'four', prevDigest: '' })).toBe('older');
  });

  it('rejects snapshots of another branch, and any across a gap', () => {
    for (const offered of [
      { revision: 5, digest: 'other', prevDigest: 'four' },
      { revision: 6, digest: 'six', prevDigest: 'other' },
      { revision: 8, digest: 'eight', prevDigest: 'five' },
    ]) {
      expect(relationTo(memory, offered)).toBe('unproven');
    }
  });
});

describe('failed sealing', () => {
  it('wipes every key and the plaintext', async () => {
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
