import { scrypt } from '@noble/hashes/scrypt.js';
import {
  concatBytes,
  fromBase64url,
  fromUtf8,
  lengthPrefixed,
  toBase64url,
  u32,
  u64,
  utf8,
  wipe,
} from '../bytes.ts';
import { CondorError } from '../errors.ts';
import { parseAs, parseJson } from '../parse.ts';
import type { Random } from '../ports.ts';
import { Integer, Literal, Object as Shape, type Static, String as Text } from '../schema.ts';
import type { RECOVERY_CODES } from './errors.ts';
import { pad, unpad } from './padding.ts';
import { VaultPayloadSchema } from './payload.ts';
import type { Aead } from './payload-cipher.ts';
import { readRecoveryCode } from './recovery-code.ts';
import { isAffordableScrypt } from './scrypt-work.ts';

export class RecoveryError extends CondorError<(typeof RECOVERY_CODES)[number]> {}

/** The code has 120 random bits, so this work only matters after half of the code has leaked. */
const WORK = { N: 32_768, r: 8, p: 1 } as const;

/** A recovery file as JSON (`FORMAT.md`, section 9). */
const FileSchema = Shape(
  {
    format: Literal('condor-recovery'),
    version: Literal(1),
    /** Epoch milliseconds. */
    createdAt: Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    kdf: Shape(
      {
        name: Literal('scrypt'),
        N: Integer({ minimum: 2, maximum: 2 ** 20 }),
        r: Integer({ minimum: 1, maximum: 8 }),
        p: Integer({ minimum: 1, maximum: 4 }),
        salt: Text({ pattern: '^[A-Za-z0-9_-]{22}$' }),
      },
      { additionalProperties: false },
    ),
    iv: Text({ pattern: '^[A-Za-z0-9_-]{16}$' }),
    ct: Text({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 131_072 }),
  },
  { additionalProperties: false },
);

const { schema, wallets, contacts, settings, backups } = VaultPayloadSchema.properties;
const ContentsSchema = Shape(
  { schema, wallets, contacts, settings, backups },
  { additionalProperties: false },
);

/** Contents of a recovery file: the vault's content without passkeys. */
export type RecoveryContents = Static<typeof ContentsSchema>;

/** Encrypts contents under a code from `newRecoveryCode`; returns the file's text. */
export async function sealRecovery(options: {
  contents: RecoveryContents;
  code: string;
  createdAt: number;
  aead: Aead;
  random: Random;
}): Promise<string> {
  const { createdAt, random } = options;
  const salt = random.bytes(16);
  const iv = random.bytes(12);
  const key = keyOf(options.code, { ...WORK, salt });
  const plaintext = utf8(JSON.stringify(options.contents));
  let ct: Uint8Array;
  try {
    const bytes = pad(plaintext);
    const aad = aadOf({ ...WORK, salt, createdAt });
    ct = await options.aead.seal({ key, iv, aad, bytes }).finally(() => wipe(bytes));
  } finally {
    wipe(key, plaintext);
  }
  return JSON.stringify({
    format: 'condor-recovery',
    version: 1,
    createdAt,
    kdf: { name: 'scrypt', ...WORK, salt: toBase64url(salt) },
    iv: toBase64url(iv),
    ct: toBase64url(ct),
  } satisfies Static<typeof FileSchema>);
}

/** An opened recovery file. The contents include secrets. */
export interface OpenedRecovery {
  readonly contents: RecoveryContents;
  /** Epoch milliseconds at which the file was made. */
  readonly createdAt: number;
}

/**
 * Decrypts a recovery file with the entered code.
 * @throws RecoveryError. Its code distinguishes a file of another kind, a mistyped recovery code,
 * and the recovery code of another file.
 */
export async function openRecovery(options: {
  text: string;
  code: string;
  aead: Aead;
}): Promise<OpenedRecovery> {
  const file = parseAs(FileSchema, parseJson(options.text));
  const salt = fromBase64url(file?.kdf.salt ?? '');
  const iv = fromBase64url(file?.iv ?? '');
  const ct = fromBase64url(file?.ct ?? '');
  const isAffordable = file !== undefined && isAffordableScrypt(file.kdf);
  if (!isAffordable || salt === undefined || iv === undefined || ct === undefined) {
    throw new RecoveryError('not-a-recovery-file', 'This is not a recovery file of Condor.');
  }
  const code = readRecoveryCode(options.code);
  if (code === undefined) {
    throw new RecoveryError('bad-code', 'The code is mistyped.');
  }
  const work = { N: file.kdf.N, r: file.kdf.r, p: file.kdf.p, salt };
  const key = keyOf(code, work);
  let padded: Uint8Array;
  try {
    const aad = aadOf({ ...work, createdAt: file.createdAt });
    padded = await options.aead.open({ key, iv, aad, bytes: ct });
  } catch (cause) {
    throw new RecoveryError('wrong-code', 'The code does not open this file.', { cause });
  } finally {
    wipe(key);
  }
  const contents = contentsOf(padded);
  wipe(padded);
  if (contents === undefined) {
    throw new RecoveryError('not-a-recovery-file', 'This recovery file is of another version.');
  }
  return { contents, createdAt: file.createdAt };
}

function contentsOf(padded: Uint8Array): RecoveryContents | undefined {
  try {
    return parseAs(ContentsSchema, parseJson(fromUtf8(unpad(padded))));
  } catch {
    // The padding or the UTF-8 is wrong, so another program wrote the file.
    return undefined;
  }
}

interface Work {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Uint8Array;
}

function keyOf(code: string, { N, r, p, salt }: Work): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(scrypt(utf8(code), salt, { N, r, p, dkLen: 32, maxmem: 2 ** 31 }));
}

function aadOf(bound: Work & { createdAt: number }): Uint8Array<ArrayBuffer> {
  return concatBytes(
    lengthPrefixed('condor/v2/recovery'),
    lengthPrefixed(bound.salt),
    u32(bound.N),
    u32(bound.r),
    u32(bound.p),
    u64(bound.createdAt),
  );
}
