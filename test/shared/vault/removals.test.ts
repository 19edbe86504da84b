import { describe, expect, it } from 'vitest';
import type { PublicPayload } from '../../../shared/vault/payload.ts';
import { MAX_REMOVED, removalsAfter, withoutRemoved } from '../../../shared/vault/removals.ts';

const passkey = (credentialId: string) => ({
  credentialId,
  pk: '',
  name: credentialId,
  aaguid: '',
  addedAt: 5,
});

/**
 * Returns a payload with these passkeys and these removed passkeys. The oldest passkey comes first.
 */
const payload = (keyring: readonly string[], removed: readonly string[]): PublicPayload => ({
  schema: 2,
  accountId: '',
  revision: 1,
  prevDigest: '',
  createdAt: 9,
  device: '',
  wallets: [],
  keyring: keyring.map(passkey),
  contacts: [],
  settings: {},
  backups: [],
  tombstones: removed.map((key, index) => ({ kind: 'passkey', key, deletedAt: index })),
});

describe('the removals that a device remembers', () => {
  it('remembers the removals of every opened payload, newest first', () => {
    const first = removalsAfter([], payload([], ['a', 'b']), false);
    expect(first).toEqual(['b', 'a']);
    expect(removalsAfter(first, payload([], ['a', 'b', 'c']), false)).toEqual(['c', 'b', 'a']);
  });

  it('keeps removals that an older payload lacks', () => {
    const older = payload(['b', 'c'], ['a']);
    expect(removalsAfter(['c', 'b', 'a'], older, true)).toEqual(['c', 'b', 'a']);
  });

  it('keeps the newest removals when there are too many', () => {
    const keys = Array.from({ length: MAX_REMOVED + 3 }, (_, index) => `key ${index}`);
    const before = removalsAfter([], payload([], keys.slice(0, -1)), false);
    const after = removalsAfter(before, payload([], keys), false);
    expect(after).toEqual(keys.slice(3).toReversed());
  });
});

describe('an older copy of a vault', () => {
  it('reads an older copy without the passkeys that were removed later, and keeps those removals', () => {
    const read = withoutRemoved(payload(['a', 'b'], ['x']), ['b', 'x', 'y']);
    expect(read.keyring.map(({ credentialId }) => credentialId)).toEqual(['a']);
    expect(read.tombstones.map(({ key }) => key)).toEqual(['x', 'b', 'y']);
  });
});
