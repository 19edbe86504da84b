import { expect, it } from 'vitest';
import { CeremonyError } from '../../../entrypoints/background/vault/home/errors.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { startVault, TENANT } from '../../server/vault/harness.ts';
import { createDevice } from '../helpers/device.ts';

it('an account whose first save failed doesn’t count towards the server’s limit, so the next attempt succeeds', async () => {
  const harness = await startVault({ tenants: [{ ...TENANT, maxAccounts: 1 }] });
  const phone = createDevice({ harness, authenticator: createSoftAuthenticator() });
  phone.prompts.beforeAssertion = () =>
    Promise.reject(new CeremonyError('cancelled', 'the second prompt was cancelled'));
  await expect(phone.session.createAccount()).rejects.toMatchObject({ code: 'cancelled' });
  await eventually(async () =>
    expect((await phone.session.checkServer()).enrollmentEnabled).toBe(true),
  );
  expect(phone.requests).toContain('POST /v1/session/revoke');

  phone.prompts.beforeAssertion = async () => undefined;
  await phone.session.createAccount();
  expect((await phone.session.checkServer()).enrollmentEnabled).toBe(false);
  expect(phone.requests.filter((request) => request.endsWith('/session/revoke'))).toHaveLength(1);
  await harness.close();
});
