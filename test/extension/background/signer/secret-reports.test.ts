import { createCipheriv, pbkdf2Sync, scryptSync } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english';
import { keccak256, toHex } from 'viem';
import { expect, it } from 'vitest';
import { createDrafts } from '../../../../entrypoints/background/signer/drafts.ts';
import { decryptKeystore } from '../../../../entrypoints/background/signer/keystore.ts';
import { createSecrets } from '../../../../entrypoints/background/signer/secrets.ts';
import { hasCode } from '../../../../shared/errors.ts';
import { SECRET_CODES } from '../../../../shared/messages/failure-codes.ts';
import { createFakeRandom } from '../../../helpers/fake-world.ts';
import { isRight, reportCases } from '../../../helpers/report-cases.ts';

const PHRASE = 'test test test test test test test test test test test junk';

async function answerOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return { refused: SECRET_CODES.find((code) => hasCode(error, code)) };
  }
}

async function addressOf(typed: string): Promise<unknown> {
  const secrets = createSecrets({ loadWords: async () => wordlist.join('\n') });
  await secrets.prepare();
  const drafts = createDrafts({ secrets, random: createFakeRandom() });
  return answerOf(async () => drafts.draftImport(typed).address);
}

/** Returns a keystore file in the format of another program. */
function keystore(key: string, password: string, kdf: string): string {
  const [salt, iv] = [Buffer.alloc(32, 1), Buffer.alloc(16, 2)];
  const derived =
    kdf === 'pbkdf2'
      ? pbkdf2Sync(password, salt, 1000, 32, 'sha256')
      : scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(key, 'hex')), cipher.final()]);
  const work = kdf === 'pbkdf2' ? { c: 1000, prf: 'hmac-sha256' } : { n: 1024, r: 8, p: 1 };
  return JSON.stringify({
    version: 3,
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: ciphertext.toString('hex'),
      cipherparams: { iv: iv.toString('hex') },
      kdf,
      kdfparams: { ...work, dklen: 32, salt: salt.toString('hex') },
      mac: keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2),
    },
  });
}

const opened = (file: string, password: string) =>
  answerOf(async () => toHex(await decryptKeystore(file, password)).slice(2));

it.each(reportCases('secret'))(
  'recognizes or refuses a pasted secret: $name',
  async ({ input, right }) => {
    const answer = await addressOf(String(input.typed));
    expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
  },
);

it('refuses a phrase with a word that isn’t in the list, or with a wrong checksum', async () => {
  expect(await addressOf(PHRASE.replace('junk', 'jank'))).toEqual({ refused: 'badPhrase' });
  expect(await addressOf(PHRASE.replace('junk', 'test'))).toEqual({ refused: 'badPhrase' });
});

it.each(reportCases('keystore'))('opens or refuses a keystore: $name', async ({ input, right }) => {
  const { key, made, typed, kdf = 'scrypt' } = input;
  const file = keystore(String(key), String(made), String(kdf));
  const answer = await opened(file, String(typed));
  expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
});
