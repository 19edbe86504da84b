import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url } from '../../../shared/bytes.ts';
import { mutationChallenge } from '../../../shared/vault/mutation-challenge.ts';
import * as wire from '../../../shared/wire/vault.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import {
  type ClientAccount,
  commitBody,
  envelopeText,
  opaqueId,
  sha256,
} from '../../helpers/vault-client.ts';
import { type Harness, startVault, TENANT } from './harness.ts';

let vault: Harness;
beforeEach(async () => {
  vault = await startVault();
});
afterEach(() => vault.close());

const refused = (status: number, code: string) => ({ status, code });
const bytes = (text: string) => fromBase64url(text) ?? new Uint8Array();

function changed(account: ClientAccount, change: (envelope: wire.Envelope) => unknown): string {
  const envelope = JSON.parse(envelopeText(account)) as wire.Envelope;
  return JSON.stringify(change(envelope) ?? envelope);
}

describe('mutation options', () => {
  it('issues a challenge that the client can compute from the mutation', async () => {
    const { account } = await vault.client.openAccount();
    const digest = opaqueId();
    const operationId = opaqueId();
    const { challengeId, options } = await vault.client.mutationOptions(
      account,
      digest,
      operationId,
    );
    expect(options.challenge).toBe(
      toBase64url(
        mutationChallenge({
          tenantId: TENANT.id,
          accountId: bytes(account.accountId),
          challengeId: bytes(challengeId),
          revision: 1,
          digest: bytes(digest),
          operationId: bytes(operationId),
        }),
      ),
    );
    expect(options.allowCredentials).toEqual([
      { id: account.wraps[0], type: 'public-key', transports: ['internal'] },
    ]);
  });

  it('lets provisional passkeys sign before the first commit, and afterwards lets only active passkeys sign', async () => {
    const first = createSoftAuthenticator();
    const { account } = await vault.client.register(first);
    const pending = await vault.client.mutationOptions(account, opaqueId(), opaqueId());
    expect(pending.options.allowCredentials.map(({ id }) => id)).toEqual(account.wraps);
    await vault.client.commit(account, first);
    await vault.client.addPasskey(account, createSoftAuthenticator());
    const open = await vault.client.mutationOptions(account, opaqueId(), opaqueId());
    expect(open.options.allowCredentials.map(({ id }) => id)).toEqual(account.wraps);
  });

  it('returns REVISION_CONFLICT for any revision other than the current one', async () => {
    const { account } = await vault.client.openAccount();
    for (const revision of [0, 2, Number.MAX_SAFE_INTEGER]) {
      await expect(
        vault.client.mutationOptions({ ...account, revision }, opaqueId(), opaqueId()),
      ).rejects.toMatchObject(refused(409, 'REVISION_CONFLICT'));
    }
  });

  it('returns OPERATION_EXISTS for an operation with a receipt', async () => {
    const { account, first } = await vault.client.openAccount();
    await expect(
      vault.client.mutationOptions(account, opaqueId(), first.operationId),
    ).rejects.toMatchObject(refused(409, 'OPERATION_EXISTS'));
    const stranger = await vault.client.openAccount();
    await vault.client.mutationOptions(stranger.account, opaqueId(), first.operationId);
  });

  it('keeps the 16 newest challenges of an account', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const oldest = await vault.client.prepareCommit(account, authenticator);
    vault.clock.advance(1);
    const second = await vault.client.prepareCommit(account, authenticator);
    for (let i = 0; i < 15; i++) {
      vault.clock.advance(1);
      await vault.client.mutationOptions(account, opaqueId(), opaqueId());
    }
    await expect(vault.client.sendCommit(account, oldest)).rejects.toMatchObject(
      refused(400, 'CHALLENGE_EXPIRED'),
    );
    expect(await vault.client.sendCommit(account, second)).toEqual({
      revision: 2,
      digest: second.digest,
    });
  });
});

