import { second } from '../positive.ts';
import { fixed } from '../sealed.ts';
import { type Splice, spliceOf } from '../splice.ts';
import { uncanonical } from './opening.ts';

const payload = (name: string, reason: string, splice: Splice) => ({ name, reason, splice });
const replaced = (name: string, reason: string, from: string | RegExp, to: string) =>
  payload(name, reason, spliceOf(second.plan.json, second.plan.json.replace(from, to)));
/** Returns a case with list items or characters inserted after `mark`. */
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
const EPOCH = `{"epoch":1,"secret":"${'A'.repeat(43)}"},`;
const BACKUP = '{"walletId":"w3"},';
const HISTORY = '{"kind":"contact","key":"","field":"","lost":"","kept":"","at":1},';

/** JSON that shared/vault/FORMAT.md section 4 doesn't allow. */
export const JSON_FORMS = [
  ...[
    ['wallet', '{"id":"w1",'],
    ['account', '{"address":'],
    ['keyring entry', '{"credentialId":'],
    ['setting', '{"value":'],
    ['epoch', '{"epoch":'],
    ['backup', '{"walletId":'],
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
  replaced('a schema as text', 'schema is a number', '"schema":2', '"schema":"2"'),
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
  replaced('an unknown path', 'ledger-live or legacy', '"path":"ledger-live"', '"path":"bip44"'),
  replaced('an address without 0x', '0x and 40 digits', '"address":"0x', '"address":"'),
  replaced('an address with 0X', '0x and 40 digits', '"address":"0x', '"address":"0X'),
  replaced(
    'a secret that is not canonical',
    'unused bits must be zero',
    ...uncanonical(fixed('entropy', 16)),
  ),
  replaced('an epoch of 0', 'at least 1', '"epoch":1', '"epoch":0'),
  replaced(
    'an epoch’s secret of 31 bytes',
    '32 bytes',
    fixed('epoch 1', 32).toString('base64url'),
    fixed('epoch 1', 31).toString('base64url'),
  ),
  replaced(
    'an epoch’s secret that is not canonical',
    'unused bits must be zero',
    ...uncanonical(fixed('epoch 1', 32)),
  ),
  replaced('a backup without a wallet', 'walletId is required', '"walletId":"w2",', ''),
  replaced('a padded secret', 'base64url has no padding', /("secret":"[^"]*)"/, '$1=="'),
  inserted('a device of 201 characters', 'at most 200', '"device":"', 'x', 195),
  inserted('a wallet id of 65 characters', 'at most 64', '"id":"', 'x', 63),
  inserted('base64url of 2052 characters', 'at most 2048', '"pk":"', 'AAAA', 504),
  inserted('257 accounts', 'at most 256', '"accounts":[', ACCOUNT_ITEM, 254),
  inserted('nine passkeys', 'at most 8', '"keyring":[', KEYRING_ENTRY, 7),
  inserted('nine epochs', 'at most 8', '"continuity":[', EPOCH, 7),
  inserted('33 backups', 'at most 32', '"backups":[', BACKUP, 31),
  inserted('1025 contacts', 'at most 1024', '"contacts":[', CONTACT, 1024),
  inserted('1025 tombstones', 'at most 1024', '"tombstones":[', TOMBSTONE, 1024),
  inserted('65 conflict records', 'at most 64', '"history":[', HISTORY, 64),
];
