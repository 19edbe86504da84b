import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureDebianFile } from '../helpers/debian.ts';
import { documentedCommands } from '../helpers/document.ts';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { selfSigned } from '../helpers/self-signed.ts';
import {
  giveToUnprivileged,
  npmEnvironment,
  openFolder,
  UNPRIVILEGED,
} from '../helpers/unprivileged.ts';
import { SERVER_FLAGS } from '../run/server-flags.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOSTING = join(ROOT, 'server/hosting');
const DOCUMENT = new URL('../../server/hosting/install.md', import.meta.url);
const unit = readFileSync(join(HOSTING, 'condor.service'), 'utf8');

const HEADERS_MODULE = '/usr/lib/nginx/modules/ngx_http_headers_more_filter_module.so';

interface Failed {
  readonly code?: number;
  readonly stdout: string;
}

/** A site that Caddy already serves. */
const OWN_SITE = 'files.example.com {\n\tfile_server\n}';

const setting = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('the unit', () => {
  it('the unit starts the service with the command of `npm run server` and the unit’s own Node', () => {
    expect(setting('ExecStart')).toEqual([
      `/opt/condor/node_modules/.bin/node -r /opt/condor/server/check-node.cjs ${SERVER_FLAGS.join(' ')} /opt/condor/server/main.ts`,
    ]);
    expect(Number(setting('TimeoutStopSec')[0])).toBeGreaterThan(10);
  });

  it('the unit passes systemd’s verification', async () => {
    await ensureDebianFile('/usr/bin/systemd-analyze', 'systemd');
    const folder = openFolder('condor-unit-');
    const file = join(folder, 'condor.service');
    // The check needs the unit's program to exist, but not the unit's user.
    writeFileSync(file, unit.replaceAll('/opt/condor/node_modules/.bin/node', process.execPath));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', file]);
    expect(stdout + stderr).toBe('');
    rmSync(folder, { recursive: true });
  });

  it('the unit has a low exposure in systemd’s security analysis', async () => {
    await ensureDebianFile('/usr/bin/systemd-analyze', 'systemd');
    // Value in tenths above which `systemd-analyze security` fails.
    const { stdout } = await run('systemd-analyze', [
      'security',
      '--offline=yes',
      '--threshold=15',
      join(HOSTING, 'condor.service'),
    ]);
    expect(stdout).toContain('Overall exposure level');
  });
});

/**
 * Runs the document's commands below a folder. Most system tools are replaced by scripts that only
 * record calls.
 */