describe('mutation commit', () => {
  it('advances the revision by one and returns a receipt that can be read again', async () => {
    const { account, authenticator, first } = await vault.client.openAccount();
    const second = await vault.client.commit(account, authenticator);
    expect(second.receipt).toEqual({ revision: 2, digest: sha256(second.envelope) });
    expect(await vault.client.receipt(account.token, first.operationId)).toEqual(first.receipt);
    expect(await vault.client.receipt(account.token, second.operationId)).toEqual(second.receipt);
  });

  it('returns OPERATION_UNKNOWN when another account asks for the receipt', async () => {
    const { first } = await vault.client.openAccount();
    const stranger = await vault.client.openAccount();
    await expect(
      vault.client.receipt(stranger.account.token, first.operationId),
    ).rejects.toMatchObject(refused(404, 'OPERATION_UNKNOWN'));
  });

  it('hashes the text of the envelope exactly as sent in the body', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const compact = envelopeText(account);
    const spaced = ` ${JSON.stringify(JSON.parse(compact), null, 2)} `;
    const prepared = await vault.client.prepareCommit(account, authenticator, {
      envelope: spaced.trim(),
    });
    const receipt = await vault.client.sendCommit(account, { ...prepared, envelope: spaced });
    expect(receipt.digest).toBe(sha256(spaced.trim()));
    const read = await vault.client.call('GET', '/v1/vault', account.token);
    expect(read.text).toBe(`{"envelope":${spaced.trim()}}`);
  });

  it('returns DIGEST_MISMATCH for the same envelope in different bytes and for a different envelope', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    for (const other of [
      (text: string) => JSON.stringify(JSON.parse(text), null, 1),
      (text: string) => text.replace('"iv":"', '"iv":"\\u0041').replace(/(\\u0041.)./, '$1'),
      () => envelopeText(account),
    ]) {
      const prepared = await vault.client.prepareCommit(account, authenticator);
      const envelope = other(prepared.envelope);
      expect(envelope).not.toBe(prepared.envelope);
      await expect(
        vault.client.sendCommit(account, { ...prepared, envelope }),
      ).rejects.toMatchObject(refused(400, 'DIGEST_MISMATCH'));
    }
  });

  it('returns INVALID_REQUEST for a revision that isn’t the signed revision plus one', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    for (const revision of [1, 3]) {
      const envelope = changed(account, (one) => ({ ...one, revision }));
      await expect(vault.client.commit(account, authenticator, { envelope })).rejects.toMatchObject(
        refused(400, 'INVALID_REQUEST'),
      );
    }
  });

  it('returns CHALLENGE_EXPIRED for a challenge that is unknown or 120 s old', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const prepared = await vault.client.prepareCommit(account, authenticator);
    await expect(
      vault.client.sendCommit(account, { ...prepared, challengeId: opaqueId() }),
    ).rejects.toMatchObject(refused(400, 'CHALLENGE_EXPIRED'));
    vault.clock.advance(120_000);
    await expect(vault.client.sendCommit(account, prepared)).rejects.toMatchObject(
      refused(400, 'CHALLENGE_EXPIRED'),
    );
  });

  it('returns CHALLENGE_MISMATCH for a challenge of another session, account or purpose', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const sameAccount = await vault.client.logIn(authenticator);
    const bySession = await vault.client.prepareCommit(account, authenticator);
    await expect(
      vault.client.sendCommit({ ...account, token: sameAccount.token }, bySession),
    ).rejects.toMatchObject(refused(400, 'CHALLENGE_MISMATCH'));

    const stranger = await vault.client.openAccount();
    const theirs = await vault.client.prepareCommit(stranger.account, stranger.authenticator);
    const envelope = envelopeText(account);
    await expect(vault.client.sendCommit(account, { ...theirs, envelope })).rejects.toMatchObject(
      refused(400, 'CHALLENGE_MISMATCH'),
    );

    const { challengeId } = await vault.client.registrationOptions(account.token);
    const own = await vault.client.prepareCommit(account, authenticator);
    await expect(vault.client.sendCommit(account, { ...own, challengeId })).rejects.toMatchObject(
      refused(400, 'CHALLENGE_MISMATCH'),
    );
  });

  it('returns CHALLENGE_MISMATCH when the signature covers another mutation’s challenge', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const one = await vault.client.prepareCommit(account, authenticator);
    const two = await vault.client.prepareCommit(account, authenticator);
    await expect(
      vault.client.sendCommit(account, { ...one, credential: two.credential }),
    ).rejects.toMatchObject(refused(400, 'CHALLENGE_MISMATCH'));
  });

  it('a commit with a wrong signature consumes the challenge', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const flipped = {
      edit: { signature: (sig: Uint8Array) => sig.with(sig.length - 1, (sig.at(-1) ?? 0) ^ 1) },
    };
    const prepared = await vault.client.prepareCommit(account, authenticator, { extra: flipped });
    await expect(vault.client.sendCommit(account, prepared)).rejects.toMatchObject(
      refused(401, 'AUTH_FAILED'),
    );
    await expect(vault.client.sendCommit(account, prepared)).rejects.toMatchObject(
      refused(400, 'CHALLENGE_EXPIRED'),
    );
  });

  it.each([
    ['of another account', (envelope) => ({ ...envelope, accountId: opaqueId() })],
    ['with a wrong revision', (envelope) => ({ ...envelope, revision: envelope.revision + 1 })],
    [
      'that contains a wrap twice',
      (envelope) => ({ ...envelope, wraps: [...envelope.wraps, ...envelope.wraps] }),
    ],
  ] satisfies [string, (envelope: wire.Envelope) => wire.Envelope][])(
    'returns INVALID_REQUEST for an envelope %s, and consumes the challenge',
    async (_what, change) => {
      const { account, authenticator } = await vault.client.openAccount();
      const prepared = await vault.client.prepareCommit(account, authenticator);
      const envelope = changed(account, change);
      await expect(
        vault.client.sendCommit(account, { ...prepared, envelope }),
      ).rejects.toMatchObject(refused(400, 'INVALID_REQUEST'));
      await expect(vault.client.sendCommit(account, prepared)).rejects.toMatchObject(
        refused(400, 'CHALLENGE_EXPIRED'),
      );
      expect((await vault.client.vault(account.token)).envelope.revision).toBe(1);
    },
  );

  it('rejects an envelope of another account before it reads the challenge', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const prepared = await vault.client.prepareCommit(account, authenticator);
    const envelope = changed(account, (next) => ({ ...next, accountId: opaqueId() }));
    await expect(
      vault.client.sendCommit(account, { ...prepared, envelope, challengeId: opaqueId() }),
    ).rejects.toMatchObject(refused(400, 'INVALID_REQUEST'));
  });

  it('accepts an assertion without userHandle, but not with the userHandle of another account', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const withHandle = async (userHandle: string | null) => {
      const { credential, ...prepared } = await vault.client.prepareCommit(account, authenticator);
      const response = { ...credential.response, userHandle };
      return { ...prepared, credential: { ...credential, response } };
    };
    await expect(
      vault.client.sendCommit(account, await withHandle(opaqueId())),
    ).rejects.toMatchObject(refused(401, 'AUTH_FAILED'));
    await vault.client.sendCommit(account, await withHandle(null));
  });

  it('returns UNKNOWN_PASSKEY when the signer or a wrap belongs to another account', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const stranger = await vault.client.openAccount();
    const foreign = stranger.account.wraps[0] ?? '';
    await expect(
      vault.client.commit({ ...account, wraps: [...account.wraps, foreign] }, authenticator),
    ).rejects.toMatchObject(refused(403, 'UNKNOWN_PASSKEY'));
    const { credential, ...prepared } = await vault.client.prepareCommit(account, authenticator);
    await expect(
      vault.client.sendCommit(account, {
        ...prepared,
        credential: { ...credential, id: foreign, rawId: foreign },
      }),
    ).rejects.toMatchObject(refused(403, 'UNKNOWN_PASSKEY'));
  });

  it('returns UNKNOWN_PASSKEY for a wrap of a passkey that stayed provisional for ten minutes', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const added = await vault.client.addPasskey(account, createSoftAuthenticator());
    vault.clock.advance(600_000);
    const login = await vault.client.logIn(authenticator);
    const wraps = [...account.wraps, added.credentialId];
    await expect(
      vault.client.commit({ ...account, token: login.token, wraps }, authenticator),
    ).rejects.toMatchObject(refused(403, 'UNKNOWN_PASSKEY'));
  });

  it('returns SIGNING_PASSKEY_MISSING or KEEP_EXISTING_PASSKEYS when a wrap is missing', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const phone = createSoftAuthenticator();
    const added = await vault.client.addPasskey(account, phone);
    const both = [...account.wraps, added.credentialId];
    await vault.client.commit(Object.assign(account, { wraps: both }), authenticator);
    await expect(
      vault.client.commit({ ...account, wraps: [added.credentialId] }, authenticator),
    ).rejects.toMatchObject(refused(409, 'SIGNING_PASSKEY_MISSING'));
    await expect(
      vault.client.commit({ ...account, wraps: both.slice(0, 1) }, authenticator),
    ).rejects.toMatchObject(refused(409, 'KEEP_EXISTING_PASSKEYS'));
  });

  it('returns FINISH_REGISTRATION when a provisional passkey signs for an open vault', async () => {
    const { account } = await vault.client.openAccount();
    const phone = createSoftAuthenticator();
    const added = await vault.client.addPasskey(account, phone);
    const wraps = [...account.wraps, added.credentialId];
    const envelope = envelopeText({ ...account, wraps });
    const digest = sha256(envelope);
    const { challengeId, options } = await vault.client.mutationOptions(
      account,
      digest,
      opaqueId(),
    );
    const { credential } = phone.get({ ...options, allowCredentials: [] }, vault.client.ceremony());
    await expect(
      vault.client.sendCommit(account, { challengeId, credential, envelope }),
    ).rejects.toMatchObject(refused(409, 'FINISH_REGISTRATION'));
    await expect(vault.client.logIn(phone)).rejects.toMatchObject(
      refused(409, 'FINISH_REGISTRATION'),
    );
  });

  it('keeps a passkey provisional if no wrap names the passkey', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const phone = createSoftAuthenticator();
    const added = await vault.client.addPasskey(account, phone);
    await vault.client.commit(account, authenticator);
    await expect(vault.client.logIn(phone)).rejects.toMatchObject(
      refused(409, 'FINISH_REGISTRATION'),
    );
    account.wraps.push(added.credentialId);
    await vault.client.commit(account, authenticator);
    expect((await vault.client.logIn(phone)).envelope.revision).toBe(3);
  });

  it('accepts only one of 32 parallel commits, and returns the reason to the others', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const prepared = [];
    for (let i = 0; i < 16; i++) {
      prepared.push(await vault.client.prepareCommit(account, authenticator));
    }
    const sends = [...prepared, ...prepared].map((one) => vault.client.sendCommit(account, one));
    const results = await Promise.allSettled(sends);
    const codes = results.map((result) =>
      result.status === 'fulfilled' ? 'OK' : (result.reason as { code: string }).code,
    );
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['OK', 'REVISION_CONFLICT', 'CHALLENGE_EXPIRED']));
    const { envelope } = await vault.client.vault(account.token);
    expect(envelope.revision).toBe(2);
  });

  it('returns OPERATION_EXISTS for one of two commits with the same operation', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const operationId = opaqueId();
    const one = await vault.client.prepareCommit(account, authenticator, { operationId });
    const two = await vault.client.prepareCommit(account, authenticator, { operationId });
    await vault.client.sendCommit(account, one);
    await expect(vault.client.sendCommit(account, two)).rejects.toMatchObject(
      refused(409, 'OPERATION_EXISTS'),
    );
  });

  it('rejects a body with two envelopes', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const prepared = await vault.client.prepareCommit(account, authenticator);
    const twice = commitBody(prepared).replace('{', `{"envelope":${envelopeText(account)},`);
    await expect(
      vault.client.post(wire.OperationReceipt, '/v1/mutations/commit', twice, account.token),
    ).rejects.toMatchObject(refused(400, 'INVALID_REQUEST'));
  });
});
