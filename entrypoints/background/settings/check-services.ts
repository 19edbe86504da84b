import { hexToNumber, isHex } from 'viem';
import { boundedText } from '../../../shared/bounded-text.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { postJsonRpc } from '../../../shared/chain/json-rpc.ts';
import type { Services } from '../../../shared/messages/snapshot.ts';
import type { ServiceProblem } from '../../../shared/messages/wallet-answers.ts';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { ConfigResponse } from '../../../shared/wire/vault.ts';
import { FeedError, fetchFeed } from '../market/feed/read-feed.ts';
import {
  createIndexerClient,
  IndexerError,
  type IndexerLayouts,
} from '../market/indexer-client.ts';

/**
 * Milliseconds. Shorter than a page's wait for all services, so that the page can name a silent
 * service.
 */
const TIMEOUT_MS = 8_000;
/** Maximum bytes of an answer that is read for a check. */
const MAX_BYTES = 1_000_000;
/** Any account. The check only needs to know whether the path exists. */
const SOMEBODY = '0x0000000000000000000000000000000000000001';

interface Probing {
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  /** Tenant that the vault server must serve; any if undefined. */
  readonly tenantId: string | undefined;
}

/** Reason why an address doesn't serve the entered service; undefined when it does. */
type Finding = ServiceProblem['kind'] | undefined;

/**
 * Returns a problem for each address that doesn't serve the entered service. The vault server must
 * serve the tenant of this device's vault: the user may change the server's address, but not the
 * tenant.
 */
export async function checkServices(
  asked: {
    fetch: Fetch;
    tenantId: string | undefined;
    /** Milliseconds after which a service is reported as silent. */
    timeoutMs?: number;
  },
  { vaultUrl, ordersUrls, indexerUrl, positionsUrl, rpcUrls }: Services,
): Promise<ServiceProblem[]> {
  const { tenantId, timeoutMs = TIMEOUT_MS } = asked;
  // Replaces the timeouts of the services' normal requests.
  const fetch: Fetch = (url, init) =>
    asked.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
  const check = async (
    service: ServiceProblem['service'],
    url: string,
    probe: (url: string, probing: Probing) => Promise<Finding>,
  ): Promise<ServiceProblem | undefined> => {
    const kind = await probe(url, { fetch, timeoutMs, tenantId });
    return kind === undefined ? undefined : { kind, service, url };
  };
  const problems = await Promise.all([
    check('vault', vaultUrl, probeVault),
    ...ordersUrls.map((url) => check('feed', url, probeFeed)),
    check('indexer', indexerUrl, probeStatistics),
    check('indexer', positionsUrl || indexerUrl, probePositions),
    ...rpcUrls.map((url) => check('node', url, probeNode)),
  ]);
  return problems.filter((problem) => problem !== undefined);
}

/** Returns true when a server responds at any of these addresses. */
export async function isAnyUp(
  fetch: Fetch,
  urls: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<boolean> {
  const probe = (url: string) =>
    fetch(url, {
      method: 'HEAD',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      // The response isn't read, so the server needs no CORS headers.
      mode: 'no-cors',
      signal: AbortSignal.timeout(timeoutMs),
    });
  return Promise.any(urls.map(probe)).then(
    () => true,
    () => false,
  );
}

async function probeVault(url: string, { fetch, tenantId }: Probing): Promise<Finding> {
  // A vault on this device has no server.
  if (url === '') return undefined;
  try {
    const response = await get(fetch, `${url}/v1/config`);
    const config = parseAs(ConfigResponse, parseJson(await boundedText(response, MAX_BYTES)));
    if (config === undefined) return 'silent';
    return tenantId === undefined || config.tenant.id === tenantId ? undefined : 'wrong';
  } catch {
    return 'silent';
  }
}

async function probeFeed(url: string, { fetch }: Probing): Promise<Finding> {
  try {
    await fetchFeed(fetch, url);
    return undefined;
  } catch (error) {
    return error instanceof FeedError && error.code === 'feedUnreadable' ? 'wrong' : 'silent';
  }
}

/** During its first reading of the chain, a working indexer responds with 503. */
async function probeStatistics(url: string, { fetch }: Probing): Promise<Finding> {
  try {
    const response = await get(fetch, `${url}/api/v1/stats/protocol`);
    if (response.status === 503) return undefined;
    if (!response.ok) return 'silent';
    const body = parseJson(await boundedText(response, MAX_BYTES));
    return typeof body === 'object' && body !== null ? undefined : 'wrong';
  } catch {
    return 'silent';
  }
}

async function probePositions(url: string, { fetch }: Probing): Promise<Finding> {
  const client = createIndexerClient({ fetch, url: () => url, layouts: FORGETFUL });
  try {
    await client.positions(SOMEBODY);
    return undefined;
  } catch (error) {
    if (!(error instanceof IndexerError)) throw error;
    if (error.code === 'indexerBehind') return undefined;
    return error.code === 'indexerUnreadable' ? 'wrong' : 'silent';
  }
}

/** Stores no layout, so that each check reads the host again. */
const FORGETFUL: IndexerLayouts = { get: async () => undefined, set: async () => undefined };

async function probeNode(url: string, { fetch, timeoutMs }: Probing): Promise<Finding> {
  const endpoint = { url, fetch, timeoutMs, maxBytes: MAX_BYTES };
  const request = { id: 1, method: 'eth_chainId', params: [] };
  const answer = await postJsonRpc(endpoint, request).catch(() => undefined);
  const result = answer?.body?.result;
  if (typeof result !== 'string') return 'silent';
  return isHex(result) && hexToNumber(result) === CHAIN_ID ? undefined : 'wrong';
}

const get = (fetch: Fetch, url: string): Promise<Response> =>
  fetch(url, { credentials: 'omit', cache: 'no-store' });
