import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disableAccount, enableAccount } from '../../../server/vault/admin/accounts.ts';
import { openAdmin } from '../../../server/vault/admin/open-admin.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { startVault } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

const KEY = `${'0'.repeat(63)}7`;

it('a device opens the local copy of a disabled account, but the server refuses saves until the account is enabled', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'condor-disabled-'));
  const target = { engine: 'sqlite', file: join(directory, 'vault.db') } as const;
  const harness = await startVault({ store: await openVaultStore(target) });
  const phone = createDevice({ harness, authenticator: createSoftAuthenticator() });
  await phone.session.createAccount();
  await phone.wallets.import('First', KEY);
  const [address] = phone.addresses();
  const { accountId = '' } = phone.session.device() ?? {};

  const admin = await openAdmin(target);
  expect(await disableAccount(admin, accountId, harness.clock.now())).toBe(1);
  // The session has ended, and the server rejects the new sign-in.
  const addSecond = () => phone.wallets.import('Second', `${'0'.repeat(63)}8`);
  await expect(addSecond()).rejects.toMatchObject({ code: 'AUTH_FAILED' });
  await phone.session.lock();
  await phone.session.unlock();
  await phone.session.syncEnded();
  expect(phone.session.syncState()).toEqual({ kind: 'refused', code: 'AUTH_FAILED' });
  expect(phone.addresses()).toEqual([address]);

  await enableAccount(admin, accountId);
  await phone.session.lock();
  await phone.session.unlock();
  await phone.session.syncEnded();
  expect(phone.session.syncState()).toMatchObject({ kind: 'synced' });
  await addSecond();
  expect(phone.addresses()).toHaveLength(2);
  await admin.close();
  await harness.close();
  rmSync(directory, { recursive: true });
});
