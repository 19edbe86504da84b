import {
  aes,
  chacha,
  fromBase64url,
  hkdf,
  lp,
  sha256,
  uint,
  x25519,
  x25519PublicKey,
} from './bytes.ts';
import { isOtherPayload, isPayload } from './forms.ts';

/** A second implementation of the vault format, written from shared/vault/FORMAT.md. */

/** Thrown for an input that a reader must reject. `code` is a code of shared/vault/FORMAT.md. */
export class Rejected extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export interface Account {
  readonly rpId: string;
  readonly accountId: Buffer;
}

export interface Passkey {
  readonly credentialId: Buffer;
  readonly prf: Buffer;
}

const bindingOf = ({ rpId, accountId }: Account) => Buffer.concat([lp(rpId), lp(accountId)]);

// ---- Section 2

export function keysOf({ credentialId, prf }: Passkey, account: Account) {
  if (prf.length !== 32) throw new RangeError('a PRF value has 32 bytes');
  const info = Buffer.concat([lp('condor/v2/x25519'), bindingOf(account), lp(credentialId)]);
  const secretKey = hkdf(prf, Buffer.alloc(0), info);
  return { secretKey, publicKey: x25519PublicKey(secretKey) };
}

// ---- Section 3

export interface WrapBinding {
  readonly account: Account;
  readonly revision: number;
  readonly credentialId: Buffer;
}

export function wrapLabels({ account, revision, credentialId }: WrapBinding) {
  const rest = Buffer.concat([bindingOf(account), uint(revision, 8), lp(credentialId)]);
  return {
    info: Buffer.concat([lp('condor/v2/wrap'), rest]),
    aad: Buffer.concat([lp('condor/v2/wrap-aad'), rest]),
  };
}

export function makeWrap(options: {
  binding: WrapBinding;
  publicKey: Buffer;
  rootKey: Buffer;
  ephemeralSecret: Buffer;
  iv: Buffer;
}) {
  const { binding, publicKey, rootKey, ephemeralSecret, iv } = options;
  const { info, aad } = wrapLabels(binding);
  const salt = x25519PublicKey(ephemeralSecret);
  const sharedSecret = x25519(ephemeralSecret, publicKey);
  const key = hkdf(sharedSecret, Buffer.concat([salt, publicKey]), info);
  return { salt, sharedSecret, key, aad, ct: chacha.seal({ key, iv, aad, bytes: rootKey }) };
}

// ---- Section 4

const SIZES = [4, 8, 16, 32, 64, 72].map((kib) => kib * 1024);

export function pad(json: Buffer): Buffer {
  const size = SIZES.find((candidate) => candidate >= json.length + 4);
  if (size === undefined) throw new RangeError('72 KiB hold at most 73724 bytes of JSON');
  const padded = Buffer.alloc(size);
  uint(json.length, 4).copy(padded);
  json.copy(padded, 4);
  return padded;
}

export function unpad(padded: Buffer): Buffer | undefined {
  if (!SIZES.includes(padded.length)) return undefined;
  const json = padded.subarray(4, 4 + padded.readUInt32BE(0));
  const isExact = json.length + 4 <= padded.length && pad(json).equals(padded);
  return isExact ? json : undefined;
}

export function payloadKey(rootKey: Buffer, account: Account, revision: number): Buffer {
  const info = [lp('condor/v2/payload'), bindingOf(account), uint(revision, 8)];
  return hkdf(rootKey, Buffer.alloc(0), Buffer.concat(info));
}

export function payloadAad(
  credentialIds: readonly Buffer[],
  account: Account,
  revision: number,
): Buffer {
  const ids = credentialIds.map(lp).sort(Buffer.compare);
  return Buffer.concat([
    lp('condor/v2/payload-aad'),
    bindingOf(account),
    uint(revision, 8),
    uint(ids.length, 1),
    sha256(Buffer.concat(ids)),
  ]);
}

