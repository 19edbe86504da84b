import { describe, expect, it } from 'vitest';
import { firstCycle } from './house/first-cycle.ts';
import { SOURCES } from './house/sources.ts';

/** Import rules: for each folder, the folders that its files may import from. */
const TABLE: readonly { readonly from: string; readonly mayImport: readonly string[] }[] = [
  { from: 'shared/', mayImport: ['shared/'] },
  { from: 'server/', mayImport: ['server/', 'shared/'] },
  { from: 'components/', mayImport: ['components/', 'shared/'] },
  { from: 'entrypoints/background/', mayImport: ['entrypoints/background/', 'shared/'] },
  {
    from: 'entrypoints/inpage/',
    mayImport: ['entrypoints/inpage/', 'shared/messages/', 'shared/is-record.ts'],
  },
  {
    from: 'entrypoints/default-wallet/',
    mayImport: ['entrypoints/default-wallet/', 'shared/messages/', 'shared/is-record.ts'],
  },
  {
    from: 'entrypoints/content/',
    mayImport: ['entrypoints/content/', 'shared/messages/', 'shared/is-record.ts'],
  },
  {
    from: 'entrypoints/ceremony/',
    mayImport: ['entrypoints/ceremony/', 'components/', 'shared/'],
  },
  { from: 'entrypoints/popup/', mayImport: ['entrypoints/popup/', 'components/', 'shared/'] },
  {
    from: 'entrypoints/sidepanel/',
    mayImport: ['entrypoints/sidepanel/', 'entrypoints/popup/', 'components/', 'shared/'],
  },
  {
    from: 'entrypoints/desk/',
    mayImport: ['entrypoints/desk/', 'entrypoints/popup/', 'components/', 'shared/'],
  },
  { from: 'entrypoints/store/', mayImport: ['entrypoints/store/'] },
  {
    from: 'entrypoints/wake/',
    mayImport: ['components/hooks/early-port.ts', 'shared/messages/port-names.ts'],
  },
  { from: 'entrypoints/approval/', mayImport: ['entrypoints/approval/', 'components/', 'shared/'] },
];

/** Packages that a folder must not import. */
const FORBIDDEN_PACKAGES: readonly { readonly in: string; readonly packages: RegExp }[] = [
  { in: 'shared/', packages: /^(?:node:|wxt|react|fastify|kysely|pg$|better-sqlite3)/ },
  { in: 'server/', packages: /^(?:wxt|react|@tanstack|@base-ui)/ },
  { in: 'components/', packages: /^(?:node:|wxt|fastify|kysely)/ },
  { in: 'entrypoints/inpage/', packages: /^(?!wxt\/utils\/)/ },
  { in: 'entrypoints/content/', packages: /^(?!wxt\/utils\/)/ },
  { in: 'entrypoints/default-wallet/', packages: /^(?!wxt\/utils\/)/ },
  { in: 'entrypoints/background/', packages: /^(?:node:|react|fastify|kysely)/ },
];

const WORKER = 'entrypoints/background/';

/** The worker's folders from the bottom up: each imports only folders before it. */
const WORKER_ROOMS = [
  'platform',
  'kernel',
  'signer',
  'vault',
  'chain',
  'market',
  'approvals',
  'approvals/sending',
  'procedures',
  'orders',
  'positions',
  'quotations',
  'maker',
  'allowances',
  'alerts',
  'approvals/explain',
  'settings',
  'rpc',
  'pages',
] as const;

/**
 * Levels of the vault's folders from the bottom up. Files directly in the vault's folder may import
 * from all levels.
 */
const VAULT_ROOMS = ['record', 'home', 'passkeys', 'open', 'change'] as const;

/**
 * Levels of the folders in `shared` from the bottom up. All levels may import files directly in
 * `shared`.
 */
const SHARED_ROOMS = [
  'rpc',
  'wire',
  'chain',
  'vault',
  'orders',
  'positions',
  'quotations',
  'approvals',
  'activity',
  'messages',
  'desk',
] as const;

/** Levels of the folders of the pages. */
const PAGE_ROOMS = ['texts', 'hooks', 'ui', 'charts', 'approvals', 'screens'] as const;

const SCREEN_ROOMS = [
  'trade',
  'vault',
  'wallet',
  'holdings',
  'desk',
  'settings',
  'prompt',
  'shell',
] as const;

