import type { Random } from '../../../shared/ports.ts';

/** Vault rule 12: randomness comes from the platform's generator only. */
export const systemRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
