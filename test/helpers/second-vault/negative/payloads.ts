import { first, LAPTOP, second, secondPlan } from '../positive.ts';
import { sealed } from '../sealed.ts';
import { pad } from '../vault.ts';
import { otherAccount, stranger } from './bindings.ts';
import { flipped, keyWrap, laptopWrap, opening, text } from './opening.ts';

const corrupt = (name: string, reason: string, changed: string) =>
  opening(name, 'CORRUPT_PAYLOAD', reason, { text: changed });
const content = (name: string, change: object) => sealed(secondPlan(name, change)).text;
const padding = (name: string, padded: Buffer) => sealed({ ...secondPlan(name), padded }).text;

const json = Buffer.from(second.plan.json);
const padded = pad(json);
/** Returns padded content of any size. The length field may be wrong. */
const paddedTo = (size: number, length = json.length, body = json) =>
  Buffer.concat([
    Buffer.from([0, 0, length >> 8, length & 255]),
    body,
    Buffer.alloc(size),
  ]).subarray(0, size);

/** Payloads that must not open, because they are malformed or contradict their envelope. */
export const PAYLOADS = [
  corrupt('a truncated ciphertext', 'no tag', text({ ct: second.ct.subarray(0, -1) })),
  corrupt('a changed ciphertext', 'the tag does not match', text({ ct: flipped(second.ct, 9) })),
  corrupt('a changed payload iv', 'the tag does not match', text({ iv: flipped(second.iv) })),
  corrupt(
    'the payload of the previous revision',
    'another root key',
    text({ iv: first.iv, ct: first.ct }),
  ),
  corrupt(
    'a wrap left out',
    'the payload is bound to the set of passkeys',
    text({ wraps: [laptopWrap] }),
  ),
  corrupt(
    'a wrap added',
    'the payload is bound to the set of passkeys',
    text({ wraps: [laptopWrap, keyWrap, { ...keyWrap, credentialId: stranger.credentialId }] }),
  ),
  corrupt(
    'a wrap twice',
    'the payload is bound to the number of passkeys',
    text({ wraps: [laptopWrap, laptopWrap, keyWrap] }),
  ),
  corrupt(
    'a changed padding byte',
    'padding is zero',
    padding('a changed padding byte', flipped(padded, padded.length - 1)),
  ),
  corrupt('padding to 8 KiB', 'not the smallest size', padding('padding to 8 KiB', paddedTo(8192))),
  corrupt('padding to 5 KiB', 'not a size', padding('padding to 5 KiB', paddedTo(5120))),
  corrupt('a plaintext of one byte', 'not a size', padding('one byte', Buffer.alloc(1))),
  corrupt(
    'a length beyond the padding',
    'length out of range',
    padding('a length beyond the padding', paddedTo(4096, 4093)),
  ),
  corrupt(
    'JSON that is cut off',
    'not JSON',
    padding('JSON that is cut off', paddedTo(4096, 100, json.subarray(0, 100))),
  ),
  corrupt(
    'a byte order mark in the payload',
    'not JSON',
    sealed({ ...secondPlan('a byte order mark in the payload'), json: `\ufeff${json}` }).text,
  ),
  corrupt(
    'invalid UTF-8',
    'not UTF-8',
    padding('invalid UTF-8', pad(Buffer.from(json.map((byte) => (byte === 0xc3 ? 0xff : byte))))),
  ),
  opening('a later schema', 'WRONG_VERSION', 'schema is not 2', {
    text: content('a later schema', { schema: 3, owner: 'x' }),
  }),
  opening('an earlier schema', 'WRONG_VERSION', 'schema is not 2', {
    text: content('an earlier schema', { schema: 1, continuity: undefined, backups: undefined }),
  }),
  corrupt('a schema of 0', 'schema is at least 1', content('a schema of 0', { schema: 0 })),
  corrupt('an unknown member inside', 'unknown members', content('unknown', { owner: 'x' })),
  corrupt('33 wallets', 'at most 32', content('33 wallets', { wallets: manyWallets(33) })),
  corrupt(
    'an address of 19 bytes',
    '20 bytes',
    content('a bad address', {
      contacts: [{ address: `0x${'11'.repeat(19)}`, name: 'x', updatedAt: 1 }],
    }),
  ),
  corrupt('no continuity', 'required', content('no continuity', { continuity: undefined })),
  corrupt('no epoch', 'at least one entry', content('no epoch', { continuity: [] })),
  corrupt('an empty keyring', 'at least one entry', content('an empty keyring', { keyring: [] })),
  opening('the payload of another account', 'PAYLOAD_MISMATCH', 'accountId differs inside', {
    text: content('other account', { accountId: otherAccount.toString('base64url') }),
  }),
  opening('the payload of another revision', 'PAYLOAD_MISMATCH', 'revision differs inside', {
    text: content('other revision', { revision: 3 }),
  }),
  ...[
    ['a keyring without a wrapped passkey', keyring(1)],
    ['a keyring with another passkey', keyring(2, { credentialId: 'AAAA' })],
    ['a keyring with another public key of the own passkey', keyring(2, {}, { pk: 'AAAA' })],
  ].map(([name, entries]) =>
    opening(String(name), 'KEYRING_MISMATCH', 'keyring and wraps differ', {
      text: content(String(name), { keyring: entries }),
    }),
  ),
  opening('a passkey twice', 'KEYRING_MISMATCH', 'the ids of wraps differ', {
    text: twice(),
  }),
];

/** Returns an envelope whose wraps and keyring agree, but both name this device's passkey twice. */
function twice(): string {
  const { json: twiceInside } = secondPlan('a passkey twice', {
    keyring: keyring(1).concat(keyring(1)),
  });
  return sealed({ ...secondPlan('a passkey twice'), passkeys: [LAPTOP, LAPTOP], json: twiceInside })
    .text;
}

function manyWallets(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    id: `w${i}`,
    kind: 'watch',
    name: '',
    accounts: [],
    addedAt: 1,
    updatedAt: 1,
  }));
}

function keyring(count: number, ofKey: object = {}, ofLaptop: object = {}) {
  const [own, other] = Object(JSON.parse(second.plan.json)).keyring;
  return [
    { ...own, ...ofLaptop },
    { ...other, ...ofKey },
  ].slice(0, count);
}
