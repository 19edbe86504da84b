import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordlist } from '@scure/bip39/wordlists/english';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'wxt';
import { bundledPackages, licensesText } from './entrypoints/store/bundled-packages.ts';
import { joinLocales } from './entrypoints/store/join-locales.ts';
import { readIntegrities, sbom } from './entrypoints/store/sbom.ts';
import { DEVELOPMENT_EXTENSION_KEY, GECKO_ID } from './shared/extension-id.ts';
import { ALL_SITES } from './shared/host-patterns.ts';

/** Allows only the listed sources: no remote code, no frames, no forms. */
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
 * Functions that the bundler treats as pure. WXT's logger does nothing in production, but without
 * this entry every page would contain it.
 */
const SILENT = ['logger.error'];

/**
 * Functions that the bundler treats as pure: factories of alphabets in `@scure/base`, of which the
 * worker uses one, and ABI parsers.
 */
const UNUSED = ['genBase58', 'genBech32', 'readAbi', 'readAbiItem'];

/**
 * Leaves out modules that viem loads on demand (CCIP, key recovery, sockets). The wallet doesn't
 * use them, but the worker's single file would contain them and their imports.
 */
const leaveOut: Plugin = {
  name: 'leave-out',
  enforce: 'pre',
  resolveId(id, from, { kind }) {
    const isLeftOut = kind === 'dynamic-import' && from?.includes('/node_modules/viem/') === true;
    return isLeftOut ? { id, external: true } : undefined;
  },
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      const missing =
        chunk.type === 'chunk' ? chunk.dynamicImports.filter((file) => !(file in bundle)) : [];
      if (missing.length > 0) this.error(`${chunk.fileName} imports ${missing.join(', ')}`);
    }
  },
};

const readRoot = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Folder of an installed package. */
const packageFolder = (name: string) =>
  fileURLToPath(new URL(`node_modules/${name}`, import.meta.url));

/** Packages in the build that aren't modules of a bundle: data files and generated styles. */
const COPIED = ['@scure/bip39', 'eth-phishing-detect', 'tailwindcss'].map(packageFolder);

/** Files that a reviewer needs to build the extension again. */
const SOURCES = [
  '.npmrc',
  'LICENSE',
  'README.md',
  'components/**',
  'entrypoints/**',
  'package-lock.json',
  'package.json',
  'server/check-node.cjs',
  'server/command-line.ts',
  'shared/**',
  'test/run/wxt.ts',
  'tsconfig*.json',
  'wxt.config.ts',
];

