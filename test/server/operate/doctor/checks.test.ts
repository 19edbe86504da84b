import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { developmentWebauthnOrigins } from '../../../../server/config.ts';
import { checkAddress } from '../../../../server/operate/doctor/check-address.ts';
import { checkBackups } from '../../../../server/operate/doctor/check-backups.ts';
import { checkBooks } from '../../../../server/operate/doctor/check-books.ts';
import { checkClock } from '../../../../server/operate/doctor/check-clock.ts';
import { checkDisk, size } from '../../../../server/operate/doctor/check-disk.ts';
import { checkExtensions } from '../../../../server/operate/doctor/check-extensions.ts';
import { checkProxy } from '../../../../server/operate/doctor/check-proxy.ts';
import { show } from '../../../../server/operate/doctor/finding.ts';
import type { HttpProbe, ProbeResult } from '../../../../server/operate/doctor/http-probe.ts';
import { TENANT } from '../../vault/harness.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const answers = (status: number, text = '', headers: Record<string, string> = {}): HttpProbe => {
  const asked: ProbeResult = { status, text, headers: new Headers(headers) };
  return async () => asked;
};

describe('the check of the origin', () => {
  const config = (id: string) =>
    JSON.stringify({
      version: 1,
      tenant: { id, origin: TENANT.origin, rpId: TENANT.rpId, name: TENANT.name },
      enrollmentEnabled: true,
      maxWallets: 32,
      maxPasskeys: 8,
    });

  it('sends a request with the tenant’s origin to the tenant’s public address', async () => {
    const asked: unknown[] = [];
    const ask: HttpProbe = async (url, headers) => {
      asked.push([url, headers]);
      return { status: 200, text: config('main'), headers: new Headers() };
    };
    expect(await checkAddress({ ...TENANT, path: '/team-a' }, ask)).toMatchObject({ level: 'ok' });
    const { origin } = TENANT;
    expect(asked).toEqual([[`${origin}/team-a/v1/config`, { origin }]]);
  });

  it.each<[string, HttpProbe, RegExp]>([
    ['no answer', async () => ({ failure: 'ENOTFOUND' }), /does not answer \(ENOTFOUND\)/],
    ['a refused origin', answers(403, '{"error":"ORIGIN_DENIED"}'), /does not accept the origin/],
    ['the wrong tenant', answers(200, config('other')), /the vault of tenant other/],
    ['an HTML page', answers(200, '<html>'), /is not a vault/],
    ['a stopped service', answers(502), /answers 502/],
    ['a redirect', answers(308, '', { location: 'https://www.example.com/' }), /redirects to/],
    ['a proxy that serves other paths', answers(404), /answers 404/],
  ])(
    'reports a problem with the tenant’s address and advises what to do: %s',
    async (_title, ask, text) => {
      const finding = await checkAddress(TENANT, ask);
      expect(finding).toMatchObject({ level: 'problem', advice: expect.any(String) });
      expect(finding.text).toMatch(text);
    },
  );
});

describe('the check of further order books', () => {
  const book = '0x1bDff855d6811728acaDC00989e79143a2bdfDed';
  it.each<[boolean | undefined, string, string]>([
    [true, 'ok', 'is a contract'],
    [false, 'problem', 'has no contract on this chain'],
    [undefined, 'warning', 'no node says'],
  ])(
    'for a further order book whose contract check returns %s, reports the level %s',
    async (code, level, text) => {
      const findings = await checkBooks([book], async () => code);
      expect(findings).toMatchObject([{ level, text: expect.stringContaining(text) }]);
    },
  );
});

describe('the check of the proxies', () => {
  const arrives = (address: string, forwarded: string) =>
    answers(200, JSON.stringify({ address, forwarded }));
  const check = (trustProxy: number, ask: HttpProbe) =>
    checkProxy('https://vault.example.com', 'pass', trustProxy, ask);

  it.each([
    [1, '203.0.113.5', '203.0.113.5'],
    [1, '203.0.113.5', '192.0.2.77, 203.0.113.5'],
    [2, '203.0.113.5', '203.0.113.5, 10.0.0.2'],
  ])(
    'accepts TRUST_PROXY=%i for the client %s with X-Forwarded-For %j',
    async (trusted, address, forwarded) => {
      expect(await check(trusted, arrives(address, forwarded))).toMatchObject({ level: 'ok' });
    },
  );

  it.each([
    [0, '127.0.0.1', '203.0.113.5', 'TRUST_PROXY is 0: all clients share', '=1 and'],
    [1, '10.0.0.2', '203.0.113.5, 10.0.0.2', 'TRUST_PROXY is 1: all clients share', '=2 and'],
    [2, '203.0.113.5', '203.0.113.5', 'TRUST_PROXY is 2: a client could choose', '=1 and'],
    [2, '192.0.2.77', '192.0.2.77, 203.0.113.5', 'clients can choose the address', '=1 and'],
    [0, '127.0.0.1', '', 'adds no X-Forwarded-For', 'replace X-Forwarded-For'],
    [1, '192.0.2.77', '192.0.2.77', 'clients can choose the address', '=0 and'],
  ])(
    'rejects TRUST_PROXY=%i for the client %s with X-Forwarded-For %j',
    async (trusted, address, forwarded, text, advice) => {
      const finding = await check(trusted, arrives(address, forwarded));
      expect(finding.level).toBe('problem');
      expect(finding.text).toContain(text);
      expect(finding.advice).toContain(advice);
    },
  );

  it.each([answers(404, '{"error":"NOT_FOUND"}'), answers(200, '<html>')])(
    'reports a problem when the running service doesn’t say how a request arrives',
    async (ask) => {
      const { text } = await check(1, ask);
      expect(text).toBe('the running service did not say how a request arrives');
    },
  );
});