/** Parses JSON in valid UTF-8 without a byte order mark. Returns undefined for other input. */
export function parseStrictly(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

// ---- Section 5

interface WireWrap {
  readonly credentialId: string;
  readonly salt: string;
  readonly iv: string;
  readonly ct: string;
}

const CHARACTER = '[A-Za-z0-9_-]';
const WRAP = `\\{"credentialId":"(${CHARACTER}{2,1366})","salt":"(${CHARACTER}{43})","iv":"(${CHARACTER}{16})","ct":"(${CHARACTER}{64})"\\}`;
const ENVELOPE = new RegExp(
  `^\\{"v":2,"accountId":"(${CHARACTER}{43})","revision":([1-9][0-9]{0,15}),` +
    `"payload":\\{"iv":"(${CHARACTER}{16})","ct":"(${CHARACTER}{23,174763})"\\},` +
    `"wraps":\\[(${WRAP}(?:,${WRAP}){0,7})\\]\\}$`,
);

export function envelopeText(envelope: {
  readonly accountId: Buffer;
  readonly revision: number;
  readonly iv: Buffer;
  readonly ct: Buffer;
  readonly wraps: readonly { credentialId: Buffer; salt: Buffer; iv: Buffer; ct: Buffer }[];
}): string {
  const quoted = (bytes: Buffer) => `"${bytes.toString('base64url')}"`;
  const wraps = envelope.wraps.map(
    ({ credentialId, salt, iv, ct }) =>
      `{"credentialId":${quoted(credentialId)},"salt":${quoted(salt)},"iv":${quoted(iv)},"ct":${quoted(ct)}}`,
  );
  return (
    `{"v":2,"accountId":${quoted(envelope.accountId)},"revision":${envelope.revision},` +
    `"payload":{"iv":${quoted(envelope.iv)},"ct":${quoted(envelope.ct)}},"wraps":[${wraps.join(',')}]}`
  );
}

export const digestOf = (text: string) => sha256(Buffer.from(text)).toString('base64url');

// ---- Section 6

export function openText(options: { text: string; account: Account; passkey: Passkey }): {
  payload: Readonly<Record<string, unknown>>;
  json: string;
  digest: string;
} {
  const { text, account, passkey } = options;
  const { accountId, revision, iv, ct, wraps } = parsedEnvelope(text);
  if (!accountId.equals(account.accountId)) throw new Rejected('WRONG_ACCOUNT');
  const { secretKey, publicKey } = keysOf(passkey, account);
  const own = wraps.find(({ credentialId }) => credentialId.equals(passkey.credentialId));
  if (own === undefined) throw new Rejected('NO_WRAP');
  const rootKey = rejectingAs('WRONG_KEY', () => {
    const { info, aad } = wrapLabels({ account, revision, credentialId: own.credentialId });
    const shared = x25519(secretKey, own.salt);
    if (shared.every((byte) => byte === 0)) throw new Rejected('WRONG_KEY');
    const key = hkdf(shared, Buffer.concat([own.salt, publicKey]), info);
    return chacha.open({ key, iv: own.iv, aad, bytes: own.ct });
  });
  const ids = wraps.map(({ credentialId }) => credentialId);
  const padded = rejectingAs('CORRUPT_PAYLOAD', () =>
    aes.open({
      key: payloadKey(rootKey, account, revision),
      iv,
      aad: payloadAad(ids, account, revision),
      bytes: ct,
    }),
  );
  const json = unpad(padded);
  const payload = json === undefined ? undefined : parseStrictly(json);
  if (isOtherPayload(payload)) throw new Rejected('WRONG_VERSION');
  if (json === undefined || !isPayload(payload)) throw new Rejected('CORRUPT_PAYLOAD');
  const content = new Map(Object.entries(Object(payload)));
  if (
    content.get('accountId') !== accountId.toString('base64url') ||
    content.get('revision') !== revision
  ) {
    throw new Rejected('PAYLOAD_MISMATCH');
  }
  const keyring = [Object(content.get('keyring'))].flat();
  const named = keyring.map((entry) => String(entry.credentialId)).sort();
  const wrapped = ids.map((id) => id.toString('base64url')).sort();
  const ownEntry = keyring.find(
    (entry) => entry.credentialId === passkey.credentialId.toString('base64url'),
  );
  if (
    named.join() !== wrapped.join() ||
    new Set(wrapped).size !== wrapped.length ||
    ownEntry?.pk !== publicKey.toString('base64url')
  ) {
    throw new Rejected('KEYRING_MISMATCH');
  }
  return { payload: Object(payload), json: json.toString('utf8'), digest: digestOf(text) };
}

function parsedEnvelope(text: string) {
  const match = text.length > 131_072 ? null : ENVELOPE.exec(text);
  if (match === null) throw new Rejected('FORM');
  const [, accountId = '', revision = '', iv = '', ct = '', wraps = ''] = match;
  if (Number(revision) > Number.MAX_SAFE_INTEGER) throw new Rejected('FORM');
  const bytes = (value: string) => {
    const decoded = fromBase64url(value);
    if (decoded === undefined) throw new Rejected('FORM');
    return decoded;
  };
  const list: readonly WireWrap[] = JSON.parse(`[${wraps}]`);
  return {
    accountId: bytes(accountId),
    revision: Number(revision),
    iv: bytes(iv),
    ct: bytes(ct),
    wraps: list.map((wrap) => ({
      credentialId: bytes(wrap.credentialId),
      salt: bytes(wrap.salt),
      iv: bytes(wrap.iv),
      ct: bytes(wrap.ct),
    })),
  };
}

export function rejectingAs<Result>(code: string, work: () => Result): Result {
  try {
    return work();
  } catch {
    throw new Rejected(code);
  }
}

export function relation(
  memory: { revision: number; digest: string } | undefined,
  offered: { revision: number; digest: string; prevDigest: string },
): string {
  if (memory === undefined) return 'next';
  const gap = offered.revision - memory.revision;
  if (gap < 0) return 'older';
  if (gap === 0 && offered.digest === memory.digest) return 'same';
  return gap === 1 && offered.prevDigest === memory.digest ? 'next' : 'unproven';
}

interface Epoch {
  readonly epoch: number;
  readonly secret: string;
}

/** Returns true when an offered list of epochs contains the newest remembered epoch. */
export function isVerified(newest: Epoch, offered: readonly Epoch[]): boolean {
  return offered.some(({ epoch, secret }) => epoch === newest.epoch && secret === newest.secret);
}

// ---- Section 7

export interface Change {
  readonly kind: 'mutation' | 'removal' | 'deletion';
  readonly tenantId: string;
  readonly accountId: Buffer;
  readonly challengeId: Buffer;
  readonly revision: number;
  readonly operationId: Buffer;
  readonly digest: Buffer;
  readonly removed: readonly Buffer[];
}

export function challengeOf(change: Change): Buffer {
  const { kind, digest, operationId } = change;
  const head = [
    lp(`condor/v2/${kind}`),
    lp(change.tenantId),
    lp(change.accountId),
    change.challengeId,
    uint(change.revision, 8),
  ];
  if (kind === 'deletion') return sha256(Buffer.concat([...head, operationId]));
  const removed = kind === 'removal' ? change.removed.map(lp).sort(Buffer.compare) : [];
  return sha256(Buffer.concat([...head, digest, operationId, ...removed]));
}
