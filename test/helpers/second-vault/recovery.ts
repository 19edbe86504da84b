import { scryptSync } from 'node:crypto';
import { aes, fromBase64url, lp, uint } from './bytes.ts';
import { isRecoveryContents, isRecoveryFile } from './forms.ts';
import { parseStrictly, Rejected, rejectingAs, unpad } from './vault.ts';

/** Recovery files of shared/vault/FORMAT.md section 9. */

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function checkCharacter(letters: string): string {
  let sum = 0;
  for (const letter of letters) sum = (3 * sum + LETTERS.indexOf(letter)) % 32;
  return LETTERS.charAt(sum);
}

export interface Kdf {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
}

export function recoveryKey(code: string, { N, r, p, salt }: Kdf): Buffer {
  return scryptSync(code, salt, 32, { N, r, p, maxmem: 2 ** 31 });
}

export function recoveryAad({ N, r, p, salt }: Kdf, createdAt: number): Buffer {
  return Buffer.concat([
    lp('condor/v2/recovery'),
    lp(salt),
    ...[N, r, p].map((value) => uint(value, 4)),
    uint(createdAt, 8),
  ]);
}

/** Opens a file with a typed code. Throws `Rejected` if the code or the file is wrong. */
export function openRecoveryText(text: string, typed: string): unknown {
  const file = parseStrictly(Buffer.from(text));
  if (!isRecoveryFile(file)) throw new Rejected('not-a-recovery-file');
  const { kdf, iv, ct, createdAt } = Object(file);
  const bytes = (value: string) => {
    const decoded = fromBase64url(value);
    if (decoded === undefined) throw new Rejected('not-a-recovery-file');
    return decoded;
  };
  const work = { N: kdf.N, r: kdf.r, p: kdf.p, salt: bytes(kdf.salt) };
  const message = { iv: bytes(iv), bytes: bytes(ct), aad: recoveryAad(work, createdAt) };
  const isAffordable = work.N * work.r * work.p <= 2 ** 21;
  if (!Number.isInteger(Math.log2(work.N)) || !isAffordable) {
    throw new Rejected('not-a-recovery-file');
  }
  const code = readCode(typed);
  const padded = rejectingAs('wrong-code', () =>
    aes.open({ key: recoveryKey(code, work), ...message }),
  );
  const json = unpad(padded);
  const contents = json === undefined ? undefined : parseStrictly(json);
  if (!isRecoveryContents(contents)) throw new Rejected('not-a-recovery-file');
  return contents;
}

function readCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const isCode =
    /^[0-9A-HJKMNP-TV-Z]{25}$/.test(letters) &&
    checkCharacter(letters.slice(0, 24)) === letters.charAt(24);
  if (!isCode) throw new Rejected('bad-code');
  return groups(letters);
}

export function groups(letters: string): string {
  return [0, 5, 10, 15, 20].map((at) => letters.slice(at, at + 5)).join('-');
}
