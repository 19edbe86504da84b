import { chacha, hkdf } from './bytes.ts';
import {
  CODE,
  first,
  KEY,
  LAPTOP,
  LIGHT,
  lightRecovery,
  RECOVERED,
  recoveryFile,
  second,
  secondPlan,
} from './positive.ts';
import { fixed, hex, sealed } from './sealed.ts';
import { type Splice, spliceOf } from './splice.ts';
import { challengeOf, digestOf, envelopeText, keysOf, pad, wrapLabels } from './vault.ts';

/** Inputs that a reader must reject, made from the positive vectors. */

interface Opening {
  readonly text: string;
  readonly accountId?: Buffer;
  readonly rpId?: string;
  readonly credentialId?: Buffer;
  readonly prf?: Buffer;
  readonly splice?: Splice;
}

const { account } = second.plan;
const members = { ...second, accountId: account.accountId, revision: 2 };
type Wrap = (typeof second.wraps)[number];
const [laptopWrap, keyWrap] = second.wraps;
if (laptopWrap === undefined || keyWrap === undefined) throw new Error('The vector has two wraps.');

function opening(name: string, code: string, reason: string, change: Opening) {
  return {
    name,
    code,
    reason,
    rpId: change.rpId ?? account.rpId,
    accountId: hex(change.accountId ?? account.accountId),
    passkey: {
      credentialId: hex(change.credentialId ?? LAPTOP.credentialId),
      prf: hex(change.prf ?? LAPTOP.prf),
    },
    splice: change.splice ?? spliceOf(second.text, change.text),
  };
}

const text = (change: Partial<typeof members>) => envelopeText({ ...members, ...change });
const withWrap = (wrap: Partial<Wrap>) => text({ wraps: [{ ...laptopWrap, ...wrap }, keyWrap] });

function flipped(bytes: Buffer, at = 0, bit = 1): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ bit, at);
  return copy;
}

// ---- The text

const form = (name: string, reason: string, changed: string) =>
  opening(name, 'FORM', reason, { text: changed });

/** Sets the unused bits of the last character, which decodes to the same bytes. */
const uncanonical = (bytes: Buffer) => {
  const exact = bytes.toString('base64url');
  const last = exact.charCodeAt(exact.length - 1);
  return [exact, exact.slice(0, -1) + String.fromCharCode(last + 1)] as const;
};

const FORMS = [
  form('an older version', 'v is not 2', second.text.replace('"v":2', '"v":1')),
  form('a later version', 'v is not 2', second.text.replace('"v":2', '"v":3')),
  form('white space', 'its digest is another one', second.text.replace('{"v":2,', '{"v":2, ')),
  form('a byte order mark', 'the text begins with "{"', `\ufeff${second.text}`),
  form('text after the object', 'the text ends with "}"', `${second.text}\n`),
  form(
    'a member twice',
    'two parsers could read two revisions',
    second.text.replace('"revision":2', '"revision":1,"revision":2'),
  ),
  form(
    'a member twice in a wrap',
    'two parsers could read two passkeys',
    second.text.replace('{"credentialId"', '{"credentialId":"AAAA","credentialId"'),
  ),
  form('an unknown member', 'unknown members', second.text.replace('{"v":2,', '{"v":2,"x":0,')),
  form(
    'a missing member',
    'accountId is required',
    second.text.replace(/"accountId":"[^"]*",/, ''),
  ),
  form('an escape', 'its digest is another one', second.text.replace('"v":2', '"\\u0076":2')),
  form(
    'a revision as text',
    'revision is a number',
    second.text.replace('"revision":2', '"revision":"2"'),
  ),
  form(
    'a revision with a fraction',
    'revision has decimal digits only',
    second.text.replace('"revision":2', '"revision":2.0'),
  ),
  form(
    'revision 0',
    'the first revision is 1',
    second.text.replace('"revision":2', '"revision":0'),
  ),
  form(
    'a revision above 2^53 - 1',
    'parsers round it',
    second.text.replace('"revision":2', '"revision":9007199254740993'),
  ),
  form('an account id of 31 bytes', '43 characters', text({ accountId: fixed('short', 31) })),
  form(
    'base64url that is not canonical',
    'unused bits must be zero',
    second.text.replace(...uncanonical(account.accountId)),
  ),
  form(
    'base64url with padding',
    'base64url has no padding',
    second.text.replace(second.iv.toString('base64url'), `${'A'.repeat(14)}==`),
  ),
  form(
    'base64 of the other alphabet',
    'base64url has - and _',
    second.text.replace(second.iv.toString('base64url'), `${'A'.repeat(14)}+/`),
  ),
  form('no wraps', 'at least one wrap', text({ wraps: [] })),
  form(
    'nine wraps',
    'at most eight wraps',
    text({
      wraps: Array.from({ length: 9 }, (_, i) => ({
        ...laptopWrap,
        credentialId: fixed(`passkey ${i}`, 16),
      })),
    }),
  ),
  form('a truncated wrap', 'its ct has 48 bytes', withWrap({ ct: laptopWrap.ct.subarray(0, 47) })),
  form('a truncated iv', 'an iv has 12 bytes', text({ iv: second.iv.subarray(0, 11) })),
  form('a payload without content', 'at least 23 characters', text({ ct: fixed('tag', 16) })),
  opening('a text above 131072 bytes', 'FORM', 'too large', {
    text: '',
    splice: { at: second.text.indexOf('"ct":"') + 6, remove: 0, insert: 'AAAA', times: 32_768 },
  }),
];