/** Returns the list of phishing sites without white space. */
function phishingList(): string {
  const path = fileURLToPath(import.meta.resolve('eth-phishing-detect/src/config.json'));
  return JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * Source of Condor's module for texts. It replaces the module that WXT generates, and its type is
 * quick to check.
 */
const TEXTS_READER = `import { browser } from 'wxt/browser';
import { createTexts } from '../../shared/texts.ts';
import type { TypedTexts } from '../../shared/typed-texts.ts';
import type { GeneratedI18nStructure } from './structure';

export const i18n: TypedTexts<GeneratedI18nStructure> = createTexts(browser.i18n);
`;

const GECKO = {
  id: GECKO_ID,
  // The first version with passkeys for extensions.
  strict_min_version: '150.0',
  // Passkey signatures go to the vault server, addresses and transactions to nodes and indexer.
  data_collection_permissions: {
    required: ['authenticationInfo' as const, 'financialAndPaymentInfo' as const],
  },
};

export default defineConfig({
  modules: ['@wxt-dev/module-react', '@wxt-dev/i18n/module'],
  i18n: { localesDir: joinLocales() },
  entrypointsDir: 'entrypoints',
  publicDir: 'components/public',
  imports: false,
  hooks: {
    // WXT sets `NODE_ENV` to the mode. For a custom mode, builds would contain React's development
    // code.
    'build:before': ({ config }) => {
      if (config.command === 'build') process.env.NODE_ENV = 'production';
    },
    'server:started': (_, server) => {
      server.watcher.on('all', (_event, path) => {
        if (path.endsWith('.yml')) joinLocales();
      });
    },
    'prepare:types': (_, entries) => {
      const reader = entries.find(
        (entry) => 'path' in entry && entry.path.endsWith('i18n/index.ts'),
      );
      if (reader === undefined) throw new Error('the texts module generates no i18n/index.ts');
      Object.assign(reader, { text: TEXTS_READER });
    },
    // Both page scripts are in every page, so they are built without WXT's content-script context.
    'entrypoints:found': (_, entrypoints) => {
      for (const entrypoint of entrypoints) {
        if (entrypoint.name === 'content') entrypoint.type = 'unlisted-script';
      }
    },
    // Adds data as separate files. The worker reads them only when they are needed.
    'build:publicAssets': (_, files) => {
      files.push({ contents: phishingList(), relativeDest: 'phishing.json' });
      files.push({ contents: wordlist.join('\n'), relativeDest: 'bip39-english.txt' });
    },
    'build:done': (wxt, { manifest, steps }) => {
      const { command, outDir, outBaseDir, browser } = wxt.config;
      // Adds licences and the bill of materials to builds. `npm run dev` publishes nothing, so it
      // needs neither file.
      if (command === 'serve') return;
      const chunks = steps.flatMap((step) => step.chunks);
      const moduleIds = chunks.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const packages = bundledPackages(moduleIds, COPIED);
      writeFileSync(`${outDir}/licenses.txt`, licensesText(readRoot('LICENSE'), packages));
      const integrities = readIntegrities(JSON.parse(readRoot('package-lock.json')));
      const bill = JSON.stringify(sbom(manifest.version, packages, integrities), undefined, 2);
      writeFileSync(`${outBaseDir}/condor-${manifest.version}-${browser}.cdx.json`, `${bill}\n`);
    },
    'build:manifestGenerated': (_, manifest) => {
      const everyFrame = {
        matches: ['<all_urls>'],
        run_at: 'document_start' as const,
        all_frames: true,
        match_about_blank: true,
        match_origin_as_fallback: true,
      };
      // The bridge must be first, because it must listen before the provider passes its port.
      manifest.content_scripts = [
        { ...everyFrame, js: ['content.js'] },
        { ...everyFrame, js: ['inpage.js'], world: 'MAIN' },
      ];
    },
  },
  zip: {
    artifactTemplate: '{{name}}-{{packageVersion}}-{{browser}}.zip',
    sourcesTemplate: '{{name}}-{{packageVersion}}-{{browser}}-sources.zip',
    includeSources: SOURCES,
    dotSources: true,
  },
  vite: () => ({
    build: { rolldownOptions: { treeshake: { manualPureFunctions: [...SILENT, ...UNUSED] } } },
    plugins: [tailwindcss(), leaveOut],
  }),
  manifest: ({ browser, mode }) => ({
    name: '__MSG_manifest_name__',
    default_locale: 'en',
    description: '__MSG_manifest_description__',
    // The variant "WithHostAccess" isn't needed: the rules block hosts to which the extension has
    // no access.
    permissions: [
      'storage',
      'alarms',
      'declarativeNetRequest',
      'scripting',
      'idle',
      // Shows icons of requesting sites from the browser's own cache. Firefox doesn't support this
      // permission.
      ...(browser === 'firefox' ? [] : ['favicon' as const]),
    ],
    host_permissions: ['http://localhost/*', 'https://localhost/*', 'http://127.0.0.1/*'],
    optional_permissions: ['notifications'],
    optional_host_permissions: [...ALL_SITES],
    content_security_policy: { extension_pages: EXTENSION_PAGES_CSP },
    action: { default_title: '__MSG_manifest_action__' },
    icons: { 16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png' },
    ...(browser === 'firefox'
      ? { browser_specific_settings: { gecko: GECKO } }
      : {
          // A store assigns its own key, and therefore another id.
          ...(mode === 'store' ? {} : { key: DEVELOPMENT_EXTENSION_KEY }),
          minimum_chrome_version: '122',
          // Blocks connections from other extensions. Firefox blocks them unless a listener accepts
          // them.
          externally_connectable: { ids: [] },
        }),
  }),
});
