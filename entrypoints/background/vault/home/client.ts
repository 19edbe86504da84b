import { BodyTooLarge, boundedText } from '../../../../shared/bounded-text.ts';
import { hasCode } from '../../../../shared/errors.ts';
import { parseAs, parseJson } from '../../../../shared/parse.ts';
import type { Fetch } from '../../../../shared/ports.ts';
import type { Static, TSchema } from '../../../../shared/schema.ts';
import {
  AddedPasskeyResponse,
  type AssertionCredential,
  AuthenticationOptionsResponse,
  AuthenticationResponse,
  ConfigResponse,
  ErrorResponse,
  MAX_BODY_BYTES,
  MutationOptionsResponse,
  NewRegistrationResponse,
  OperationReceipt,
  type RegistrationCredential,
  RegistrationOptionsResponse,
  RevokeResponse,
  VaultResponse,
} from '../../../../shared/wire/vault.ts';
import {
  type DeletionOptionsRequest,
  DeletionResponse,
  type RemovalOptionsRequest,
  TenantOrigin,
} from '../../../../shared/wire/vault-extensions.ts';
import { ServiceError } from './errors.ts';
import { checkedConfig, isHttpsOrigin, withCheckedNames } from './server-texts.ts';

const TIMEOUT_MS = 15_000;

/** Typed client of the ten routes (spec/vault-service.md, "Endpoints"). Parses every answer strictly. */
export type VaultClient = ReturnType<typeof createVaultClient>;

