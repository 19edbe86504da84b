import { oneOf } from '../one-of.ts';
import type { Static } from '../schema.ts';

/**
 * Storage keys of envelopes' texts. A write never overwrites the text to which a pointer refers.
 */
export const VAULT_SLOTS = [
  'vault-a',
  'vault-b',
  'vault-c',
  'vault-d',
  'vault-e',
  'vault-f',
  'vault-g',
  'vault-h',
] as const;

export const VaultSlotSchema = oneOf(VAULT_SLOTS);
export type VaultSlot = Static<typeof VaultSlotSchema>;
