import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toBase64url, toHex } from '../../../shared/bytes.ts';
import {
  deletionChallenge,
  mutationChallenge,
  removalChallenge,
} from '../../../shared/vault/mutation-challenge.ts';

interface Vectors {
  readonly input: Record<string, string> & { readonly revision: number };
  readonly expect: Record<string, string>;
}

const file = new URL('../../vectors/vault-vectors.json', import.meta.url);
const { input, expect: expected } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const bytes = (name: string) => fromHex(input[name] ?? 'none') ?? new Uint8Array();
const binding = {
  tenantId: input.tenantId ?? '',
  accountId: bytes('accountId'),
  challengeId: bytes('challengeId'),
  revision: input.revision,
  digest: bytes('digest'),
  operationId: bytes('operationId'),
};

describe('the challenge of a mutation', () => {
  it('the challenge equals the published vector', () => {
    const challenge = mutationChallenge(binding);
    expect(toHex(challenge)).toBe(`0x${expected.mutationChallenge}`);
    expect(toBase64url(challenge)).toBe(expected.mutationChallengeBase64url);
  });

  it('the challenge changes with every value that it binds', () => {
    const other = new Uint8Array(32);
    const challenges = [
      binding,
      { ...binding, tenantId: 'other' },
      { ...binding, accountId: other },
      { ...binding, challengeId: other },
      { ...binding, revision: binding.revision + 1 },
      { ...binding, digest: other },
      { ...binding, operationId: other },
    ].map((one) => toHex(mutationChallenge(one)));
    const credentialIds = [other, bytes('credentialIdA')];
    challenges.push(toHex(removalChallenge({ ...binding, credentialIds: [] })));
    challenges.push(toHex(removalChallenge({ ...binding, credentialIds })));
    challenges.push(toHex(removalChallenge({ ...binding, credentialIds: [other] })));
    challenges.push(toHex(deletionChallenge(binding)));
    expect(new Set(challenges).size).toBe(challenges.length);
  });

  it('the challenge doesn’t depend on the order of the removed passkeys', () => {
    const ids = [bytes('credentialIdA'), bytes('credentialIdB'), Uint8Array.of(1)];
    const forward = removalChallenge({ ...binding, credentialIds: ids });
    expect(removalChallenge({ ...binding, credentialIds: ids.toReversed() })).toEqual(forward);
  });
});
