import { Type } from 'typebox';
import { hexToNumber, isHex } from 'viem';
import { boundedText } from '../../../shared/bounded-text.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Services } from '../../../shared/messages/snapshot.ts';
import type { ServiceProblem } from '../../../shared/messages/wallet-answers.ts';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { ConfigResponse } from '../../../shared/wire/vault.ts';
import { FeedError, readFeed } from '../orders/read-feed.ts';
import {
  createIndexerClient,
  IndexerError,
  type IndexerLayouts,
} from '../positions/indexer-client.ts';

/** Shorter than the page's own limit for all of them, so that a silent service is named. */
const TIMEOUT_MS = 8_000;
/** Longest answer that is read only for a check, in bytes. */
const MAX_BYTES = 1_000_000;
const RpcAnswer = Type.Object({ result: Type.String() });
/** Any account: the check asks only whether the path exists. */
const SOMEBODY = '0x0000000000000000000000000000000000000001';

/**
 * Checks whether each service is what the user entered it as, and returns a problem for each that
 * isn't. The vault server must be the tenant of this device's vault: only its address may change.
 */
export async function checkServices(
  asked: {
    fetch: Fetch;
    tenantId: string | undefined;
    /** Milliseconds after which a service counts as silent. */
    timeoutMs?: number;
  },
  services: Services,
): Promise<ServiceProblem[]> {
  const { indexerUrl, positionsUrl } = services;
  const { timeoutMs = TIMEOUT_MS } = asked;
  // One limit for every service, whatever its own reader would wait.
  const fetch: Fetch = (url, init) =>
    asked.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
  const deps = { fetch, tenantId: asked.tenantId };
  const problems = await Promise.all([
    vaultProblem(deps, services.vaultUrl),
    ...services.ordersUrls.map((url) => feedProblem(fetch, url)),
    statisticsProblem(fetch, indexerUrl),
    positionsProblem(fetch, positionsUrl || indexerUrl),
    ...services.rpcUrls.map((url) => nodeProblem(fetch, url)),
  ]);
  return problems.filter((problem) => problem !== undefined);
}

async function vaultProblem(
  deps: { fetch: Fetch; tenantId: string | undefined },
  url: string,
): Promise<ServiceProblem | undefined> {
  // A vault of the device has no server.
  if (url === '') return undefined;
  const config = await read(deps.fetch, ConfigResponse, `${url}/v1/config`);
  if (config === undefined) return { kind: 'silent', service: 'vault', url };
  return deps.tenantId === undefined || config.tenant.id === deps.tenantId
    ? undefined
    : { kind: 'wrong', service: 'vault', url };
}

async function feedProblem(fetch: Fetch, url: string): Promise<ServiceProblem | undefined> {
  try {
    await readFeed(fetch, url);
    return undefined;
  } catch (error) {
    const isOther = error instanceof FeedError && error.code === 'feed-unreadable';
    return isOther
      ? { kind: 'wrong', service: 'feed', url }
      : { kind: 'silent', service: 'feed', url };
  }
}

/** An indexer responds with 503 while it reads the chain for the first time: it works. */
async function statisticsProblem(fetch: Fetch, url: string): Promise<ServiceProblem | undefined> {
  try {
    const response = await send(fetch, `${url}/api/v1/stats/protocol`);
    if (response.status === 503) return undefined;
    if (!response.ok) return { kind: 'silent', service: 'indexer', url };
    const body = parseJson(await boundedText(response, MAX_BYTES));
    return typeof body === 'object' && body !== null
      ? undefined
      : { kind: 'wrong', service: 'indexer', url };
  } catch {
    // Returns undefined when the service isn't reachable.
    return { kind: 'silent', service: 'indexer', url };
  }
}

/** Requests the paths that positions are read from, in the layout that the host serves. */
async function positionsProblem(fetch: Fetch, url: string): Promise<ServiceProblem | undefined> {
  const client = createIndexerClient({ fetch, url: () => url, layouts: FORGETFUL });
  try {
    await client.positions(SOMEBODY);
    return undefined;
  } catch (error) {
    if (!(error instanceof IndexerError)) throw error;
    if (error.code === 'indexer-behind') return undefined;
    return error.code === 'indexer-unreadable'
      ? { kind: 'wrong', service: 'indexer', url }
      : { kind: 'silent', service: 'indexer', url };
  }
}

/** Forgets the layout that was found before: a check looks at the host again. */
const FORGETFUL: IndexerLayouts = { get: async () => undefined, set: async () => undefined };

async function nodeProblem(fetch: Fetch, url: string): Promise<ServiceProblem | undefined> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}';
  const answer = await read(fetch, RpcAnswer, url, body);
  if (answer === undefined) return { kind: 'silent', service: 'node', url };
  return isHex(answer.result) && hexToNumber(answer.result) === CHAIN_ID
    ? undefined
    : { kind: 'wrong', service: 'node', url };
}

async function read<Schema extends Type.TSchema>(
  fetch: Fetch,
  schema: Schema,
  url: string,
  body?: string,
) {
  try {
    const response = await send(fetch, url, body);
    return parseAs(schema, parseJson(await boundedText(response, MAX_BYTES)));
  } catch {
    // The caller decides what an unreachable service means.
    return undefined;
  }
}

function send(fetch: Fetch, url: string, body?: string): Promise<Response> {
  return fetch(url, {
    credentials: 'omit',
    cache: 'no-store',
    ...(body === undefined
      ? {}
      : { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
  });
}
