import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { x25519 } from '@noble/curves/ed25519.js';
import { afterAll, expect, it } from 'vitest';
import { backUp } from '../../../server/database/backup.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { SECRET_TABLES } from '../../../server/vault/storage/tables.ts';
import { createDevice } from '../../extension/helpers/device.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { startVault } from './harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'condor-backup-contents-'));
afterAll(() => rmSync(directory, { recursive: true }));

const KEY = new Uint8Array(32).fill(0x11);
const KEY_ADDRESS = '19e7e376e7c213b7e7e7e46cc70a5dd086daff2a';

it('a host’s backup contains ciphertexts and ids, but no secret, key, name or address', async () => {
  const file = join(directory, 'vault.db');
  const store = await openVaultStore({ engine: 'sqlite', file });
  const harness = await startVault({ store });
  const authenticator = createSoftAuthenticator();
  const phone = createDevice({ harness, authenticator, name: 'phone' });
  await phone.session.createAccount();
  await phone.wallets.import('Canary wallet name', `0x${Buffer.from(KEY).toString('hex')}`);
  const state = phone.session.state();
  if (state.status !== 'unlocked') throw new Error('The wallet is unlocked.');
  const { device, passkey } = state;
  const publicKey = x25519.getPublicKey(passkey.secretKey);
  const copy = join(directory, 'copy.db');
  backUp(file, copy, SECRET_TABLES);
  const backup = readFileSync(copy);

  // Compares only the beginning, because SQLite splits a long text into several pages.
  const ciphertext = device.envelopeText.slice(0, 120);
  for (const expected of [device.accountId, passkey.credentialId, ciphertext]) {
    expect(backup.includes(expected)).toBe(true);
  }
  const address = Buffer.from(KEY_ADDRESS, 'hex');
  const bytes = [KEY, passkey.secretKey, publicKey, address].map((value) => Buffer.from(value));
  const canaries = [
    'Canary wallet name',
    KEY_ADDRESS,
    ...bytes,
    ...bytes.flatMap((value) => [value.toString('base64url'), value.toString('hex')]),
  ];
  const text = backup.toString('latin1').toLowerCase();
  const found = canaries.filter((canary) =>
    typeof canary === 'string' ? text.includes(canary.toLowerCase()) : backup.includes(canary),
  );
  expect(found).toEqual([]);
  await harness.close();
});
