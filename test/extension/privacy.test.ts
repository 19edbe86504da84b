import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PASSED_TO_NODE } from '../../entrypoints/background/rpc/passthrough.ts';
import { PHISHING_LIST_URL } from '../../shared/approvals/phishing-list.ts';
import { BUILT_IN_NETWORKS } from '../../shared/chain/built-in-networks.ts';
import { BASE_SERVICES } from '../../shared/messages/default-services.ts';
import { RECIPIENTS, type Recipient } from '../../shared/privacy.ts';
import { textsOf } from '../helpers/texts.ts';
import SENT_TEXTS from './sent-texts.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['components', 'entrypoints', 'shared'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({
      path: `${folder}/${name}`,
      source: readFileSync(`${ROOT}${folder}/${name}`, 'utf8'),
    })),
);
const WORKER = 'entrypoints/background/';

/** All files that make requests, with the recipient. `itself` means the extension's own files. */
const SENDERS: Readonly<Record<string, Recipient | 'itself' | 'all'>> = {
  [`${WORKER}vault/home/client.ts`]: 'vault',
  'shared/chain/json-rpc.ts': 'nodes',
  [`${WORKER}market/feed/read-feed.ts`]: 'feed',
  [`${WORKER}market/feed/follow-feed.ts`]: 'feed',
  [`${WORKER}market/indexer-client.ts`]: 'indexer',
  [`${WORKER}approvals/explain/phishing.ts`]: 'phishing',
  // The wallet checks whether there is a service at an address that the user has entered.
  [`${WORKER}settings/check-services.ts`]: 'all',
  [`${WORKER}index.ts`]: 'all',
  [`${WORKER}platform/host-fetch.ts`]: 'all',
  [`${WORKER}platform/pages.ts`]: 'itself',
  [`${WORKER}platform/language.ts`]: 'itself',
  'components/hooks/use-language.ts': 'itself',
};

/** Methods of the wallet's own requests to nodes. */
const NODE_METHODS = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_simulateV1',
];

const VAULT_ROUTES = [
  '/tenant',
  '/v1/config',
  '/v1/registration/options',
  '/v1/registration/verify',
  '/v1/authentication/options',
  '/v1/authentication/verify',
  '/v1/vault',
  '/v1/mutations/options',
  '/v1/mutations/commit',
  '/v1/operations/',
  '/v1/session/revoke',
  '/ext/v1/account/deletion/options',
  '/ext/v1/account/deletion/commit',
  '/ext/v1/passkeys/removal/options',
  '/ext/v1/passkeys/removal/commit',
];

/** Methods of sites' requests that never reach a node. */
const SITES_OWN = ['eth_send', 'eth_requestAccounts'];
/** Namespaces of file formats that look like hosts, and a link to Chromium. */
const NAMES = ['cyclonedx.org', 'www.chromium.org', 'www.w3.org'];

const hostsIn = (urls: readonly string[]) => urls.map((url) => new URL(url).host);
const DEFAULT_HOSTS: Readonly<Partial<Record<Recipient, readonly string[]>>> = {
  nodes: hostsIn([
    ...BASE_SERVICES.rpcUrls,
    ...BUILT_IN_NETWORKS.flatMap(({ rpcUrls }) => rpcUrls),
  ]),
  feed: hostsIn(BASE_SERVICES.ordersUrls),
  indexer: hostsIn([BASE_SERVICES.indexerUrl]),
  phishing: hostsIn([PHISHING_LIST_URL]),
  explorer: hostsIn([
    'https://basescan.org',
    ...BUILT_IN_NETWORKS.flatMap(({ explorerUrl }) => explorerUrl ?? []),
  ]),
};

/** Returns the privacy policy as the stores publish it. */
function policy(language: string): string {
  const texts = textsOf(language);
  const word = (key: string) => texts[`privacy_${key}`] ?? '';
  return [
    `# ${word('title')}`,
    word('intro'),
    word('connection'),
    ...RECIPIENTS.flatMap((recipient) => {
      const hosts = [...new Set(DEFAULT_HOSTS[recipient] ?? [])].sort();
      return [
        `## ${word(`${recipient}Title`)}`,
        word(recipient),
        ...(hosts.length === 0 ? [] : [hosts.map((host) => `\`${host}\``).join(', ')]),
      ];
    }),
    word('questions'),
  ]
    .join('\n\n')
    .concat('\n');
}

