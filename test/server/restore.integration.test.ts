import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDevice, type Device } from '../extension/helpers/device.ts';
import { documentedCommands } from '../helpers/document.ts';
import { eventually } from '../helpers/eventually.ts';
import { createFakeClock } from '../helpers/fake-world.ts';
import { createHttpTransport } from '../helpers/http-transport.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { createSoftAuthenticator, type SoftAuthenticator } from '../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from './vault/harness.ts';

const run = promisify(execFile);
const DOCUMENT = new URL('../../server/hosting/backup.md', import.meta.url);
const key = (digits: string) => `0x${digits.repeat(32)}`;

let home: string;
let server: ServerProcess;
/** Provides only the clock. Requests go to the process. */
let unused: Harness;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'condor-restore-'));
  mkdirSync(join(home, 'data'));
  unused = await startVault({ clock: createFakeClock(Date.now()) });
  server = await start();
});
afterEach(async () => {
  await server.end('SIGKILL');
  await unused.close();
  rmSync(home, { recursive: true });
});

function start(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServerProcess({
    environment: {
      DATABASE_URL: `sqlite:${join(home, 'data/condor.db')}`,
      VAULT_ORIGIN: TENANT.origin,
      VAULT_WEBAUTHN_ORIGINS: TENANT.webauthnOrigins.join(','),
      ...environment,
    },
  });
}

/** Starts the service with automatic backups, and waits for the first backup. */
async function startWithBackups(): Promise<void> {
  server = await start({ VAULT_BACKUP_DIR: join(home, 'backups') });
  await eventually(async () =>
    expect(readdirSync(join(home, 'backups'))).toEqual([expect.stringMatching(/Z\.db$/)]),
  );
}

/** Returns a wallet whose requests are sent to the process that is running at that time. */
function device(name: string, authenticator: SoftAuthenticator): Device {
  const made = createDevice({ harness: unused, authenticator, name });
  made.network.intercept = async ({ method, path, headers, body }) => {
    const transport = createHttpTransport(server.port);
    try {
      const answer = await transport({
        method,
        path,
        headers: { ...headers, origin: TENANT.origin },
        ...(body === undefined ? {} : { body }),
      });
      return new Response(answer.text, { status: answer.status });
    } finally {
      transport.close();
    }
  };
  return made;
}

async function relock({ session }: Device): Promise<void> {
  await session.lock();
  await session.unlock();
  await session.syncEnded();
}

it('the restore commands in backup.md delete nothing when there is no backup', async () => {
  await device('phone', createSoftAuthenticator()).session.createAccount();
  await server.end('SIGKILL');
  const before = readdirSync(join(home, 'data'));
  const commands = documentedCommands(DOCUMENT, '## Restore').join('\n');
  // Runs every line even after a failure, like an interactive shell.
  await expect(run('sh', ['-c', commands], { cwd: home })).rejects.toThrow('backups/condor-');
  expect(readdirSync(join(home, 'data'))).toEqual(before);
});

const namesOf = ({ wallets }: Device) => wallets.view().map(({ name }) => name);

it('the commands in backup.md restore an automatic backup, and no device loses a wallet', async () => {
  const phone = device('phone', createSoftAuthenticator());
  await phone.session.createAccount();
  await phone.wallets.import('Old', key('11'));
  const idle = device('idle', phone.authenticator);
  await idle.session.signIn();
  await server.end();
  await startWithBackups();

  // Saves a wallet, a passkey and an account after the backup.
  await phone.wallets.import('New', key('22'));
  const securityKey = createSoftAuthenticator();
  phone.prompts.another = securityKey;
  await phone.passkeys.add('Security key');
  phone.prompts.another = undefined;
  const laptop = device('laptop', securityKey);
  await laptop.session.signIn();
  const stranger = device('stranger', createSoftAuthenticator());
  await stranger.session.createAccount();
  await stranger.wallets.import('Theirs', key('33'));

  // After a kill, the newest commits are in SQLite's log. The restore must delete this log too.
  await server.end('SIGKILL');
  // A killed move leaves a journal. SQLite would apply it to the restored file.
  writeFileSync(join(home, 'data/condor.db-journal'), '');
  const commands = documentedCommands(DOCUMENT, '## Restore').join('\n');
  await run('sh', ['-euc', commands], { cwd: home });
  expect(readdirSync(join(home, 'data'))).toEqual(['condor.db']);
  server = await start();

  // A device that has seen a newer revision opens its own copy. With the user's consent, it saves
  // this copy.
  await relock(phone);
  const state = phone.session.syncState();
  expect(state).toMatchObject({
    kind: 'older',
    missing: [
      { kind: 'wallet', name: 'New' },
      { kind: 'passkey', name: 'Security key' },
    ],
  });
  expect(namesOf(phone)).toEqual(['Old', 'New']);
  await expect(phone.wallets.import('More', key('44'))).rejects.toMatchObject({
    code: 'ROLLED_BACK',
  });

  // The restored server doesn't know the passkey that was added after the backup. The laptop can
  // still open its own copy with this passkey.
  await relock(laptop);
  expect(laptop.session.syncState()).toEqual({ kind: 'refused', code: 'UNKNOWN_PASSKEY' });
  expect(namesOf(laptop)).toEqual(['Old', 'New']);

  if (state.kind === 'older') await phone.session.merge({ ...state, readmitted: [] });
  expect(phone.session.syncState()).toEqual({ kind: 'synced' });
  expect(namesOf(phone)).toEqual(['Old', 'New']);
  expect(phone.passkeys.view()).toHaveLength(1);
  phone.prompts.another = createSoftAuthenticator();
  await phone.passkeys.add('Security key');
  phone.prompts.another = undefined;
  expect(phone.passkeys.view()).toHaveLength(2);

  // The restore has no effect on a device that has no newer changes than the backup.
  await relock(idle);
  expect(idle.session.syncState()).toEqual({ kind: 'synced' });
  expect(namesOf(idle)).toEqual(['Old', 'New']);

  // An account that was created after the backup is gone. Its device can register it again.
  await relock(stranger);
  expect(stranger.session.syncState()).toEqual({ kind: 'refused', code: 'UNKNOWN_PASSKEY' });
  expect(await stranger.backup.recoveryFile()).toMatchObject({ code: expect.any(String) });
  await stranger.session.registerAgain();
  expect(stranger.session.syncState()).toEqual({ kind: 'synced' });
  expect(namesOf(stranger)).toEqual(['Theirs']);
  await relock(stranger);
  expect(stranger.session.device()).toMatchObject({ revision: 1 });
});
