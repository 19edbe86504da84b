import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordlist } from '@scure/bip39/wordlists/english';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'wxt';
import { DEVELOPMENT_EXTENSION_KEY, GECKO_ID } from './shared/extension-id.ts';
import { ALL_SITES } from './shared/host-patterns.ts';

/** Nothing is allowed but what stands here: no remote code, no frames, no forms. */
const EXTENSION_PAGES_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self' http: https: ws: wss:",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * The worker is one file, and a module that is imported while it runs keeps everything that it touches
 * from being shaken out: 250 kB. viem has three. Answers from servers that a contract names (EIP-3668)
 * are never read here, sockets are the browser's, and secp256k1 is in the bundle anyway.
 */
const RUNTIME_IMPORTS = [
  ["await import('../../utils/ccip.js')", '{ offchainLookupSignature: null }'],
  ["await import('isows').then((module) => module.WebSocket)", 'globalThis.WebSocket'],
  ["await import('@noble/curves/secp256k1')", '{ secp256k1: condorSecp256k1 }'],
] as const;

const withoutRuntimeImports: Plugin = {
  name: 'without-runtime-imports',
  transform(code, id) {
    // Byte code for calls to contracts that are not deployed, which the wallet never makes: 14 kB.
    if (id.endsWith('/viem/_esm/constants/contracts.js')) {
      return { code: code.replace(/0x[0-9a-f]{200,}/g, '0x'), map: null };
    }
    const found = id.includes('/viem/')
      ? RUNTIME_IMPORTS.find(([call]) => code.includes(call))
      : undefined;
    if (found === undefined) return undefined;
    const [call, constant] = found;
    const head = constant.includes('condorSecp256k1')
      ? "import { secp256k1 as condorSecp256k1 } from '@noble/curves/secp256k1';\n"
      : '';
    return { code: head + code.replace(call, constant), map: null };
  },
};
/** Codecs that `@scure/base` makes as it loads: without a note most of them cannot be left out. */
const PURE = ['chain', 'genBase58', 'genBech32', 'radix', 'radix2', 'alphabet', 'join', 'padding'];

/** WXT's logger is silent in production, and without a note it is in every page. */
const SILENT = ['logger.error'];

/** V8 keeps a script with one character outside Latin-1 at two bytes each: 400 kB of the worker's memory. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** The worker's files: the second is read when the first needs it, see `background/load-late.ts`. */
const WORKER = 'background';
const LATE = 'late';
/** What both files need; stands at the head of the first. */
const SHARED = 'worker-shared';

const IMPORT = /^import ?\{([^}]*)\} ?from ?["']\.\/([^"']+)["'];/gm;
const EXPORT = /\bexport ?\{([^}]*)\};?\s*$/;

/** The names of an import or export list, each as it is called here and as others call it. */
const namesIn = (list: string) =>
  list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim().split(' as ')]));

/**
 * Rolldown splits code into modules only, and a worker of modules can read no file later on. Each file
 * becomes a plain script that leaves its exports in the worker's scope for the next one to take.
 */
const asScripts: Plugin = {
  name: 'as-scripts',
  generateBundle(_, files) {
    const chunks = Object.values(files).filter((file) => file.type === 'chunk');
    for (const chunk of chunks) {
      let imports = 0;
      const body = chunk.code
        .replace(IMPORT, (_all, list: string, from: string) => {
          imports += 1;
          const names = namesIn(list).map((pair) => pair.join(':'));
          return `const{${names.join(',')}}=globalThis.condor["${from}"];`;
        })
        .replace(EXPORT, (_all, list: string) => {
          const members = namesIn(list).map((pair) => pair.reverse().join(':'));
          return `(globalThis.condor??={})["${chunk.fileName}"]={${members.join(',')}};`;
        });
      if (imports !== chunk.imports.length)
        throw new Error(`${chunk.name} imports in another form`);
      chunk.code = `(()=>{"use strict";${body}})();\n`;
    }
    const worker = chunks.find(({ name }) => name === WORKER);
    for (const chunk of chunks.filter(({ isEntry }) => !isEntry)) {
      if (worker !== undefined) worker.code = chunk.code + worker.code;
      delete files[chunk.fileName];
    }
  },
};

const LATE_ENTRY = fileURLToPath(new URL('entrypoints/background/late.ts', import.meta.url));
const PHISHING_LIST = fileURLToPath(import.meta.resolve('eth-phishing-detect/src/config.json'));

/**
 * The texts of a language are one file an area; the library wants one file a language.
 * @returns the folder that holds the joined files.
 */
