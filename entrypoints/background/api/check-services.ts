import { Object as Shape, String as Text, type TSchema } from 'typebox';
import { hexToNumber, isHex } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Services } from '../../../shared/messages/snapshot.ts';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { ConfigResponse } from '../../../shared/wire/vault.ts';

const TIMEOUT_MS = 8_000;
const RpcAnswer = Shape({ result: Text() });

/**
 * Asks each service whether it is what the user says it is; answers a sentence for each that is not.
 * The vault server must be the tenant that this device's vault belongs to: only its address may change.
 */
export async function checkServices(
  deps: { fetch: Fetch; tenantId: string | undefined },
  services: Services,
): Promise<string[]> {
  const problems = await Promise.all([
    vaultProblem(deps, services.vaultUrl),
    answers(deps.fetch, 'The orders service', `${services.ordersUrl}/`),
    answers(deps.fetch, 'The indexer', `${services.indexerUrl}/`),
    ...services.rpcUrls.map((url) => nodeProblem(deps.fetch, url)),
  ]);
  return problems.filter((problem) => problem !== undefined);
}

async function vaultProblem(
  deps: { fetch: Fetch; tenantId: string | undefined },
  url: string,
): Promise<string | undefined> {
  const config = await read(deps.fetch, ConfigResponse, `${url}/v1/config`);
  if (config === undefined) return `The vault server at ${url} does not answer as one.`;
  return deps.tenantId === undefined || config.tenant.id === deps.tenantId
    ? undefined
    : `The vault server at ${url} is another one: your vault is not there.`;
}

async function nodeProblem(fetch: Fetch, url: string): Promise<string | undefined> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}';
  const answer = await read(fetch, RpcAnswer, url, body);
  if (answer === undefined) return `The node at ${url} does not answer.`;
  return isHex(answer.result) && hexToNumber(answer.result) === CHAIN_ID
    ? undefined
    : `The node at ${url} is of another chain than Base.`;
}

/** Any answer will do: what it says is checked at each use. */
async function answers(fetch: Fetch, name: string, url: string): Promise<string | undefined> {
  const status = await send(fetch, url).then(
    (response) => response.status,
    () => 0,
  );
  return status === 0 || status >= 500 ? `${name} at ${url} does not answer.` : undefined;
}

async function read<Schema extends TSchema>(
  fetch: Fetch,
  schema: Schema,
  url: string,
  body?: string,
) {
  try {
    const response = await send(fetch, url, body);
    return parseAs(schema, parseJson(await response.text()));
  } catch {
    // Not reachable: the sentence about it is the caller's.
    return undefined;
  }
}

function send(fetch: Fetch, url: string, body?: string): Promise<Response> {
  return fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    ...(body === undefined
      ? {}
      : { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
  });
}
