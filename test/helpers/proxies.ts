import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ensureDebianFile } from './debian.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { selfSigned } from './self-signed.ts';
import { giveToUnprivileged, openFolder } from './unprivileged.ts';

export const PROXIES = ['caddy', 'nginx'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** A real proxy with an example configuration of `server/hosting`, on a free port. */
export interface RunningProxy {
  readonly port: number;
  /** Path of its self-signed certificate. */
  readonly certificate: string;
  stop(): Promise<void>;
}

const MODULE = '/usr/lib/nginx/modules/ngx_http_headers_more_filter_module.so';

const example = (name: string) =>
  readFileSync(new URL(`../../server/hosting/${name}`, import.meta.url), 'utf8');

/** Replaces a part of the example. Throws if the example doesn't contain the part. */
function replaced(text: string, part: string | RegExp, by: string): string {
  if (!(typeof part === 'string' ? text.includes(part) : part.test(text)))
    throw new Error(`the example lacks ${part}`);
  return text.replace(part, by);
}

/**
 * Starts Debian's proxy with the example configuration. Only ports, host and certificate are
 * replaced; the certificate is self-signed.
 */
export async function startProxy(
  name: ProxyName,
  options: { readonly upstream: number; readonly host: string },
): Promise<RunningProxy> {
  const folder = openFolder(`condor-${name}-`);
  const port = await freePort();
  const { key, cert } = selfSigned(options.host);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'cert.pem'), cert);
  const site = { ...options, folder, port };
  const child = await (name === 'caddy' ? startCaddy(site) : startNginx(site));
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // Uses SIGTERM, because nginx's workers would survive a SIGKILL of their master.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const stop = async () => {
    end();
    await exit;
    process.off('exit', end);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      if (child.exitCode === null) await listens(port);
    });
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, certificate: join(folder, 'cert.pem'), stop };
}

interface Site {
  readonly folder: string;
  readonly port: number;
  readonly upstream: number;
  readonly host: string;
}

async function startCaddy({ folder, port, upstream, host }: Site): Promise<ChildProcess> {
  await ensureDebianFile('/usr/bin/caddy', 'caddy');
  const options = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n';
  const text = replaced(
    example('Caddyfile'),
    /^(\{\$CONDOR_HOST.*\{)$/m,
    `$1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
  );
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, options + text);
  return spawn('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      HOME: folder,
      CONDOR_HOST: `${host}:${port}`,
      CONDOR_UPSTREAM: `127.0.0.1:${upstream}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function startNginx({ folder, port, upstream, host }: Site): Promise<ChildProcess> {
  await ensureDebianFile('/usr/sbin/nginx', 'nginx');
  await ensureDebianFile(MODULE, 'libnginx-mod-http-headers-more-filter');
  let text = example('nginx.conf').replaceAll('vault.example.com', host);
  text = replaced(text, '127.0.0.1:8787', `127.0.0.1:${upstream}`);
  text = replaced(text, 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
  text = replaced(text, 'listen 80;', `listen 127.0.0.1:${await freePort()};`);
  text = text.replaceAll(/^\s*listen \[::\].*$/gm, '');
  text = replaced(text, /ssl_certificate .*;/, `ssl_certificate ${join(folder, 'cert.pem')};`);
  text = replaced(
    text,
    /ssl_certificate_key .*;/,
    `ssl_certificate_key ${join(folder, 'key.pem')};`,
  );
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = bodies.map((body) => {
    mkdirSync(join(folder, body));
    giveToUnprivileged(join(folder, body));
    return `${body}_temp_path ${join(folder, body)};`;
  });
  // Surroundings of a site, as in Debian's nginx.conf, with gzip on.
  const main = `
${process.getuid?.() === 0 ? 'user nobody nogroup;' : ''}
load_module ${MODULE};
daemon off;
worker_processes 1;
error_log stderr error;
pid ${join(folder, 'pid')};
events {}
http {
  access_log off;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  gzip on;
  gzip_types application/json;
  ${places.join('\n  ')}
  ${text}
}`;
  const file = join(folder, 'main.conf');
  writeFileSync(file, main);
  return spawn('/usr/sbin/nginx', ['-c', file, '-e', 'stderr', '-p', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function listens(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject).once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