function joinLocales(): string {
  const from = fileURLToPath(new URL('components/locales/', import.meta.url));
  const to = fileURLToPath(new URL('.output/locales/', import.meta.url));
  mkdirSync(to, { recursive: true });
  const languages = readdirSync(from, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const { name: language } of languages) {
    const areas = readdirSync(`${from}${language}`).filter((name) => name.endsWith('.yml'));
    const text = areas.map((area) => {
      const lines = readFileSync(`${from}${language}/${area}`, 'utf8').trimEnd().split('\n');
      return [`${area.slice(0, -'.yml'.length)}:`, ...lines.map((line) => `  ${line}`)].join('\n');
    });
    writeFileSync(`${to}${language}.yml`, `${text.join('\n')}\n`);
  }
  return to;
}

/** The module's `i18n` with a type that is quick to check. */
const TEXTS_READER = `import { createI18n } from '@wxt-dev/i18n';
import type { TypedTexts } from '../../shared/typed-texts.ts';
import type { GeneratedI18nStructure } from './structure';

export const i18n: TypedTexts<GeneratedI18nStructure> = createI18n();
`;

export default defineConfig({
  modules: ['@wxt-dev/module-react', '@wxt-dev/i18n/module'],
  i18n: { localesDir: joinLocales() },
  entrypointsDir: 'entrypoints',
  publicDir: 'components/public',
  imports: false,
  hooks: {
    'prepare:types': (_, entries) => {
      const reader = entries.find(
        (entry) => 'path' in entry && entry.path.endsWith('i18n/index.ts'),
      );
      if (reader === undefined) throw new Error('the texts module generates no i18n/index.ts');
      Object.assign(reader, { text: TEXTS_READER });
    },
    // Both page scripts are built bare, without WXT's content-script context: they are in every page.
    'entrypoints:found': (_, entrypoints) => {
      for (const entrypoint of entrypoints) {
        if (entrypoint.name === 'content') entrypoint.type = 'unlisted-script';
      }
    },
    'vite:build:extendConfig': ([entrypoint], config) => {
      const lib = config.build?.lib;
      if (entrypoint?.name !== WORKER || config.build === undefined || !lib) return;
      // A library's build would leave the code's spaces and line ends in.
      delete config.build.lib;
      config.build.modulePreload = false;
      config.build.rollupOptions = {
        input: { [WORKER]: String(lib.entry), [LATE]: LATE_ENTRY },
        output: { entryFileNames: '[name].js', chunkFileNames: `${SHARED}.js` },
      };
      config.plugins?.push(asScripts);
    },
    // Data that the worker's code does without: read when it is needed.
    'build:publicAssets': (_, files) => {
      files.push({ absoluteSrc: PHISHING_LIST, relativeDest: 'phishing.json' });
      files.push({ contents: wordlist.join('\n'), relativeDest: 'bip39-english.txt' });
    },
    'build:manifestGenerated': (_, manifest) => {
      // Firefox has no worker: its background page runs both files one after the other.
      if (manifest.background !== undefined && 'scripts' in manifest.background) {
        manifest.background.scripts?.push(`${LATE}.js`);
      }
      const everyFrame = {
        matches: ['<all_urls>'],
        run_at: 'document_start' as const,
        all_frames: true,
        match_about_blank: true,
        match_origin_as_fallback: true,
      };
      // The bridge stands first: it must listen before the provider hands its port over.
      manifest.content_scripts = [
        { ...everyFrame, js: ['content.js'] },
        { ...everyFrame, js: ['inpage.js'], world: 'MAIN' },
      ];
    },
  },
  vite: () => ({
    build: { rolldownOptions: { treeshake: { manualPureFunctions: [...PURE, ...SILENT] } } },
    plugins: [tailwindcss(), withoutRuntimeImports, asciiOnly],
  }),
  manifest: ({ browser }) => ({
    name: '__MSG_manifest_name__',
    default_locale: 'en',
    description: '__MSG_manifest_description__',
    // Not the variant "WithHostAccess": the outgoing allow list blocks hosts that we have no access to.
    permissions: [
      'storage',
      'alarms',
      'declarativeNetRequest',
      'scripting',
      'idle',
      // Icons of asking sites out of the browser's own store; Firefox has none.
      ...(browser === 'firefox' ? [] : ['favicon' as const]),
    ],
    host_permissions: ['http://localhost/*', 'https://localhost/*', 'http://127.0.0.1/*'],
    optional_permissions: ['notifications'],
    optional_host_permissions: [...ALL_SITES],
    content_security_policy: { extension_pages: EXTENSION_PAGES_CSP },
    externally_connectable: { ids: [] },
    action: { default_title: '__MSG_manifest_action__' },
    icons: { 16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png' },
    ...(browser === 'firefox'
      ? { browser_specific_settings: { gecko: { id: GECKO_ID, strict_min_version: '150.0' } } }
      : { key: DEVELOPMENT_EXTENSION_KEY, minimum_chrome_version: '122' }),
  }),
});
