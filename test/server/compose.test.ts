import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseAs } from '../../shared/parse.ts';

const FOLDER = fileURLToPath(new URL('../../server/', import.meta.url));
const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');

const Texts = Type.Record(Type.String(), Type.String());
const Service = Type.Object(
  {
    image: Type.String(),
    build: Type.Optional(Type.Object({ context: Type.String(), dockerfile: Type.String() })),
    profiles: Type.Optional(Type.Array(Type.String())),
    restart: Type.Literal('unless-stopped'),
    user: Type.Optional(Type.String()),
    read_only: Type.Literal(true),
    cap_drop: Type.Array(Type.String()),
    cap_add: Type.Optional(Type.Array(Type.String())),
    security_opt: Type.Array(Type.String()),
    env_file: Type.Optional(Type.Array(Type.String())),
    environment: Texts,
    ports: Type.Optional(Type.Array(Type.String())),
    tmpfs: Type.Array(Type.String()),
    volumes: Type.Array(Type.String()),
    networks: Type.Array(Type.String()),
    depends_on: Type.Optional(Type.Unknown()),
    healthcheck: Type.Optional(Type.Object({ test: Type.Array(Type.String()) }, {})),
    stop_grace_period: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const Compose = Type.Object({
  name: Type.String(),
  services: Type.Record(Type.String(), Service),
  networks: Type.Record(Type.String(), Type.Unknown()),
  volumes: Type.Record(Type.String(), Type.Unknown()),
});

function load() {
  const compose = parseAs(Compose, parse(text));
  if (compose === undefined) throw new Error('compose.yaml has an unknown member or type');
  return compose;
}

describe('server/compose.yaml', () => {
  it('drops all capabilities except the one for binding low ports, keeps root file systems read-only, and contains no secret', () => {
    const { services } = load();
    for (const { cap_drop, cap_add, security_opt } of Object.values(services)) {
      expect(cap_drop).toEqual(['ALL']);
      expect(security_opt).toEqual(['no-new-privileges:true']);
      expect(cap_add ?? []).toEqual(cap_add === undefined ? [] : ['NET_BIND_SERVICE']);
    }
    expect(services.postgres?.environment.POSTGRES_PASSWORD).toBe(`\${POSTGRES_PASSWORD:-}`);
    expect(text).not.toMatch(/postgres:\/\/|_TOKEN: *\w/);
    expect(text).not.toContain('docker.sock');
    expect(services.condor?.env_file).toEqual(['.env']);
  });

  it('only Caddy listens on the host, and PostgreSQL is only on an internal network', () => {
    const { services, networks } = load();
    expect(Object.keys(services)).toEqual(['condor', 'caddy', 'postgres']);
    expect(services.condor?.ports ?? services.postgres?.ports).toBeUndefined();
    expect(services.caddy?.ports).toEqual(['80:80', '443:443']);
    expect(services.postgres?.networks).toEqual(['database']);
    expect(networks.database).toEqual({ internal: true });
    expect(services.postgres?.profiles).toEqual(['postgres']);
    expect(services.condor?.environment.TRUST_PROXY).toBe('1');
  });

  it('checks the health of every container, and checks Condor with the command of its image', () => {
    const { services } = load();
    expect(Object.keys(services).filter((name) => !services[name]?.healthcheck)).toEqual([]);
    const image = readFileSync(join(FOLDER, 'Containerfile'), 'utf8');
    const check = /^HEALTHCHECK [^[]*(\[.*\])$/m.exec(image)?.[1] ?? '';
    expect(services.condor?.healthcheck?.test.map((word) => word.replace('$$', '$'))).toEqual([
      'CMD',
      ...JSON.parse(check),
    ]);
    expect(services.caddy?.depends_on).toEqual({ condor: { condition: 'service_healthy' } });
    expect(Number.parseInt(services.condor?.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
  });

  it('names only volumes, networks and files that exist', () => {
    const { services, networks, volumes } = load();
    for (const service of Object.values(services)) {
      for (const name of service.networks) expect(Object.keys(networks)).toContain(name);
      for (const mount of service.volumes) {
        const [source = '', place = ''] = mount.split(':');
        expect(place).toMatch(/^\//);
        if (source.startsWith('.')) expect(existsSync(join(FOLDER, source))).toBe(true);
        else expect(Object.keys(volumes)).toContain(source);
      }
    }
    const build = services.condor?.build;
    expect(existsSync(join(FOLDER, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    const image = readFileSync(join(FOLDER, 'Containerfile'), 'utf8');
    const places = /^VOLUME (.*)$/m.exec(image)?.[1]?.split(' ');
    expect(services.condor?.volumes.map((mount) => mount.split(':')[1])).toEqual(places);
  });
});
