import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toBase64url } from '../../../shared/bytes.ts';
import * as wire from '../../../shared/wire/vault.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { opaqueId, sha256 } from '../../helpers/vault-client.ts';
import { DELETION, extensionCalls, REMOVAL } from './extension-calls.ts';
import { type Harness, OTHER_TENANT, startVault, TENANT } from './harness.ts';

let vault: Harness;
beforeEach(async () => {
  vault = await startVault({ tenants: [{ ...TENANT, extensions: true }, OTHER_TENANT] });
});
afterEach(() => vault.close());

const refused = (status: number, code: string) => ({ status, code });

async function pair() {
  const laptop = createSoftAuthenticator();
  const phone = createSoftAuthenticator();
  const { account } = await vault.client.openAccount(laptop);
  const { credentialId } = await vault.client.addPasskey(account, phone);
  const kept = account.wraps[0] ?? '';
  account.wraps.push(credentialId);
  await vault.client.commit(account, laptop);
  return { account, laptop, phone, kept, lost: credentialId };
}

const { prepareRemoval, sendRemoval, prepareDeletion, sendDeletion } = extensionCalls(
  () => vault.client,
);

describe('removal of passkeys', () => {
  it('removes the passkey, its wrap and every other session in one commit', async () => {
    const { account, laptop, phone, kept, lost } = await pair();
    const onPhone = await vault.client.logIn(phone);
    const second = await vault.client.logIn(laptop);
    const prepared = await prepareRemoval(account, laptop, [lost]);
    expect(prepared.options.allowCredentials.map(({ id }) => id)).toEqual([kept]);
    expect(await sendRemoval(account, prepared)).toEqual({
      revision: 3,
      digest: sha256(prepared.envelope),
    });
    await expect(vault.client.logIn(phone)).rejects.toMatchObject(refused(403, 'UNKNOWN_PASSKEY'));
    for (const { token } of [onPhone, second])
      await expect(vault.client.vault(token)).rejects.toMatchObject(
        refused(401, 'SESSION_EXPIRED'),
      );
    expect((await vault.client.vault(account.token)).envelope.revision).toBe(3);
    expect(await vault.client.receipt(account.token, prepared.operationId)).toMatchObject({
      revision: 3,
    });
    expect((await vault.client.logIn(laptop)).envelope.wraps.map((w) => w.credentialId)).toEqual([
      kept,
    ]);
  });

  it('rejects the removal of the signing passkey, of the last active passkey and of an unknown passkey', async () => {
    const { account, laptop, kept, lost } = await pair();
    await expect(prepareRemoval(account, laptop, [kept, lost])).rejects.toMatchObject(
      refused(409, 'KEEP_EXISTING_PASSKEYS'),
    );
    await expect(prepareRemoval(account, laptop, [opaqueId()])).rejects.toMatchObject(
      refused(403, 'UNKNOWN_PASSKEY'),
    );
    const self = await prepareRemoval(account, laptop, [kept]);
    await expect(sendRemoval(account, self)).rejects.toMatchObject(
      refused(409, 'SIGNING_PASSKEY_MISSING'),
    );
    const single = await vault.client.openAccount();
    await expect(
      prepareRemoval(single.account, single.authenticator, [single.account.wraps[0] ?? '']),
    ).rejects.toMatchObject(refused(409, 'KEEP_EXISTING_PASSKEYS'));
  });

  it('rejects an envelope with a wrap for a removed passkey, or without a wrap for a kept passkey', async () => {
    const { account, laptop, kept, lost } = await pair();
    const still = await prepareRemoval(account, laptop, [lost], [kept, lost]);
    await expect(sendRemoval(account, still)).rejects.toMatchObject(
      refused(403, 'UNKNOWN_PASSKEY'),
    );
    const third = createSoftAuthenticator();
    const added = await vault.client.addPasskey(account, third);
    account.wraps.push(added.credentialId);
    await vault.client.commit(account, laptop);
    const forgets = await prepareRemoval(account, laptop, [lost], [kept]);
    await expect(sendRemoval(account, forgets)).rejects.toMatchObject(
      refused(409, 'KEEP_EXISTING_PASSKEYS'),
    );
  });

  it('binds the signed challenge to the removed ids', async () => {
    const { account, laptop, lost } = await pair();
    const third = createSoftAuthenticator();
    const added = await vault.client.addPasskey(account, third);
    const prepared = await prepareRemoval(account, laptop, [added.credentialId]);
    await expect(sendRemoval(account, prepared, [lost])).rejects.toMatchObject(
      refused(400, 'CHALLENGE_MISMATCH'),
    );
    await expect(sendRemoval(account, prepared)).rejects.toMatchObject(
      refused(400, 'CHALLENGE_EXPIRED'),
    );
  });

  it('consumes the challenge when the envelope or the ids of a removal are rejected', async () => {
    const { account, laptop, lost } = await pair();
    const foreign = await prepareRemoval(account, laptop, [lost]);
    const envelope = JSON.stringify({ ...JSON.parse(foreign.envelope), accountId: opaqueId() });
    await expect(sendRemoval(account, { ...foreign, envelope })).rejects.toMatchObject(
      refused(400, 'INVALID_REQUEST'),
    );
    await expect(sendRemoval(account, foreign)).rejects.toMatchObject(
      refused(400, 'CHALLENGE_EXPIRED'),
    );
    const twice = await prepareRemoval(account, laptop, [lost]);
    await expect(sendRemoval(account, twice, [lost, lost])).rejects.toMatchObject(
      refused(400, 'INVALID_REQUEST'),
    );
    await expect(sendRemoval(account, twice)).rejects.toMatchObject(
      refused(400, 'CHALLENGE_EXPIRED'),
    );
  });

  it('rejects a plain mutation’s challenge for a removal, and a removal’s challenge for a plain mutation', async () => {
    const { account, laptop, lost } = await pair();
    const removal = await prepareRemoval(account, laptop, [lost]);
    await expect(vault.client.sendCommit(account, removal)).rejects.toMatchObject(
      refused(400, 'CHALLENGE_MISMATCH'),
    );
    const mutation = await vault.client.prepareCommit(account, laptop);
    await expect(
      sendRemoval(account, { ...removal, ...mutation, credentialIds: [lost] }),
    ).rejects.toMatchObject(refused(400, 'CHALLENGE_MISMATCH'));
  });

  it('removes a provisional passkey too', async () => {
    const { account, authenticator } = await vault.client.openAccount();
    const phone = createSoftAuthenticator();
    const { credentialId } = await vault.client.addPasskey(account, phone);
    await sendRemoval(account, await prepareRemoval(account, authenticator, [credentialId]));
    await expect(vault.client.logIn(phone)).rejects.toMatchObject(refused(403, 'UNKNOWN_PASSKEY'));
  });

  it('rejects duplicate ids, and any removal from a pending vault', async () => {
    const { account, laptop, lost } = await pair();
    await expect(prepareRemoval(account, laptop, [lost, lost])).rejects.toMatchObject(
      refused(400, 'INVALID_REQUEST'),
    );
    const fresh = createSoftAuthenticator();
    const pending = (await vault.client.register(fresh)).account;
    await expect(prepareRemoval(pending, fresh, pending.wraps)).rejects.toMatchObject(
      refused(409, 'VAULT_PENDING'),
    );
  });
});

