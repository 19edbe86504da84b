import { createHash } from 'node:crypto';
import { aes, sha256 } from './bytes.ts';
import {
  type Account,
  challengeOf,
  digestOf,
  envelopeText,
  keysOf,
  makeWrap,
  type Passkey,
  pad,
  payloadAad,
  payloadKey,
} from './vault.ts';

/** Returns bytes that depend only on a label. */
export function fixed(label: string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(label).digest();
}

export const hex = (bytes: Buffer) => bytes.toString('hex');

/** All inputs of an envelope, secrets included. */
export interface Plan {
  readonly name: string;
  readonly tenantId: string;
  readonly account: Account;
  readonly passkeys: readonly Passkey[];
  readonly revision: number;
  readonly json: string;
  /** Bytes to encrypt instead of the padded JSON, for vectors with a wrong padding. */
  readonly padded?: Buffer;
}

/** Seals a plan. Random values depend only on the plan's name. Returns all intermediate values. */
export function sealed(plan: Plan) {
  const { name, account, passkeys, revision } = plan;
  const random = (part: string, length: number) => fixed(`${name}: ${part}`, length);
  const rootKey = random('root key', 32);
  const iv = random('payload iv', 12);
  const key = payloadKey(rootKey, account, revision);
  const ids = passkeys.map(({ credentialId }) => credentialId);
  const aad = payloadAad(ids, account, revision);
  const padded = plan.padded ?? pad(Buffer.from(plan.json));
  const ct = aes.seal({ key, iv, aad, bytes: padded });
  const wraps = passkeys.map((passkey, index) => {
    const { credentialId } = passkey;
    const ephemeralSecret = random(`ephemeral secret ${index}`, 32);
    const wrapIv = random(`wrap iv ${index}`, 12);
    const { publicKey } = keysOf(passkey, account);
    const binding = { account, revision, credentialId };
    const wrap = makeWrap({ binding, publicKey, rootKey, ephemeralSecret, iv: wrapIv });
    return { credentialId, ephemeralSecret, iv: wrapIv, ...wrap };
  });
  const text = envelopeText({ accountId: account.accountId, revision, iv, ct, wraps });
  return { plan, rootKey, iv, key, aad, padded, ct, wraps, text, digest: digestOf(text) };
}

/** Returns a positive vector as the vector file contains it. */
export function vectorOf(result: ReturnType<typeof sealed>) {
  const { plan, padded } = result;
  const { account, tenantId, revision } = plan;
  const change = {
    tenantId,
    accountId: account.accountId,
    challengeId: fixed(`${plan.name}: challenge id`, 32),
    operationId: fixed(`${plan.name}: operation id`, 32),
    revision: revision - 1,
    digest: Buffer.from(result.digest, 'base64url'),
    removed: [fixed('a removed passkey', 20), fixed('another removed passkey', 16)],
  };
  const challenge = (kind: 'mutation' | 'removal' | 'deletion') =>
    challengeOf({ kind, ...change }).toString('base64url');
  return {
    name: plan.name,
    rpId: account.rpId,
    tenantId,
    accountId: hex(account.accountId),
    revision,
    passkeys: plan.passkeys.map((passkey) => {
      const { secretKey, publicKey } = keysOf(passkey, account);
      return {
        credentialId: hex(passkey.credentialId),
        prf: hex(passkey.prf),
        secretKey: hex(secretKey),
        publicKey: hex(publicKey),
      };
    }),
    rootKey: hex(result.rootKey),
    wraps: result.wraps.map((wrap) => ({
      ephemeralSecret: hex(wrap.ephemeralSecret),
      salt: hex(wrap.salt),
      sharedSecret: hex(wrap.sharedSecret),
      key: hex(wrap.key),
      iv: hex(wrap.iv),
      aad: hex(wrap.aad),
      ct: hex(wrap.ct),
    })),
    payload: {
      json: plan.json,
      key: hex(result.key),
      iv: hex(result.iv),
      aad: hex(result.aad),
      paddedLength: padded.length,
      paddedSha256: hex(sha256(padded)),
    },
    text: result.text,
    digest: result.digest,
    challenges: {
      challengeId: hex(change.challengeId),
      operationId: hex(change.operationId),
      revision: change.revision,
      mutation: challenge('mutation'),
      removed: change.removed.map(hex),
      removal: challenge('removal'),
      deletion: challenge('deletion'),
    },
  };
}