const unique = (found: readonly string[]) => [...new Set(found)].sort();
const matches = (pattern: RegExp, isWanted: (path: string) => boolean) =>
  unique(
    SOURCES.filter(({ path }) => isWanted(path)).flatMap(({ source }) =>
      [...source.matchAll(pattern)].map(([, found = '']) => found),
    ),
  );

describe('the privacy policy', () => {
  it.each(['en', 'de'])(
    'the stores and the wallet publish the same privacy policy (%s)',
    async (name) => {
      await expect(policy(name)).toMatchFileSnapshot(`${ROOT}entrypoints/store/privacy.${name}.md`);
    },
  );

  it('the list of senders contains exactly the source files that send requests', () => {
    const senders = SOURCES.filter(({ source }) => /\bfetch\(/.test(source));
    expect(unique(senders.map(({ path }) => path))).toEqual(unique(Object.keys(SENDERS)));
  });

  it('the code opens no connection by WebSocket, EventSource, XMLHttpRequest, WebRTC, WebTransport or beacon', () => {
    const ways =
      /new (?:WebSocket|EventSource|XMLHttpRequest|RTCPeerConnection|WebTransport)\b|sendBeacon\(/;
    expect(SOURCES.filter(({ source }) => ways.test(source)).map(({ path }) => path)).toEqual([]);
  });

  it('the code contains no alias of fetch', () => {
    const aliases = /\[['"`]fetch|(?:globalThis|self|window)\.fetch|= fetch\b(?!\()/;
    expect(SOURCES.filter(({ source }) => aliases.test(source)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('the content security policy allows other hosts only for connections, not for images, styles or frames', () => {
    const config = readFileSync(`${ROOT}wxt.config.ts`, 'utf8');
    expect(config).toContain("default-src 'none'");
    const open = [...config.matchAll(/"([a-z]+-src) [^"]*(?:https?:|\*)[^"]*"/g)];
    expect(open.map(([, directive]) => directive)).toEqual(['connect-src']);
  });

  it('every client of a service sends requests without cookies', () => {
    const careless = SOURCES.filter(
      ({ path, source }) =>
        !['itself', 'all', undefined].includes(SENDERS[path]) &&
        !source.includes("credentials: 'omit'"),
    );
    expect(careless.map(({ path }) => path)).toEqual([]);
  });

  it('the list of hosts contains every host that the code names', () => {
    const listed = [...Object.values(DEFAULT_HOSTS).flat(), ...NAMES];
    const written = matches(
      /['"`]https?:\/\/([a-z0-9.-]+\.[a-z]{2,})(?=[/'"`])/g,
      (path) => !path.endsWith('.test.ts'),
    );
    expect(written.filter((host) => !listed.includes(host))).toEqual([]);
  });

  it('the list of node methods is complete, and the wallet doesn’t forward a site’s request for a signature', () => {
    const own = matches(
      /'((?:eth|net|web3)_[A-Za-z0-9]+)'/g,
      (path) => !path.includes('/rpc/') && path.endsWith('.ts'),
    ).filter((method) => !SITES_OWN.includes(method));
    expect(own).toEqual(NODE_METHODS);
    // The wallet passes to nodes only sites' reads, and transactions that sites have already
    // signed.
    expect(PASSED_TO_NODE.filter((method) => /sign|accounts|send(?!Raw)/i.test(method))).toEqual(
      [],
    );
  });

  it('the list of vault routes contains every route that the code uses', () => {
    const isClient = (path: string) => path.endsWith('vault/home/client.ts');
    expect(matches(/['"`](\/[a-z][a-z0-9/]+)/g, isClient)).toEqual(unique(VAULT_ROUTES));
    expect(matches(/['"`](\/(?:ext\/)?v1\/[a-z/]+)/g, (path) => path.startsWith(WORKER))).toEqual(
      unique(VAULT_ROUTES.filter((route) => route !== '/tenant')),
    );
  });

  it.each(Object.entries(SENT_TEXTS))(
    'the list of sent texts contains every text that %s sends or encodes',
    (name, texts) => {
      const source = SOURCES.find(({ path }) => path === name)?.source ?? expect.unreachable();
      const found = [...source.matchAll(/`(?!\\n)[^`\n]*\$\{[^`\n]*`|JSON\.stringify\([^)]*\)/g)];
      expect(unique(found.map(([text]) => text))).toEqual(texts);
    },
  );
});
