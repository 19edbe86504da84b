import { x25519 } from '@noble/curves/ed25519.js';
import { fromBase64url } from '../../../../shared/bytes.ts';
import { envelopeDigest, openEnvelope } from '../../../../shared/vault/envelope.ts';
import { parseEnvelopeText } from '../../../../shared/vault/envelope-text.ts';
import { VaultError } from '../../../../shared/vault/errors.ts';
import type { VaultPayload } from '../../../../shared/vault/payload.ts';
import type { Aead } from '../../../../shared/vault/payload-cipher.ts';
import type { Envelope } from '../../../../shared/wire/vault.ts';
import type { UnlockedPasskey } from '../passkeys/local-key.ts';
import type { DeviceVault } from '../record/keys.ts';

export interface OpenedVault {
  /** Contains secrets. The caller passes the payload to the signer or drops it. */
  readonly payload: VaultPayload;
  readonly envelope: Envelope;
  readonly digest: string;
}

/**
 * Decrypts an envelope. Checks the account, the passkey, and that the payload agrees with the
 * envelope (the checks of vault rule 7 that need no remembered snapshot). Throws `VaultError`.
 */
export async function openVault(options: {
  envelope: Envelope;
  accountId: string;
  rpId: string;
  passkey: UnlockedPasskey;
  aead: Aead;
}): Promise<OpenedVault> {
  const { envelope, passkey } = options;
  if (envelope.accountId !== options.accountId) {
    throw new VaultError('WRONG_ACCOUNT');
  }
  const payload = await openEnvelope({
    envelope,
    rpId: options.rpId,
    credentialId: fromBase64url(passkey.credentialId) ?? new Uint8Array(),
    secretKey: passkey.secretKey,
    publicKey: x25519.getPublicKey(passkey.secretKey),
    aead: options.aead,
  });
  // `JSON.stringify` reproduces the text: we wrote it that way, and a server keeps it unchanged.
  return { payload, envelope, digest: envelopeDigest(JSON.stringify(envelope)) };
}

/**
 * Returns the envelope that this device stored. Throws DAMAGED_COPY when the stored text isn't an
 * envelope.
 */
export function cachedEnvelope(device: DeviceVault): Envelope {
  const envelope = parseEnvelopeText(device.envelopeText);
  if (envelope === undefined) {
    throw new VaultError('DAMAGED_COPY');
  }
  return envelope;
}
