import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NewRegistrationResponse } from '../../../shared/wire/vault.ts';
import { createHttpTransport } from '../../helpers/http-transport.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../helpers/server-process.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { createVaultClient, sha256, type VaultClient } from '../../helpers/vault-client.ts';
import { DEVELOPMENT_TENANT } from './harness.ts';

let postgres: TestPostgres;
const servers: ServerProcess[] = [];
const transports: ReturnType<typeof createHttpTransport>[] = [];
let here: VaultClient;
let there: VaultClient;

beforeAll(async () => {
  postgres = await startPostgres();
  const environment = { DATABASE_URL: await postgres.createDatabase('shared') };
  // The instances start at the same time on an empty database.
  servers.push(
    ...(await Promise.all([
      startServerProcess({ environment }),
      startServerProcess({ environment }),
    ])),
  );
  transports.push(...servers.map(({ port }) => createHttpTransport(port)));
  const [first, second] = transports.map((transport) =>
    createVaultClient(transport, DEVELOPMENT_TENANT),
  );
  if (first === undefined || second === undefined) throw new Error('two servers were started');
  here = first;
  there = second;
});

afterAll(async () => {
  for (const transport of transports) transport.close();
  await Promise.all(servers.map((server) => server.end()));
  await postgres.stop();
});

describe('two processes on one PostgreSQL', () => {
  it('both processes serve one account, and each accepts a commit whose options the other process issued', async () => {
    const authenticator = createSoftAuthenticator();
    const { account } = await here.register(authenticator);
    const first = await here.prepareCommit(account, authenticator);
    account.revision = (await there.sendCommit(account, first)).revision;
    const login = await there.logIn(authenticator);
    expect(sha256(JSON.stringify((await here.vault(login.token)).envelope))).toBe(first.digest);
    expect(await here.receipt(login.token, first.operationId)).toEqual({
      revision: 1,
      digest: first.digest,
    });
    await here.revoke(login.token);
    await expect(there.vault(login.token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  it('both processes together accept only one of 32 parallel commits, wherever the commits arrive', async () => {
    const { account, authenticator } = await here.openAccount();
    const prepared = [];
    for (let i = 0; i < 16; i++) prepared.push(await here.prepareCommit(account, authenticator));
    const sends = prepared.flatMap((one) => [
      here.sendCommit(account, one),
      there.sendCommit(account, one),
    ]);
    const codes = (await Promise.allSettled(sends)).map((result) =>
      result.status === 'fulfilled' ? 'OK' : (result.reason as { code: string }).code,
    );
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CHALLENGE_EXPIRED')).toHaveLength(16);
    const others = new Set(codes.filter((code) => !['OK', 'CHALLENGE_EXPIRED'].includes(code)));
    expect(others).toEqual(new Set(['REVISION_CONFLICT']));
    expect((await there.vault(account.token)).envelope.revision).toBe(2);
  });

  it('both processes together accept only one of 32 parallel logins with one challenge, wherever the logins arrive', async () => {
    const { authenticator } = await here.openAccount();
    const prepared = await there.prepareLogin(authenticator);
    const sends = Array.from({ length: 16 }, () => [
      here.sendLogin(prepared),
      there.sendLogin(prepared),
    ]).flat();
    const codes = (await Promise.allSettled(sends)).map((result) =>
      result.status === 'fulfilled' ? 'OK' : (result.reason as { code: string }).code,
    );
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CHALLENGE_EXPIRED')).toHaveLength(31);
    const registration = await here.registrationOptions();
    const { credential } = createSoftAuthenticator().create(registration.options, there.ceremony());
    const body = { challengeId: registration.challengeId, credential };
    const made = await there.post(NewRegistrationResponse, '/v1/registration/verify', body);
    expect(made.accountId).toBe(registration.accountId);
  });

  it('both processes keep every confirmed change when PostgreSQL crashes under load, and recover without help', async () => {
    const { account, authenticator } = await here.openAccount();
    const answered: { operationId: string; digest: string; revision: number }[] = [];
    let isUp = true;
    const load = (async () => {
      while (isUp) {
        try {
          const { operationId, digest, receipt } = await here.commit(account, authenticator);
          answered.push({ operationId, digest, revision: receipt.revision });
        } catch (error) {
          expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
          return;
        }
      }
    })();
    while (answered.length < 5) await new Promise((resolve) => setImmediate(resolve));
    await postgres.crashAndRestart();
    isUp = false;
    await load;
    for (const { operationId, digest, revision } of answered) {
      expect(await there.receipt(account.token, operationId)).toEqual({ revision, digest });
    }
    const { envelope } = await here.vault(account.token);
    const last = answered.at(-1)?.revision ?? 0;
    expect([last, last + 1]).toContain(envelope.revision);
    account.revision = envelope.revision;
    await there.commit(account, authenticator);
  });
});
