import { concatBytes, lengthPrefixed, u64 } from '../bytes.ts';

/** Data to which every key and ciphertext of one envelope is bound (vault rules 2 to 4). */
export interface VaultBinding {
  readonly rpId: string;
  /** Raw bytes of the account id, which is also the passkey's user handle. */
  readonly accountId: Uint8Array;
}

export interface EnvelopeBinding extends VaultBinding {
  /** The envelope's revision, 1 for the first. */
  readonly revision: number;
}

/** Returns `LP(label) ‖ LP(rpId) ‖ LP(accountId)`. */
export function accountInfo(label: string, binding: VaultBinding): Uint8Array<ArrayBuffer> {
  return concatBytes(
    lengthPrefixed(label),
    lengthPrefixed(binding.rpId),
    lengthPrefixed(binding.accountId),
  );
}

/** Returns `LP(label) ‖ LP(rpId) ‖ LP(accountId) ‖ U64(revision)`. */
export function envelopeInfo(label: string, binding: EnvelopeBinding): Uint8Array<ArrayBuffer> {
  return concatBytes(accountInfo(label, binding), u64(binding.revision));
}
