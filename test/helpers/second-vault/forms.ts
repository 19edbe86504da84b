import { fromBase64url } from './bytes.ts';

/** Checks of the forms in shared/vault/FORMAT.md sections 4 and 9, without a schema library. */
type Check = (value: unknown) => boolean;

const integer =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
const millis = integer(0);
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const text: Check = (value) => typeof value === 'string' && value.length <= 200;
const base64url: Check = (value) =>
  typeof value === 'string' && value.length <= 2048 && fromBase64url(value) !== undefined;
const address = matches(/^0x[0-9a-fA-F]{40}$/);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isBoolean = oneOf(true, false);
const anything: Check = () => true;

const list =
  (check: Check, least: number, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(check);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const record =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);

/** The name of an optional member ends with a question mark. */
function members(checks: Readonly<Record<string, Check>>): Check {
  const byName = new Map(
    Object.entries(checks).map(([name, check]) => [name.replace('?', ''), check]),
  );
  const required = Object.keys(checks).filter((name) => !name.endsWith('?'));
  return (value) =>
    isObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => byName.get(name)?.(member) === true);
}

const account = members({
  address,
  'index?': integer(0, 2 ** 31 - 1),
  'path?': oneOf('ledger-live', 'legacy'),
  name: text,
  hidden: isBoolean,
});
const walletId: Check = (value) => text(value) && value !== '' && String(value).length <= 64;
const wallets = list(
  members({
    id: walletId,
    kind: oneOf('seed', 'key', 'watch'),
    name: text,
    'secret?': base64url,
    accounts: list(account, 0, 256),
    addedAt: millis,
    updatedAt: millis,
  }),
  0,
  32,
);
const contacts = list(members({ address, name: text, updatedAt: millis }), 0, 1024);
const settings = record(members({ value: anything, updatedAt: millis }));
const backups = list(members({ walletId, 'phraseAt?': millis, 'fileAt?': millis }), 0, 32);
const epoch = members({
  epoch: integer(1),
  secret: (value) => base64url(value) && String(value).length === 43,
});
const kind = oneOf('wallet', 'account', 'contact', 'setting', 'passkey');

/** Accepts a payload with another schema number. Its other members can't be checked. */
export const isOtherPayload: Check = (value) =>
  isObject(value) && integer(1)(value.schema) && value.schema !== 2;

export const isPayload = members({
  schema: oneOf(2),
  accountId: base64url,
  revision: integer(1),
  prevDigest: base64url,
  createdAt: millis,
  device: text,
  wallets,
  keyring: list(
    members({ credentialId: base64url, pk: base64url, name: text, aaguid: text, addedAt: millis }),
    1,
    8,
  ),
  continuity: list(epoch, 1, 8),
  contacts,
  settings,
  backups,
  tombstones: list(members({ kind, key: text, deletedAt: millis }), 0, 1024),
  'history?': list(
    members({ kind, key: text, field: text, lost: text, kept: text, at: millis }),
    0,
    64,
  ),
});

export const isRecoveryContents = members({
  schema: oneOf(2),
  wallets,
  contacts,
  settings,
  backups,
});

export const isRecoveryFile = members({
  format: oneOf('condor-recovery'),
  version: oneOf(1),
  createdAt: millis,
  kdf: members({
    name: oneOf('scrypt'),
    N: integer(2, 2 ** 20),
    r: integer(1, 8),
    p: integer(1, 4),
    salt: matches(/^[A-Za-z0-9_-]{22}$/),
  }),
  iv: matches(/^[A-Za-z0-9_-]{16}$/),
  ct: matches(/^[A-Za-z0-9_-]{1,131072}$/),
});
