import { CODE, lightRecovery, RECOVERED, recoveryFile } from '../positive.ts';
import { fixed } from '../sealed.ts';
import { spliceOf } from '../splice.ts';
import { pad } from '../vault.ts';
import { flipped, uncanonical } from './opening.ts';

const recovery = (name: string, error: string, reason: string, changed: object, code = CODE) => ({
  name,
  error,
  reason,
  code,
  splice: spliceOf(lightRecovery.text, JSON.stringify({ ...lightRecovery.file, ...changed })),
});
const NOT_A_FILE = 'not-a-recovery-file';
const kdf = (difference: object) => ({ kdf: { ...lightRecovery.file.kdf, ...difference } });
const mistyped = (CODE.startsWith('A') ? 'B' : 'A') + CODE.slice(1);

/** Recovery files and codes that must be rejected. */
export const RECOVERY_FILES = [
  recovery('another format', NOT_A_FILE, 'format', { format: 'other' }),
  recovery('a later version of the file', NOT_A_FILE, 'version is not 1', { version: 2 }),
  recovery('an unknown member of the file', NOT_A_FILE, 'unknown members', { hint: '' }),
  recovery('another key derivation', NOT_A_FILE, 'name is scrypt', kdf({ name: 'pbkdf2' })),
  recovery('too much work', NOT_A_FILE, 'N·r·p is at most 2^21', kdf({ N: 2 ** 19 })),
  recovery(
    'too much work in parallel',
    NOT_A_FILE,
    'N·r·p is at most 2^21',
    kdf({ N: 2 ** 18, p: 2 }),
  ),
  recovery('an N that is not a power of two', NOT_A_FILE, 'scrypt', kdf({ N: 1000 })),
  recovery('too little work', NOT_A_FILE, 'N is at least 2', kdf({ N: 1 })),
  recovery('too large a p', NOT_A_FILE, 'p is at most 4', kdf({ p: 5 })),
  recovery('too large an r', NOT_A_FILE, 'r is at most 8', kdf({ r: 9 })),
  recovery(
    'a salt that is not canonical',
    NOT_A_FILE,
    'unused bits must be zero',
    kdf({ salt: uncanonical(fixed('recovery salt', 16))[1] }),
  ),
  recovery('an iv of 11 bytes', NOT_A_FILE, 'an iv has 12 bytes', {
    iv: lightRecovery.file.iv.slice(0, -1),
  }),
  {
    ...recovery('a ciphertext that is too long', NOT_A_FILE, 'at most 131072 characters', {}),
    splice: {
      at: lightRecovery.text.indexOf('"ct":"') + 6,
      remove: 0,
      insert: 'AAAA',
      times: 32_768,
    },
  },
  {
    ...recovery('text that is not JSON', NOT_A_FILE, 'not JSON', {}),
    splice: { at: lightRecovery.text.length - 1, remove: 1, insert: '' },
  },
  recovery('a code with another letter', 'bad-code', 'U is not used', {}, CODE.replace('C', 'U')),
  recovery('a mistyped code', 'bad-code', 'the check character', {}, mistyped),
  recovery('a code without its last character', 'bad-code', 'too short', {}, CODE.slice(0, -1)),
  recovery(
    'the code of another file',
    'wrong-code',
    'the tag does not match',
    {},
    '2JPMV-Y7A9D-EMZ67-EDV36-M65X7',
  ),
  recovery('another time', 'wrong-code', 'createdAt is bound', { createdAt: 1 }),
  recovery('less work', 'wrong-code', 'N is bound', kdf({ N: 512 })),
  recovery('a changed ciphertext of the file', 'wrong-code', 'the tag does not match', {
    ct: flipped(Buffer.from(lightRecovery.file.ct, 'base64url')).toString('base64url'),
  }),
  recovery('a truncated file', 'wrong-code', 'the tag does not match', {
    ct: Buffer.from(lightRecovery.file.ct, 'base64url').subarray(0, -3).toString('base64url'),
  }),
  ...[
    ['another schema of the contents', recoveryFile({ ...RECOVERED, schema: 1 })],
    ['passkeys in the contents', recoveryFile({ ...RECOVERED, keyring: [] })],
    [
      'a changed padding byte of the contents',
      recoveryFile({}, { padded: flipped(pad(Buffer.from(JSON.stringify(RECOVERED))), 4095) }),
    ],
  ].map(([name, made]) => recovery(String(name), NOT_A_FILE, 'contents', Object(made).file)),
];