// ---- Bindings and wraps

/** A wrap whose shared secret is zero: without the check of FORMAT.md section 3 it would open. */
function lowOrder(point: Buffer): string {
  const { publicKey } = keysOf(LAPTOP, account);
  const binding = { account, revision: 2, credentialId: LAPTOP.credentialId };
  const { info, aad } = wrapLabels(binding);
  const key = hkdf(Buffer.alloc(32), Buffer.concat([point, publicKey]), info);
  const ct = chacha.seal({
    key,
    iv: laptopWrap?.iv ?? Buffer.alloc(12),
    aad,
    bytes: second.rootKey,
  });
  return withWrap({ salt: point, ct });
}

const stranger = { credentialId: fixed('stranger', 16), prf: fixed('stranger prf', 32) };
const otherAccount = fixed('other account', 32);
const wrong = (name: string, reason: string, change: Opening) =>
  opening(name, 'WRONG_KEY', reason, change);

const BINDINGS = [
  opening('another account', 'WRONG_ACCOUNT', 'not the assertion’s user handle', {
    text: second.text,
    accountId: otherAccount,
  }),
  opening('a passkey without a wrap', 'NO_WRAP', 'no wrap has this credential id', {
    text: second.text,
    ...stranger,
  }),
  wrong('an envelope moved to another account', 'keys are bound to the account', {
    text: text({ accountId: otherAccount }),
    accountId: otherAccount,
  }),
  wrong('another relying party', 'keys are bound to the rpId', {
    text: second.text,
    rpId: 'evil.example.com',
  }),
  wrong('another revision', 'wraps are bound to the revision', { text: text({ revision: 3 }) }),
  wrong('another PRF value', 'the secret key is another one', {
    text: second.text,
    prf: stranger.prf,
  }),
  wrong('swapped wraps', 'wraps are bound to their credential id', {
    text: text({
      wraps: [
        { ...keyWrap, credentialId: LAPTOP.credentialId },
        { ...laptopWrap, credentialId: KEY.credentialId },
      ],
    }),
  }),
  wrong('the wrap of the previous revision', 'wraps are bound to the revision', {
    text: text({ wraps: [...first.wraps, keyWrap] }),
  }),
  wrong('a changed wrap', 'the tag does not match', {
    text: withWrap({ ct: flipped(laptopWrap.ct) }),
  }),
  wrong('a changed iv of a wrap', 'the tag does not match', {
    text: withWrap({ iv: flipped(laptopWrap.iv) }),
  }),
  wrong('an ephemeral key with its highest bit set', 'X25519 ignores the bit, HKDF does not', {
    text: withWrap({ salt: flipped(laptopWrap.salt, 31, 0x80) }),
  }),
  ...[
    ['zero', '00'.repeat(32)],
    ['one', `01${'00'.repeat(31)}`],
    ['order 8', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
  ].map(([point, bytes = '']) =>
    wrong(`an ephemeral key of low order: ${point}`, 'the shared secret is zero', {
      text: lowOrder(Buffer.from(bytes, 'hex')),
    }),
  ),
];

// ---- The payload

const corrupt = (name: string, reason: string, changed: string) =>
  opening(name, 'CORRUPT_PAYLOAD', reason, { text: changed });
const content = (name: string, change: object) => sealed(secondPlan(name, change)).text;
const padding = (name: string, padded: Buffer) => sealed({ ...secondPlan(name), padded }).text;

const json = Buffer.from(second.plan.json);
const padded = pad(json);
/** Returns content of any size whose length field may be wrong. */
const paddedTo = (size: number, length = json.length, body = json) =>
  Buffer.concat([
    Buffer.from([0, 0, length >> 8, length & 255]),
    body,
    Buffer.alloc(size),
  ]).subarray(0, size);

const PAYLOADS = [
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
  corrupt('another schema', 'schema is not 1', content('another schema', { schema: 2 })),
  corrupt('an unknown member inside', 'unknown members', content('unknown', { owner: 'x' })),
  corrupt('33 wallets', 'at most 32', content('33 wallets', { wallets: manyWallets(33) })),
  corrupt(
    'an address of 19 bytes',
    '20 bytes',
    content('a bad address', {
      contacts: [{ address: `0x${'11'.repeat(19)}`, name: 'x', updatedAt: 1 }],
    }),
  ),
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

/** An envelope whose wraps and keyring agree, but name the own passkey twice. */
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

// ---- The form of the JSON

const payload = (name: string, reason: string, splice: Splice) => ({ name, reason, splice });
const replaced = (name: string, reason: string, from: string | RegExp, to: string) =>
  payload(name, reason, spliceOf(second.plan.json, second.plan.json.replace(from, to)));
/** Inserts list items or characters directly after `mark`. */
const inserted = (name: string, reason: string, mark: string, insert: string, times: number) =>
  payload(name, reason, {
    at: second.plan.json.indexOf(mark) + mark.length,
    remove: 0,
    insert,
    times,
  });
const KEYRING_ENTRY = '{"credentialId":"AAAA","pk":"AAAA","name":"","aaguid":"","addedAt":1},';
const CONTACT = `{"address":"0x${'11'.repeat(20)}","name":"","updatedAt":1},`;
const ACCOUNT_ITEM = `{"address":"0x${'11'.repeat(20)}","name":"","hidden":false},`;
const TOMBSTONE = '{"kind":"contact","key":"","deletedAt":1},';
const HISTORY = '{"kind":"contact","key":"","field":"","lost":"","kept":"","at":1},';

const JSON_FORMS = [
  ...[
    ['wallet', '{"id":"w1",'],
    ['account', '{"address":'],
    ['keyring entry', '{"credentialId":'],
    ['setting', '{"value":'],
    ['tombstone', '"tombstones":[{'],
    ['conflict record', '"history":[{'],
  ].map(([item, start = '']) =>
    replaced(
      `an unknown member of a ${item}`,
      'unknown members',
      start,
      start.replace('{', '{"x":0,'),
    ),
  ),
  replaced('no device', 'device is required', '"device":"Laptop",', ''),
  replaced('a device of null', 'device is a text', '"device":"Laptop"', '"device":null'),
  replaced('a schema as text', 'schema is a number', '"schema":1', '"schema":"1"'),
  replaced('settings as a list', 'settings is an object', /"settings":\{.*?\}\}/, '"settings":[]'),
  replaced('a negative time', 'times are at least 0', '"deletedAt":', '"deletedAt":-'),
  replaced('a time with a fraction', 'times are integers', /"createdAt":\d+/, '"createdAt":1.5'),
  replaced(
    'a time above 2^53 - 1',
    'parsers round it',
    /"createdAt":\d+/,
    '"createdAt":9007199254740993',
  ),
  replaced('an unknown kind of wallet', 'seed, key or watch', '"kind":"watch"', '"kind":"other"'),
  replaced('an unknown kind of tombstone', 'no such item', '"kind":"contact"', '"kind":"other"'),
  replaced('a wallet with an empty id', 'at least 1 character', '"id":"w1"', '"id":""'),
  replaced('a visible account in numbers', 'hidden is a boolean', '"hidden":false', '"hidden":0'),
  replaced('an account below index 0', 'at least 0', '"index":0', '"index":-1'),
  replaced('an account above index 2^31 - 1', 'hardened', '"index":1', '"index":2147483648'),
  replaced('an address without 0x', '0x and 40 digits', '"address":"0x', '"address":"'),
  replaced('an address with 0X', '0x and 40 digits', '"address":"0x', '"address":"0X'),
  replaced(
    'a secret that is not canonical',
    'unused bits must be zero',
    ...uncanonical(fixed('entropy', 16)),
  ),
  replaced('a padded secret', 'base64url has no padding', /("secret":"[^"]*)"/, '$1=="'),
  inserted('a device of 201 characters', 'at most 200', '"device":"', 'x', 195),
  inserted('a wallet id of 65 characters', 'at most 64', '"id":"', 'x', 63),
  inserted('base64url of 2052 characters', 'at most 2048', '"pk":"', 'AAAA', 504),
  inserted('257 accounts', 'at most 256', '"accounts":[', ACCOUNT_ITEM, 255),
  inserted('nine passkeys', 'at most 8', '"keyring":[', KEYRING_ENTRY, 7),
  inserted('1025 contacts', 'at most 1024', '"contacts":[', CONTACT, 1024),
  inserted('1025 tombstones', 'at most 1024', '"tombstones":[', TOMBSTONE, 1024),
  inserted('65 conflict records', 'at most 64', '"history":[', HISTORY, 64),
];

// ---- Challenges

const change = {
  tenantId: 'main',
  accountId: account.accountId,
  challengeId: fixed('challenge id', 32),
  operationId: fixed('operation id', 32),
  revision: 1,
  digest: Buffer.from(second.digest, 'base64url'),
  removed: [stranger.credentialId],
};
type Change = Parameters<typeof challengeOf>[0];

function offered(name: string, difference: Partial<Change>, kind: Change['kind'] = 'mutation') {
  const asked = { ...change, kind };
  return {
    name,
    reason: 'the passkey would sign another change',
    change: {
      kind,
      tenantId: change.tenantId,
      accountId: hex(change.accountId),
      challengeId: hex(change.challengeId),
      operationId: hex(change.operationId),
      revision: change.revision,
      digest: second.digest,
      removed: change.removed.map(hex),
    },
    offered: challengeOf({ ...asked, ...difference }).toString('base64url'),
  };
}

const CHALLENGES = [
  offered('another tenant', { tenantId: 'other' }),
  offered('the account of somebody else', { accountId: otherAccount }),
  offered('another challenge id', { challengeId: fixed('other challenge id', 32) }),
  offered('another operation', { operationId: fixed('other operation id', 32) }),
  offered('the new revision instead of the old', { revision: 2 }),
  offered('another envelope', { digest: Buffer.from(first.digest, 'base64url') }),
  offered('a removal instead of a commit', { kind: 'removal' }),
  offered('a deletion instead of a commit', { kind: 'deletion' }),
  offered('the removal of another passkey', { removed: [KEY.credentialId] }, 'removal'),
  offered(
    'the removal of one passkey more',
    { removed: [...change.removed, KEY.credentialId] },
    'removal',
  ),
  offered('a commit instead of a removal', { kind: 'mutation' }, 'removal'),
  offered('a deletion of another account', { accountId: otherAccount }, 'deletion'),
  offered('a deletion at another revision', { revision: 2 }, 'deletion'),
];

// ---- Snapshots

const memory = { revision: 2, digest: second.digest };
const SNAPSHOTS = [
  ['an older revision', 'older', { revision: 1, digest: first.digest, prevDigest: '' }],
  [
    'another digest at the same revision',
    'unproven',
    { revision: 2, digest: digestOf('other'), prevDigest: first.digest },
  ],
  [
    'another predecessor',
    'unproven',
    { revision: 3, digest: digestOf('third'), prevDigest: first.digest },
  ],
  [
    'a gap of two revisions',
    'unproven',
    { revision: 4, digest: digestOf('fourth'), prevDigest: second.digest },
  ],
].map(([name, relation, snapshot]) => ({ name, relation, memory, offered: snapshot }));

// ---- Recovery files

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

const RECOVERY_FILES = [
  recovery('another format', NOT_A_FILE, 'format', { format: 'other' }),
  recovery('a later version of the file', NOT_A_FILE, 'version is not 1', { version: 2 }),
  recovery('an unknown member of the file', NOT_A_FILE, 'unknown members', { hint: '' }),
  recovery('another key derivation', NOT_A_FILE, 'name is scrypt', kdf({ name: 'pbkdf2' })),
  recovery('too much work', NOT_A_FILE, 'N is at most 2^20', kdf({ N: 2 ** 21 })),
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
    ct: lightRecovery.file.ct.slice(0, -4),
  }),
  ...[
    ['another schema of the contents', recoveryFile({ ...RECOVERED, schema: 2 })],
    ['passkeys in the contents', recoveryFile({ ...RECOVERED, keyring: [] })],
    [
      'a changed padding byte of the contents',
      recoveryFile({}, { padded: flipped(pad(Buffer.from(JSON.stringify(RECOVERED))), 4095) }),
    ],
  ].map(([name, made]) => recovery(String(name), NOT_A_FILE, 'contents', Object(made).file)),
];

export const NEGATIVE = {
  note: 'Inputs that a reader of shared/vault/FORMAT.md must reject. Bytes are hex, except in texts, digests and challenges.',
  base: { envelope: second.plan.name, recoveryFile: LIGHT },
  envelopes: [...FORMS, ...BINDINGS, ...PAYLOADS],
  payloads: JSON_FORMS,
  challenges: CHALLENGES,
  snapshots: SNAPSHOTS,
  recoveryFiles: RECOVERY_FILES,
};
