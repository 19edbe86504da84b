import type { Random } from '../../../shared/ports.ts';

/** Takes randomness only from the platform's generator (vault rule 15, see test/vault-rules.md). */
export const systemRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
