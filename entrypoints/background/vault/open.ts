import { x25519 } from '@noble/curves/ed25519.js';
import { i18n } from '#i18n';
import { fromBase64url } from '../../../shared/bytes.ts';
import {
  checkFollows,
  checkNotOlder,
  type VaultMemory,
} from '../../../shared/vault/anti-rollback.ts';
import { envelopeDigest, openEnvelope } from '../../../shared/vault/envelope.ts';
import { VaultError } from '../../../shared/vault/errors.ts';
import type { PublicPayload } from '../../../shared/vault/payload.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import type { Envelope } from '../../../shared/wire/vault.ts';
import type { Signer } from '../signer/signer.ts';

/** A passkey that is unlocked: its credential id and its secret key. */
export interface UnlockedPasskey {
  readonly credentialId: string;
  readonly secretKey: Uint8Array;
}

export interface OpenedVault {
  readonly payload: PublicPayload;
  readonly envelope: Envelope;
  readonly digest: string;
}

/**
 * Vault rule 7 in full: account, memory, decryption, inside against outside, chain. The secrets go
 * straight to the signer.
 */
export async function openVault(options: {
  envelope: Envelope;
  accountId: string;
  rpId: string;
  passkey: UnlockedPasskey;
  memory: VaultMemory | undefined;
  aead: Aead;
  signer: Signer;
}): Promise<OpenedVault> {
  const { envelope, passkey } = options;
  if (envelope.accountId !== options.accountId) {
    throw new VaultError('WRONG_ACCOUNT', i18n.t('vault.theServerHandedOutThe'));
  }
  // A server keeps the text that it was given, and our texts are made by `JSON.stringify`.
  const digest = envelopeDigest(JSON.stringify(envelope));
  checkNotOlder(options.memory, { revision: envelope.revision, digest });
  const payload = await openEnvelope({
    envelope,
    rpId: options.rpId,
    credentialId: fromBase64url(passkey.credentialId) ?? new Uint8Array(),
    secretKey: passkey.secretKey,
    publicKey: x25519.getPublicKey(passkey.secretKey),
    aead: options.aead,
  });
  checkFollows(options.memory, payload);
  return { payload: options.signer.load(payload), envelope, digest };
}