describe('the check of the clock', () => {
  it.each([
    [[{ name: 'PostgreSQL', now: NOW - 4000 }], true, 'ok', 'it agrees with PostgreSQL'],
    [
      [{ name: 'PostgreSQL', now: NOW - 60_000 }],
      true,
      'problem',
      'it is 60 s ahead of PostgreSQL',
    ],
    [[{ name: 'a.example', now: NOW + 9000 }], true, 'problem', 'it is 9 s behind a.example'],
    [[], false, 'warning', 'the system does not synchronize it'],
    [[], undefined, 'warning', 'there is no other clock to compare it with'],
    [[], true, 'ok', 'the system synchronizes it'],
  ])(
    'compares the clock with the clocks %j, and without other clocks relies on the system’s synchronization (%s)',
    (others, isSynchronized, level, text) => {
      expect(checkClock(NOW, others, isSynchronized)).toMatchObject([{ level, text }]);
    },
  );
});

describe('the check of the extensions', () => {
  const [local = ''] = developmentWebauthnOrigins();
  const store = `chrome-extension://${'a'.repeat(32)}`;
  it.each([
    [[store], ['ok']],
    [[TENANT.origin], ['problem', 'warning']],
    [[local], ['warning']],
    [[store, TENANT.origin], ['warning']],
  ])(
    'for the extension origins %j, reports findings with the levels %j',
    (webauthnOrigins, levels) => {
      const findings = checkExtensions({ ...TENANT, webauthnOrigins });
      expect(findings.map(({ level }) => level)).toEqual(levels);
    },
  );

  it('accepts the local build on localhost', () => {
    const tenant = { ...TENANT, origin: 'https://localhost:8787', webauthnOrigins: [local] };
    expect(checkExtensions(tenant)).toMatchObject([{ level: 'ok' }]);
  });
});

describe('the checks of backups and disk', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'condor-doctor-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const target = () => ({ engine: 'sqlite' as const, file: join(folder, 'condor.db') });
  const backups = () => ({ folder: join(folder, 'copies'), everyMs: 3_600_000, copies: 2 });
  const check = () => checkBackups(target(), backups(), NOW);

  it('reports backups that are off, missing, old, or on the database’s own disk', () => {
    expect(checkBackups(target(), undefined, NOW)).toMatchObject([
      { level: 'problem', text: 'none are made by themselves' },
    ]);
    expect(check()).toMatchObject([{ text: expect.stringContaining('does not exist') }]);
    mkdirSync(backups().folder);
    const onSameDisk = { level: 'warning', text: 'copies are on the disk of the database' };
    expect(check()).toMatchObject([{ text: expect.stringContaining('has no copy') }, onSameDisk]);
    writeFileSync(join(backups().folder, 'condor-2026-11-23T09-00-00Z.db'), '');
    expect(check()).toMatchObject([{ text: 'the newest copy is 180 minutes old' }, onSameDisk]);
    // A copy whose time is in the future, because the clock was wrong when it was written.
    writeFileSync(join(backups().folder, 'condor-2026-12-01T00-00-00Z.db'), '');
    expect(check()).toHaveLength(2);
    writeFileSync(join(backups().folder, 'condor-2026-11-23T11-30-00Z.db'), '');
    expect(check()).toMatchObject([onSameDisk]);
  });

  it('returns only a warning for PostgreSQL without a backup folder', () => {
    const postgres = { engine: 'postgres', url: 'postgres://x/y' } as const;
    expect(checkBackups(postgres, undefined, NOW)).toMatchObject([{ level: 'warning' }]);
  });

  it('reports a disk with less than 500 MB of free space', () => {
    const file = join(folder, 'condor.db');
    writeFileSync(file, '');
    const space = (free: number) => () => ({ free, all: 10 ** 12 });
    const levels = (free: number) =>
      checkDisk([target()], undefined, space(free)).map(({ level }) => level);
    expect(levels(500_000_000)).toEqual(['ok']);
    expect(levels(499_999_999)).toEqual(['problem']);
    rmSync(file);
  });
});

it('shows a finding in one line, and the advice below', () => {
  expect(show({ level: 'problem', topic: 'clock', text: 'it is late', advice: 'set it' })).toBe(
    'problem  clock: it is late\n         → set it',
  );
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [4_123_456, '4.1 MB'],
  [7e15, '7000.0 TB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(size(bytes)).toBe(text);
});
