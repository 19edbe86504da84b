import { randomBytes } from 'node:crypto';
import { aes, fromBase64url } from './bytes.ts';
import {
  type Account,
  digestOf,
  envelopeText,
  makeWrap,
  pad,
  payloadAad,
  payloadKey,
} from './vault.ts';

/** The part of a payload that is necessary for sealing. */
interface Sealable {
  readonly revision: number;
  readonly keyring: readonly { readonly credentialId: string; readonly pk: string }[];
}

/**
 * Seals a payload for the public keys in its keyring. This needs no passkey secret, so anyone who
 * has read the public keys can forge an envelope.
 */
export function forge<Payload extends Sealable>(
  payload: Payload,
  account: Account,
): { text: string; digest: string } {
  const { revision, keyring } = payload;
  const rootKey = randomBytes(32);
  const iv = randomBytes(12);
  const recipients = keyring.map(({ credentialId, pk }) => ({
    credentialId: decoded(credentialId),
    publicKey: decoded(pk),
  }));
  const ids = recipients.map(({ credentialId }) => credentialId);
  const ct = aes.seal({
    key: payloadKey(rootKey, account, revision),
    iv,
    aad: payloadAad(ids, account, revision),
    bytes: pad(Buffer.from(JSON.stringify(payload))),
  });
  const wraps = recipients.map(({ credentialId, publicKey }) => {
    const binding = { account, revision, credentialId };
    const wrapIv = randomBytes(12);
    const ephemeralSecret = randomBytes(32);
    const wrap = makeWrap({ binding, publicKey, rootKey, ephemeralSecret, iv: wrapIv });
    return { credentialId, iv: wrapIv, ...wrap };
  });
  const text = envelopeText({ accountId: account.accountId, revision, iv, ct, wraps });
  return { text, digest: digestOf(text) };
}

function decoded(text: string): Buffer {
  const bytes = fromBase64url(text);
  if (bytes === undefined) throw new TypeError('The text is not base64url.');
  return bytes;
}
