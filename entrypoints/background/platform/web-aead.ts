import type { Aead, AeadMessage } from '../../../shared/vault/payload-cipher.ts';

/** AES-256-GCM by WebCrypto for the vault's payload (vault rule 15, see test/vault-rules.md). */
export const webAead: Aead = {
  seal: (message) => run('encrypt', message),
  open: (message) => run('decrypt', message),
};

async function run(
  usage: 'encrypt' | 'decrypt',
  message: AeadMessage,
): Promise<Uint8Array<ArrayBuffer>> {
  const { key, iv, aad, bytes } = message;
  const handle = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, [usage]);
  const algorithm = { name: 'AES-GCM', iv, additionalData: aad };
  return new Uint8Array(await crypto.subtle[usage](algorithm, handle, bytes));
}