describe('deletion of an account', () => {
  it('a deletion ends the session, removes all passkeys and frees a passkey’s id for a new registration', async () => {
    const { account, laptop, phone, lost } = await pair();
    expect(await sendDeletion(account, await prepareDeletion(account, laptop))).toEqual({
      deleted: true,
    });
    await expect(vault.client.vault(account.token)).rejects.toMatchObject(
      refused(401, 'SESSION_EXPIRED'),
    );
    for (const authenticator of [laptop, phone]) {
      await expect(vault.client.logIn(authenticator)).rejects.toMatchObject(
        refused(403, 'UNKNOWN_PASSKEY'),
      );
    }

    // If the removed credential still existed, the tenant would reject its id.
    const rawId = Buffer.from(lost, 'base64url');
    const { challengeId, options } = await vault.client.registrationOptions();
    const { credential } = createSoftAuthenticator().create(options, {
      ...vault.client.ceremony(),
      edit: {
        authData: (parts) => {
          parts.credentialId = new Uint8Array(rawId);
        },
      },
    });
    const again = { ...credential, id: toBase64url(rawId), rawId: toBase64url(rawId) };
    const registered = await vault.client.post(
      wire.NewRegistrationResponse,
      '/v1/registration/verify',
      { challengeId, credential: again },
    );
    expect(registered).toMatchObject({ credentialId: lost });
    expect(registered.accountId).not.toBe(account.accountId);
  });

  it('rejects a deletion whose revision is old or whose assertion covers a different challenge, and keeps the account', async () => {
    const { account, laptop } = await pair();
    const stale = await prepareDeletion(account, laptop);
    await vault.client.commit(account, laptop);
    await expect(sendDeletion(account, stale)).rejects.toMatchObject(
      refused(409, 'REVISION_CONFLICT'),
    );
    const { challengeId } = await prepareDeletion(account, laptop);
    const other = await prepareDeletion(account, laptop);
    await expect(sendDeletion(account, { ...other, challengeId })).rejects.toMatchObject(
      refused(400, 'CHALLENGE_MISMATCH'),
    );
    await vault.client.vault(account.token);
  });

  it('consumes the challenge of a deletion that is rejected because of an old revision', async () => {
    const { account, laptop } = await pair();
    const stale = await prepareDeletion(account, laptop);
    await vault.client.commit(account, laptop);
    await expect(sendDeletion(account, stale)).rejects.toMatchObject(
      refused(409, 'REVISION_CONFLICT'),
    );
    await expect(sendDeletion(account, stale)).rejects.toMatchObject(
      refused(400, 'CHALLENGE_EXPIRED'),
    );
  });
});

describe('a tenant without the additional routes', () => {
  it('returns NOT_FOUND for the additional routes when they are off', async () => {
    const other = vault.clientOf(OTHER_TENANT);
    const { account } = await other.openAccount();
    for (const path of [
      `${REMOVAL}/options`,
      `${REMOVAL}/commit`,
      `${DELETION}/options`,
      `${DELETION}/commit`,
    ]) {
      await expect(
        other.post(wire.OperationReceipt, path, {}, account.token),
      ).rejects.toMatchObject(refused(404, 'NOT_FOUND'));
      expect((await other.call('OPTIONS', path)).status).toBe(404);
      expect((await vault.client.call('OPTIONS', path)).status).toBe(204);
    }
  });
});
