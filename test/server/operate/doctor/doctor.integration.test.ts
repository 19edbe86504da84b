import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../helpers/eventually.ts';
import { freePort } from '../../../helpers/free-port.ts';
import { createHttpTransport } from '../../../helpers/http-transport.ts';
import { type RunningProxy, startProxy } from '../../../helpers/proxies.ts';
import { type ServerProcess, startServerProcess } from '../../../helpers/server-process.ts';

const SCRIPT = fileURLToPath(new URL('../../../../server/doctor.ts', import.meta.url));
const EXTENSION = `chrome-extension://${'a'.repeat(32)}`;

let directory: string;
let proxy: RunningProxy;
let server: ServerProcess;
let settings: Record<string, string>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'condor-doctor-'));
  const upstream = await freePort();
  proxy = await startProxy('caddy', { upstream, host: 'localhost' });
  settings = {
    PORT: String(upstream),
    DATABASE_URL: `sqlite:${join(directory, 'vault.db')}`,
    VAULT_ORIGIN: `https://localhost:${proxy.port}`,
    VAULT_WEBAUTHN_ORIGINS: EXTENSION,
    VAULT_BACKUP_DIR: join(directory, 'copies'),
    TRUST_PROXY: '1',
    RATE_LIMITS: 'on',
    SERVICES: 'vault',
  };
  server = await startServerProcess({ environment: settings });
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await proxy?.stop();
  rmSync(directory, { recursive: true });
});

/** Runs `npm run doctor` without npm. */
function doctor(changed: Record<string, string> = {}) {
  const child = spawn(process.execPath, [SCRIPT], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_EXTRA_CA_CERTS: proxy.certificate,
      ...settings,
      ...changed,
    },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.err += chunk.toString();
  });
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

async function restart(changed: Record<string, string>): Promise<void> {
  await server.end();
  server = await startServerProcess({ environment: { ...settings, ...changed } });
}

describe('npm run doctor', () => {
  it('reports no problem with the document’s proxy and settings', async () => {
    // Waits for the first backup, which is made at the start.
    const { code, out, err } = await eventually(async () => {
      const result = await doctor();
      expect(result.out).not.toContain('has no copy');
      expect(result.out).not.toContain('does not exist');
      return result;
    });
    expect(err).toBe(`condor: using the database ${settings.DATABASE_URL}\n`);
    for (const line of [
      'ok       database: it has the tables of this version',
      `ok       origin of tenant main: https://localhost:${proxy.port} answers`,
      'ok       proxies: 1 proxy is in front, as TRUST_PROXY says',
      'warning  backups: copies are on the disk of the database',
    ])
      expect(out).toContain(`${line}\n`);
    const problems = out.split('\n').filter((line) => line.startsWith('problem'));
    expect(problems.filter((line) => !line.includes('free disk'))).toEqual([]);
    expect(code).toBe(problems.length === 0 ? 0 : 1);
    expect(out).toMatch(/\ncondor: \d problems?, \d warnings?\n$/);
  });

  it('reports that TRUST_PROXY is 0 although one proxy is in front of the service', async () => {
    await restart({ TRUST_PROXY: '0' });
    const wrong = await doctor({ TRUST_PROXY: '0' });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain(
      'problem  proxies: 1 proxy is in front, but TRUST_PROXY is 0: all clients share the limits of one address\n         → set TRUST_PROXY=1 and restart the service\n',
    );
    await restart({});
  });

  it('reports an origin that differs from the running service’s origin', async () => {
    const { code, out } = await doctor({
      VAULT_ORIGIN: `https://localhost:${await freePort()}`,
    });
    expect(code).toBe(1);
    expect(out).toContain('does not answer (ECONNREFUSED)');
    await restart({ VAULT_ORIGIN: 'https://vault.example.com' });
    expect((await doctor()).out).toContain(
      `problem  origin of tenant main: the running service does not accept the origin https://localhost:${proxy.port}\n`,
    );
    await restart({});
  });

  it('reports an untrusted certificate', async () => {
    const { out } = await doctor({ NODE_EXTRA_CA_CERTS: '' });
    expect(out).toContain('does not answer (DEPTH_ZERO_SELF_SIGNED_CERT)');
  });

  it('reports a missing database and invalid settings', async () => {
    const missing = await doctor({ DATABASE_URL: 'sqlite:none.db' });
    expect(missing.code).toBe(1);
    expect(missing.out).toContain('problem  database: there is no database at none.db\n');
    expect(await doctor({ TRUST_PROXI: '1' })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('did you mean TRUST_PROXY?'),
    });
  });

  it('reports that the running service doesn’t answer a doctor with a different database', async () => {
    const other = `sqlite:${join(directory, 'other.db')}`;
    const second = await startServerProcess({
      environment: { ...settings, PORT: '0', DATABASE_URL: other },
    });
    await second.end();
    expect((await doctor({ DATABASE_URL: other })).out).toContain(
      'problem  proxies: the running service did not say how a request arrives\n',
    );
  });

  it('reports a stopped service behind its proxy', async () => {
    await server.end();
    expect((await doctor()).out).toContain(`https://localhost:${proxy.port} answers 502\n`);
    server = await startServerProcess({ environment: settings });
  });
});

it('the service answers 404 when a client without the doctor’s token asks how a request arrived', async () => {
  const transport = createHttpTransport(server.port);
  const ask = async (headers: Record<string, string>) => {
    const { status, text } = await transport({ method: 'GET', path: '/doctor', headers });
    return [status, text];
  };
  const nothing = [404, '{"error":"NOT_FOUND"}'];
  expect(await ask({})).toEqual(nothing);
  expect(await ask({ authorization: 'Bearer x' })).toEqual(nothing);
  expect(await ask({ authorization: `Bearer ${'A'.repeat(43)}` })).toEqual(nothing);
  transport.close();
});