describe('the import table', () => {
  it.each(TABLE)(
    'lets $from import only the folders that its rule allows',
    ({ from, mayImport }) => {
      const strangers = SOURCES.filter(({ path }) => path.startsWith(from)).flatMap((source) =>
        source.imports
          .filter((path) => !mayImport.some((place) => path.startsWith(place)))
          .map((path) => `${source.path} imports ${path}`),
      );
      expect(strangers).toEqual([]);
    },
  );

  it.each(FORBIDDEN_PACKAGES)('keeps packages of other processes out of $in', (rule) => {
    const strangers = SOURCES.filter(({ path }) => path.startsWith(rule.in)).flatMap((source) =>
      source.packages
        .filter((name) => rule.packages.test(name))
        .map((name) => `${source.path} imports ${name}`),
    );
    expect(strangers).toEqual([]);
  });

  it('covers every source file with a rule', () => {
    const uncovered = SOURCES.filter(
      ({ path }) => !TABLE.some(({ from }) => path.startsWith(from)),
    );
    expect(uncovered.map(({ path }) => path)).toEqual([]);
  });

  it('the indexer’s folders import only downwards: serving, then reading, then storing', () => {
    const room = (name: string) => `server/positions/${name}/`;
    const upwards = SOURCES.flatMap(({ path, imports }) =>
      imports
        .filter(
          (target) =>
            (path.startsWith(room('storing')) && /\/(?:reading|serving)\//.test(target)) ||
            (path.startsWith(room('reading')) && target.startsWith(room('serving'))),
        )
        .map((target) => `${path} imports ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  it('the imports between source files form no cycle', () => {
    expect(firstCycle(new Map(SOURCES.map(({ path, imports }) => [path, imports])))).toBe('');
  });
});

describe.each([
  { name: 'shared code', root: 'shared/', rooms: SHARED_ROOMS, loose: -1 },
  { name: 'pages', root: 'components/', rooms: PAGE_ROOMS, loose: Infinity },
  { name: 'screens', root: 'components/screens/', rooms: SCREEN_ROOMS, loose: -1 },
  { name: 'worker', root: WORKER, rooms: WORKER_ROOMS, loose: Infinity },
  { name: 'vault in the worker', root: `${WORKER}vault/`, rooms: VAULT_ROOMS, loose: Infinity },
])('the folders of the $name', ({ root, rooms, loose }) => {
  const levels: ReadonlyMap<string, number> = new Map(rooms.map((room, level) => [room, level]));
  const roomOf = (path: string) =>
    [...levels.keys()]
      .filter((room) => path.startsWith(`${room}/`))
      .sort()
      .at(-1) ?? /^([^/]+)\//.exec(path)?.[1];
  const levelOf = (path: string) => {
    const room = roomOf(path);
    return room === undefined ? loose : levels.get(room);
  };
  const imports = SOURCES.filter(({ path }) => path.startsWith(root)).flatMap((source) =>
    source.imports
      .filter((path) => path.startsWith(root))
      .map((path) => ({
        from: source.path.slice(root.length),
        to: path.slice(root.length),
      })),
  );
  const upward = imports
    .filter(({ from, to }) => (levelOf(to) ?? Infinity) > (levelOf(from) ?? -1))
    .map(({ from, to }) => `${from} imports ${to}`);

  it('every folder has a level', () => {
    const found = new Set(imports.flatMap(({ from, to }) => [roomOf(from), roomOf(to)]));
    expect([...found].filter((room) => room !== undefined && !levels.has(room))).toEqual([]);
  });

  it('no folder imports from a folder of a higher level', () => {
    expect(upward).toEqual([]);
  });
});

describe('the folders of screens', () => {
  it('folders of screens form no import cycle when each nested folder counts as a folder of its own', () => {
    const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
    const isScreen = (path: string) => path.startsWith('components/screens/');
    const graph = new Map<string, string[]>();
    for (const { path, imports } of SOURCES.filter((source) => isScreen(source.path))) {
      const from = folderOf(path);
      const others = imports.filter(isScreen).map(folderOf);
      graph.set(from, [...(graph.get(from) ?? []), ...others.filter((folder) => folder !== from)]);
    }
    expect(graph.size).toBeGreaterThan(8);
    expect(firstCycle(graph)).toBe('');
  });
});

describe('single owners', () => {
  it('only the platform folder and the entry file import the extension API in the background', () => {
    const users = SOURCES.filter(
      ({ path, packages }) =>
        path.startsWith('entrypoints/background/') &&
        packages.some((name) => name === 'wxt/browser'),
    ).map(({ path }) => path);
    const strangers = users.filter(
      (path) =>
        path !== 'entrypoints/background/index.ts' &&
        !path.startsWith('entrypoints/background/platform/'),
    );
    expect(users).not.toEqual([]);
    expect(strangers).toEqual([]);
  });

  it('only notification texts and the language selection import translated texts in the worker', () => {
    const users = SOURCES.filter(
      ({ path, packages }) => path.startsWith(WORKER) && packages.includes('#i18n'),
    ).map(({ path }) => path.slice(WORKER.length));
    expect(users.sort()).toEqual([
      'alerts/alert-texts.ts',
      'kernel/notice-words.ts',
      // Allowed, because this import only selects the language.
      'platform/language.ts',
      'positions/notice-texts.ts',
      'quotations/notices.ts',
    ]);
  });

  it('only the signer derives and uses private keys', () => {
    const users = SOURCES.filter(({ path, packages, text }) => {
      const holdsKeys = packages.some(
        (name) => name.startsWith('@scure/bip') || name === '@noble/curves/secp256k1.js',
      );
      return path.startsWith('entrypoints/') && (holdsKeys || /privateKeyTo|mnemonicTo/.test(text));
    }).map(({ path }) => path);
    expect(users).not.toEqual([]);
    expect(users.filter((path) => !path.startsWith('entrypoints/background/signer/'))).toEqual([]);
  });

  it('only the ceremony page uses passkeys', () => {
    const users = SOURCES.filter(
      ({ packages, text }) =>
        packages.includes('@simplewebauthn/browser') || /navigator\.credentials\./.test(text),
    ).map(({ path }) => path);
    expect(users).toEqual(['entrypoints/ceremony/webauthn.ts']);
  });

  it('only the server’s configuration reads the environment', () => {
    const users = SOURCES.filter(({ text }) => text.includes('process.env')).map(
      ({ path }) => path,
    );
    expect(users).toEqual(['server/config.ts']);
  });
});

describe('source files', () => {
  it('no source file suppresses a type or lint check', () => {
    const silenced =
      /@ts-(?:ignore|expect-error|nocheck)|biome-ignore|eslint-disable|\bas any\b|: any\b/;
    expect(SOURCES.filter(({ text }) => silenced.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
