import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from './harness.ts';

let vault: Harness;
beforeAll(async () => {
  vault = await startVault();
});
afterAll(() => vault.close());

it('a client registers, commits, logs in, adds a passkey, reads the vault and a receipt, and revokes its session', async () => {
  const { client } = vault;
  const laptop = createSoftAuthenticator();
  const { account, credentialId } = await client.register(laptop);
  const first = await client.commit(account, laptop);
  expect(first.receipt).toEqual({ revision: 1, digest: first.digest });

  const login = await client.logIn(laptop);
  expect(login.accountId).toBe(account.accountId);
  expect(JSON.stringify(login.envelope)).toBe(first.envelope);

  account.token = login.token;
  const phone = createSoftAuthenticator({ algorithm: 'RS256', counter: 5 });
  const added = await client.addPasskey(account, phone);
  await expect(client.logIn(phone)).rejects.toMatchObject({ code: 'FINISH_REGISTRATION' });
  account.wraps = [credentialId, added.credentialId];
  const second = await client.commit(account, laptop);
  expect(second.receipt.revision).toBe(2);

  const onPhone = await client.logIn(phone);
  expect(JSON.stringify((await client.vault(onPhone.token)).envelope)).toBe(second.envelope);
  expect(await client.receipt(onPhone.token, second.operationId)).toEqual(second.receipt);
  expect(await client.revoke(onPhone.token)).toEqual({ revoked: true });
  await expect(client.vault(onPhone.token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});