export function createVaultClient(deps: {
  fetch: Fetch;
  baseUrl: () => string;
  /** Milliseconds for a whole answer including its body. Default: 15 seconds. */
  timeoutMs?: number;
}) {
  const { timeoutMs = TIMEOUT_MS } = deps;

  async function call<Schema extends TSchema>(
    schema: Schema,
    route: { path: string; body?: string; token?: string | undefined },
  ): Promise<Static<Schema>> {
    const { path, body, token } = route;
    const headers: Record<string, string> = {};
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const { status, text, retryAfter } = await send(deps.fetch, `${deps.baseUrl()}${path}`, {
      timeoutMs,
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const json = parseJson(text);
    if (status === 200) {
      const answer = parseAs(schema, json);
      if (answer === undefined) throw unexpected();
      return answer;
    }
    const failure = parseAs(ErrorResponse, json);
    if (failure === undefined) throw unexpected();
    throw new ServiceError(failure.error, {
      details: retryAfter === undefined ? {} : { retryAfter },
    });
  }

  const get = <Schema extends TSchema>(schema: Schema, path: string, token?: string) =>
    call(schema, { path, token });

  const post = <Schema extends TSchema>(
    schema: Schema,
    path: string,
    body: object,
    token?: string,
  ) => call(schema, { path, body: JSON.stringify(body), token });

  return {
    baseUrl: deps.baseUrl,
    async config(): Promise<ConfigResponse> {
      const config = checkedConfig(await get(ConfigResponse, '/v1/config'));
      if (config === undefined) throw unexpected();
      return config;
    },
    /**
     * Returns the tenant's registered origin at this address; `undefined` when the server doesn't
     * report it. The vault service's interface doesn't define this route, so a server may lack it.
     */
    async registeredOrigin(): Promise<string | undefined> {
      try {
        const { origin } = await get(TenantOrigin, '/tenant');
        return isHttpsOrigin(origin) ? origin : undefined;
      } catch (error) {
        if (hasCode(error, 'UNREACHABLE')) throw error;
        return undefined;
      }
    },
    async registrationOptions(token?: string): Promise<RegistrationOptionsResponse> {
      const path = '/v1/registration/options';
      const answer = await post(RegistrationOptionsResponse, path, {}, token);
      return { ...answer, options: withCheckedNames(answer.options) };
    },
    register: (challengeId: string, credential: RegistrationCredential) =>
      post(NewRegistrationResponse, '/v1/registration/verify', { challengeId, credential }),
    addPasskey: (token: string, challengeId: string, credential: RegistrationCredential) =>
      post(AddedPasskeyResponse, '/v1/registration/verify', { challengeId, credential }, token),
    authenticationOptions: () =>
      post(AuthenticationOptionsResponse, '/v1/authentication/options', {}),
    authenticate: (challengeId: string, credential: AssertionCredential) =>
      post(AuthenticationResponse, '/v1/authentication/verify', { challengeId, credential }),
    vault: (token: string) => get(VaultResponse, '/v1/vault', token),
    mutationOptions: (
      token: string,
      mutation: { revision: number; digest: string; operationId: string },
    ) => post(MutationOptionsResponse, '/v1/mutations/options', mutation, token),
    /**
     * @param envelopeText the exact text whose digest the challenge covers, sent unchanged
     * @param removed passkeys that the envelope leaves out, by the route of `removalOptions`
     */
    commit(
      token: string,
      mutation: {
        challengeId: string;
        credential: AssertionCredential;
        envelopeText: string;
        removed: readonly string[];
      },
    ): Promise<OperationReceipt> {
      const { challengeId, credential, envelopeText, removed } = mutation;
      const isRemoval = removed.length > 0;
      const members = {
        ...(isRemoval ? { credentialIds: removed } : {}),
        challengeId,
        credential,
      };
      return call(OperationReceipt, {
        path: isRemoval ? '/ext/v1/passkeys/removal/commit' : '/v1/mutations/commit',
        body: `${JSON.stringify(members).slice(0, -1)},"envelope":${envelopeText}}`,
        token,
      });
    },
    /**
     * Requests options for a change that leaves out passkeys. Uses a separate route that not every
     * tenant has.
     */
    removalOptions: (token: string, removal: RemovalOptionsRequest) =>
      post(MutationOptionsResponse, '/ext/v1/passkeys/removal/options', removal, token),
    /**
     * Requests options for deleting the account and all its data. Uses a separate route, like
     * `removalOptions`.
     */
    deletionOptions: (token: string, deletion: DeletionOptionsRequest) =>
      post(MutationOptionsResponse, '/ext/v1/account/deletion/options', deletion, token),
    deleteAccount: (
      token: string,
      deletion: { challengeId: string; credential: AssertionCredential },
    ) => post(DeletionResponse, '/ext/v1/account/deletion/commit', deletion, token),
    receipt: (token: string, operationId: string) =>
      get(OperationReceipt, `/v1/operations/${operationId}`, token),
    revoke: (token: string) => post(RevokeResponse, '/v1/session/revoke', {}, token),
  };
}

async function send(
  fetch: Fetch,
  url: string,
  request: { timeoutMs: number; method: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; text: string; retryAfter: number | undefined }> {
  const { timeoutMs, ...init } = request;
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    });
  } catch (cause) {
    throw new ServiceError('UNREACHABLE', { cause });
  }
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw unexpected();
  }
  return {
    status: response.status,
    text: await readBounded(response),
    retryAfter: secondsOf(response.headers.get('retry-after')),
  };
}

/**
 * Parses whole seconds of a Retry-After header (design/vault-service.md, TRY_LATER); an hour at
 * most.
 */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,4}$/.test(header) ? Math.min(Number(header), 3600) : undefined;
}

/**
 * Reads at most 128 KiB (spec/vault-service.md, global rule 2), and only until the request's signal
 * aborts, so that a server can't send too much or too slowly.
 */
async function readBounded(response: Response): Promise<string> {
  try {
    return await boundedText(response, MAX_BODY_BYTES);
  } catch (cause) {
    if (cause instanceof BodyTooLarge) throw unexpected();
    throw new ServiceError('UNREACHABLE', { cause });
  }
}

function unexpected(): ServiceError {
  return new ServiceError('UNEXPECTED_ANSWER');
}
