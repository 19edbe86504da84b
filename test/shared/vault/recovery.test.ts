import { createDecipheriv, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import { nobleAead } from '../../../shared/vault/noble-aead.ts';
import {
  openRecovery,
  type RecoveryContents,
  sealRecovery,
} from '../../../shared/vault/recovery.ts';
import { newRecoveryCode, readRecoveryCode } from '../../../shared/vault/recovery-code.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';

const CONTENTS: RecoveryContents = {
  schema: 1,
  wallets: [
    {
      id: 'w1',
      kind: 'key',
      name: 'Savings',
      secret: toBase64url(new Uint8Array(32).fill(7)),
      accounts: [{ address: `0x${'1a'.repeat(20)}`, name: 'Account 1', hidden: false }],
      addedAt: 1,
      updatedAt: 2,
    },
  ],
  contacts: [{ address: `0x${'2b'.repeat(20)}`, name: 'Mäx', updatedAt: 3 }],
  settings: {},
};
const CREATED = 1_800_000_000_000;
const random = createFakeRandom('recovery');
const code = newRecoveryCode(random);
const seal = () =>
  sealRecovery({ contents: CONTENTS, code, createdAt: CREATED, aead: nobleAead, random });

describe('a recovery file', () => {
  it('opens with its code, however the code is typed', async () => {
    const text = await seal();
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await openRecovery({ text, code: typed, aead: nobleAead })).toEqual(CONTENTS);
  });

  it('matches its description, with another implementation of scrypt and AES', () => {
    const path = new URL('../../vectors/recovery-file.json', import.meta.url);
    const { file, code: written, contents } = JSON.parse(readFileSync(path, 'utf8'));
    const bytes = (text: string) => fromBase64url(text) ?? new Uint8Array();
    const { N, r, p } = file.kdf;
    const salt = bytes(file.kdf.salt);
    const key = scryptSync(written, salt, 32, { N, r, p, maxmem: 2 ** 27 });
    const number = (value: bigint, width: number) =>
      Buffer.from(value.toString(16).padStart(width * 2, '0'), 'hex');
    const aad = Buffer.concat([
      number(18n, 2),
      Buffer.from('condor/v2/recovery'),
      number(16n, 2),
      salt,
      number(BigInt(N), 4),
      number(BigInt(r), 4),
      number(BigInt(p), 4),
      number(BigInt(file.createdAt), 8),
    ]);
    const ct = bytes(file.ct);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(file.iv));
    decipher.setAAD(aad);
    decipher.setAuthTag(ct.subarray(-16));
    const padded = Buffer.concat([decipher.update(ct.subarray(0, -16)), decipher.final()]);
    expect(padded.length).toBe(4096);
    const length = padded.readUInt32BE(0);
    expect(JSON.parse(padded.subarray(4, 4 + length).toString('utf8'))).toEqual(contents);
  });

  it('opens the published vector', async () => {
    const path = new URL('../../vectors/recovery-file.json', import.meta.url);
    const vector = JSON.parse(readFileSync(path, 'utf8'));
    const text = JSON.stringify(vector.file);
    expect(await openRecovery({ text, code: vector.code, aead: nobleAead })).toEqual(
      vector.contents,
    );
  });

  it("distinguishes a mistyped code from another file's code", async () => {
    const text = await seal();
    const mistyped = (code.startsWith('A') ? 'B' : 'A') + code.slice(1);
    await expect(openRecovery({ text, code: mistyped, aead: nobleAead })).rejects.toMatchObject({
      code: 'bad-code',
    });
    const another = newRecoveryCode(random);
    await expect(openRecovery({ text, code: another, aead: nobleAead })).rejects.toMatchObject({
      code: 'wrong-code',
    });
  });

  it.each([
    ['its time', (file: { createdAt: number }) => ({ ...file, createdAt: file.createdAt + 1 })],
    ['its work', (file: { kdf: object }) => ({ ...file, kdf: { ...file.kdf, N: 16_384 } })],
    [
      'its ciphertext',
      (file: { ct: string }) => ({
        ...file,
        ct: (file.ct.startsWith('A') ? 'B' : 'A') + file.ct.slice(1),
      }),
    ],
  ])("doesn't open after a change of %s", async (_, change) => {
    const text = JSON.stringify(change(JSON.parse(await seal())));
    await expect(openRecovery({ text, code, aead: nobleAead })).rejects.toMatchObject({
      code: 'wrong-code',
    });
  });

  it.each(['', '{}', 'x', '{"format":"condor-recovery","version":2}'])(
    'is not recognized in %j',
    async (text) => {
      await expect(openRecovery({ text, code, aead: nobleAead })).rejects.toMatchObject({
        code: 'not-a-recovery-file',
      });
    },
  );

  it("can't exhaust the memory", async () => {
    const file = JSON.parse(await seal());
    const text = JSON.stringify({ ...file, kdf: { ...file.kdf, N: 2 ** 24 } });
    await expect(openRecovery({ text, code, aead: nobleAead })).rejects.toMatchObject({
      code: 'not-a-recovery-file',
    });
  });
});

describe('a recovery code', () => {
  it('is rejected with any one letter changed', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat({ max: 24 }),
        fc.integer({ min: 1, max: 31 }),
        (seed, at, by) => {
          const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
          const text = newRecoveryCode(createFakeRandom(String(seed))).replaceAll('-', '');
          const letter = letters.charAt((letters.indexOf(text.charAt(at)) + by) % 32);
          expect(readRecoveryCode(text)).toBeDefined();
          expect(readRecoveryCode(text.slice(0, at) + letter + text.slice(at + 1))).toBeUndefined();
        },
      ),
    );
  });
});