describe('the commands for Debian', () => {
  let root: string;
  let calls: string;
  let environment: NodeJS.ProcessEnv;
  let port: string;
  let service: ChildProcess | undefined;

  const noted = () => readFileSync(calls, 'utf8').trim().split('\n');
  const inside = (text: string) =>
    text
      .replaceAll(/(?<=[\s=])\/(?=opt\/|etc\/|var\/)/g, `${root}/`)
      .replaceAll(':8787/', `:${port}/`);
  /** Creates a replacement for a tool. It records its call and then runs the given commands. */
  function writeTool(name: string, commands = ''): void {
    const file = join(root, 'bin', name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${calls}\n${commands}\n`);
    chmodSync(file, 0o755);
  }

  const type = (commands: string) =>
    run('sh', ['-euc', inside(commands)], { cwd: join(root, 'opt/condor'), env: environment });

  function startService(): ChildProcess {
    const [command = '', ...args] = inside(` ${setting('ExecStart')[0]}`)
      .trim()
      .split(' ');
    const directory = inside(` ${setting('WorkingDirectory')[0]}`).trim();
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    giveToUnprivileged(directory);
    const file = inside(` ${setting('EnvironmentFile')[0]}`).trim();
    const settings = parseEnv(inside(readFileSync(file, 'utf8')));
    return spawn(command, args, {
      ...UNPRIVILEGED,
      cwd: directory,
      env: { ...settings, PORT: port, SERVICES: 'vault', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  beforeAll(async () => {
    root = openFolder('condor-install-');
    port = String(await freePort());
    calls = join(root, 'calls');
    writeFileSync(calls, '');
    const bin = join(root, 'bin');
    for (const folder of [bin, 'opt/condor', 'etc/systemd/system', 'etc/caddy', 'var/lib', 'home'])
      mkdirSync(folder === bin ? bin : join(root, folder), { recursive: true });
    // Written without a final line break, as some editors do.
    writeFileSync(join(root, 'etc/caddy/Caddyfile'), OWN_SITE);
    for (const tool of ['apt-get', 'useradd', 'userdel', 'systemctl', 'git']) writeTool(tool);
    // An `install` that drops the group option, because the group doesn't exist.
    writeFileSync(
      join(bin, 'install'),
      '#!/bin/sh\nexec /usr/bin/install $(echo "$*" | sed "s/-g condor//")\n',
    );
    chmodSync(join(bin, 'install'), 0o755);
    // A systemd-run that runs a command with the settings in a file.
    writeFileSync(
      join(bin, 'systemd-run'),
      `#!/bin/sh
set -eu
while [ "\${1#--}" != "$1" ]; do
  case $1 in
    --working-directory=*) cd "\${1#*=}" ;;
    --property=EnvironmentFile=*) file=\${1##*=} ;;
  esac
  shift
done
set -a
. "$file"
exec "$@"
`,
    );
    chmodSync(join(bin, 'systemd-run'), 0o755);
    for (const name of ['package.json', 'package-lock.json', '.npmrc', 'server', 'shared'])
      cpSync(join(ROOT, name), join(root, 'opt/condor', name), { recursive: true });
    environment = await npmEnvironment(join(bin, 'node'), join(root, 'home'));
  });

  afterAll(() => {
    service?.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  });

  it('the commands for Debian install services that answer and make a backup, and create a system user', async () => {
    const blocks = documentedCommands(DOCUMENT, '## Debian');
    const started = blocks.findIndex((commands) => commands.includes('enable --now'));
    for (const commands of blocks.slice(0, started)) await type(commands);
    const file = join(root, 'etc/condor/condor.env');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(existsSync(join(root, 'opt/condor/node_modules/vitest'))).toBe(false);
    service = startService();
    // The command's health check waits for the service.
    const health = await type(blocks[started] ?? '');
    expect(health.stdout).toContain('"status":"ok"');
    const [copy] = await eventually(async () => {
      const names = readdirSync(join(root, 'var/lib/condor/backups'));
      expect(names).toEqual([expect.stringMatching(/^condor-.*\.db$/)]);
      return names;
    });
    expect(statSync(join(root, 'var/lib/condor/backups', copy ?? '')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(root, 'etc/systemd/system/condor.service'), 'utf8')).toBe(unit);
    await type(blocks[started + 1] ?? '');
    expect(noted()).toEqual([
      'apt-get update',
      expect.stringMatching(/^apt-get install .* caddy /),
      expect.stringMatching(/^useradd --system .* condor$/),
      'systemctl daemon-reload',
      'systemctl enable --now condor',
      'systemctl reload caddy',
    ]);
  });

  it('the commands for Debian keep the sites of an existing Caddyfile, even when the commands run twice', async () => {
    const proxy = documentedCommands(DOCUMENT, '## Debian').find((commands) =>
      commands.includes('reload caddy'),
    );
    await type(proxy ?? '');
    const file = join(root, 'etc/caddy/Caddyfile');
    expect(readFileSync(file, 'utf8')).toBe(`${OWN_SITE}\nimport condor.caddy\n`);
    await ensureDebianFile('/usr/bin/caddy', 'caddy');
    const caddy = (command: string) =>
      run('/usr/bin/caddy', [command, '--adapter=caddyfile', `--config=${file}`]);
    await caddy('validate');
    const { stdout } = await caddy('adapt');
    for (const host of ['files.example.com', 'vault.example.com'])
      expect(stdout).toContain(`"host":["${host}"]`);
  });

  it('the commands for Debian put nginx in front of the service, with a certificate and a site that nginx accepts', async () => {
    await ensureDebianFile('/usr/sbin/nginx', 'nginx');
    await ensureDebianFile(HEADERS_MODULE, 'libnginx-mod-http-headers-more-filter');
    for (const folder of ['sites-available', 'sites-enabled'])
      mkdirSync(join(root, 'etc/nginx', folder), { recursive: true });
    const { key, cert } = selfSigned('vault.example.com');
    const live = join(root, 'etc/letsencrypt/live/vault.example.com');
    writeTool('certbot', `mkdir -p ${live}; cp ${root}/*.pem ${live}`);
    writeFileSync(join(root, 'fullchain.pem'), cert);
    writeFileSync(join(root, 'privkey.pem'), key);
    const main = join(root, 'nginx.conf');
    writeFileSync(
      main,
      `load_module ${HEADERS_MODULE}; pid ${root}/pid; error_log stderr; events {}
       http { access_log off; include ${root}/etc/nginx/sites-enabled/*; }`,
    );
    const site = join(root, 'etc/nginx/sites-available/condor');
    // The real nginx, with ports and folders that the test may use.
    const ports = [await freePort(), await freePort()];
    writeTool(
      'nginx',
      `sed -i -e 's# /etc/# ${root}/etc/#; /listen .::/d' -e 's/listen 443/listen 127.0.0.1:${ports[0]}/; s/listen 80/listen 127.0.0.1:${ports[1]}/' ${site}
       exec /usr/sbin/nginx -e stderr -c ${main} "$@"`,
    );
    const proxies = new URL('../../server/hosting/proxies.md', import.meta.url);
    const [commands = ''] = documentedCommands(proxies, '## nginx on Debian');
    await type(commands);
    expect(readlinkSync(join(root, 'etc/nginx/sites-enabled/condor'))).toBe(
      '../sites-available/condor',
    );
    expect(noted().slice(-4)).toEqual([
      expect.stringMatching(/^apt-get install .* certbot nginx /),
      expect.stringMatching(/^certbot certonly .*--domain=vault\.example\.com/),
      'nginx -t',
      'systemctl reload nginx',
    ]);
    // Running the commands again must change nothing.
    await type(commands);
  });

  it('the commands for Debian check the installation and list what is wrong', async () => {
    const file = join(root, 'etc/condor/condor.env');
    const settings = readFileSync(file, 'utf8');
    // No service listens at this address, and the test must not contact another machine.
    const address = `https://localhost:${await freePort()}`;
    writeFileSync(file, settings.replace('https://vault.example.com', address));
    const [commands = ''] = documentedCommands(DOCUMENT, '### Check the installation');
    const doctor: Failed = await type(commands).catch((error: unknown) => error as Failed);
    const { code, stdout } = doctor;
    writeFileSync(file, settings);
    expect(code).toBe(1);
    expect(stdout).toContain('ok       database: it has the tables of this version\n');
    expect(stdout).toContain(`${address} does not answer (ECONNREFUSED)\n`);
    expect(stdout).toMatch(/: copies are on the disk of the database/);
  });

  it('the commands for Debian run a command with the service’s settings', async () => {
    const [commands = ''] = documentedCommands(DOCUMENT, '### Commands of the service');
    const { stdout } = await type(commands);
    expect(stdout).toBe("condor: copied the vault's database to copy.db\n");
    expect(existsSync(join(root, 'var/lib/condor/copy.db'))).toBe(true);
  });

  it('the commands for Debian upgrade the services', async () => {
    const [commands = ''] = documentedCommands(DOCUMENT, '### Upgrade');
    appendFileSync(join(root, 'etc/systemd/system/condor.service'), '# older\n');
    // `npm ci` is only recorded, because the first installation has shown that it works.
    await type(`npm() { echo "npm $*" >> ${calls}; }\n${commands}`);
    expect(noted().slice(-4)).toEqual([
      'git pull --ff-only',
      'npm ci --omit=dev',
      'systemctl daemon-reload',
      'systemctl restart condor',
    ]);
    expect(readFileSync(join(root, 'etc/systemd/system/condor.service'), 'utf8')).toBe(unit);
  });

  it('the commands in install.md uninstall the services, their data and their user', async () => {
    service?.kill('SIGTERM');
    if (service !== undefined) expect(await once(service, 'exit')).toEqual([0, null]);
    const [commands = ''] = documentedCommands(DOCUMENT, '### Uninstall');
    await run('sh', ['-euc', inside(commands)], { env: environment });
    expect(readdirSync(join(root, 'opt'))).toEqual([]);
    expect(readdirSync(join(root, 'etc/systemd/system'))).toEqual([]);
    expect(readdirSync(join(root, 'var/lib'))).toEqual([]);
    expect(readdirSync(join(root, 'etc/caddy'))).toEqual(['Caddyfile']);
    const sites = readFileSync(join(root, 'etc/caddy/Caddyfile'), 'utf8');
    expect(sites).toBe(`${OWN_SITE}\n`);
    expect(noted().at(-1)).toBe('userdel condor');
  });
});

it('the hosting documents contain only commands that shellcheck accepts', async () => {
  await ensureDebianFile('/usr/bin/shellcheck', 'shellcheck');
  const folder = openFolder('condor-shell-');
  const documents = readdirSync(HOSTING).filter((name) => name.endsWith('.md'));
  for (const name of documents) {
    const blocks = documentedCommands(new URL(name, DOCUMENT));
    const files = blocks.map((commands, at) => {
      const file = join(folder, `${name}.${at}.sh`);
      // With `-e`, a failing step ends the script, as it would stop a reader. With `-u`, a variable
      // that no block has set is an error.
      writeFileSync(file, `#!/bin/sh\nset -eu\n${commands}`);
      return file;
    });
    if (files.length > 0)
      await run('shellcheck', ['--severity=warning', '--exclude=SC2154,SC2034', ...files]);
  }
  rmSync(folder, { recursive: true });
});

it('the document’s links name only files that exist', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((path) => !existsSync(join(HOSTING, path)))).toEqual([]);
});
