import { gcm } from '@noble/ciphers/aes.js';
import type { Aead } from '../../shared/vault/payload-cipher.ts';

/** A JavaScript implementation. Tests compare the worker's WebCrypto with it. */
export const nobleAead: Aead = {
  seal: async ({ key, iv, aad, bytes }) => Uint8Array.from(gcm(key, iv, aad).encrypt(bytes)),
  open: async ({ key, iv, aad, bytes }) => Uint8Array.from(gcm(key, iv, aad).decrypt(bytes)),
};
