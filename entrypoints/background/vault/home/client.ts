import type { Static, TSchema } from 'typebox';
import { hasCode } from '../../../../shared/errors.ts';
import { parseAs, parseJson } from '../../../../shared/parse.ts';
import type { Fetch } from '../../../../shared/ports.ts';
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

/** Typed client of the ten routes (vault service, "Endpoints"). Every answer is parsed strictly. */
export type VaultClient = ReturnType<typeof createVaultClient>;

export function createVaultClient(deps: {
  fetch: Fetch;
  baseUrl: () => string;
  /** For the whole of an answer, its body included; 15 seconds when absent. */
  timeoutMs?: number;
}) {
  const { timeoutMs = TIMEOUT_MS } = deps;

  async function call<Schema extends TSchema>(
    schema: Schema,
    route: { method: 'GET' | 'POST'; path: string; token?: string; body?: string },
  ): Promise<Static<Schema>> {
    const headers: Record<string, string> = {};
    if (route.token !== undefined) headers.authorization = `Bearer ${route.token}`;
    if (route.body !== undefined) headers['content-type'] = 'application/json';
    const { status, text, retryAfter } = await send(deps.fetch, `${deps.baseUrl()}${route.path}`, {
      timeoutMs,
      method: route.method,
      headers,
      ...(route.body === undefined ? {} : { body: route.body }),
    });
    const json = parseJson(text);
    if (status === 200) {
      const answer = parseAs(schema, json);
      if (answer === undefined) throw unexpected();
      return answer;
    }
    const failure = parseAs(ErrorResponse, json);
    if (failure === undefined) throw unexpected();
    throw new ServiceError(failure.error, 'The vault server refused the request.', {
      details: retryAfter === undefined ? {} : { retryAfter },
    });
  }

  const withToken = (token: string | undefined) => (token === undefined ? {} : { token });

  return {
    baseUrl: deps.baseUrl,
    async config(): Promise<ConfigResponse> {
      const config = checkedConfig(
        await call(ConfigResponse, { method: 'GET', path: '/v1/config' }),
      );
      if (config === undefined) throw unexpected();
      return config;
    },
    /**
     * Asks for the registered origin of the tenant at this address. `undefined` when the server
     * doesn't say; the interface has no such route.
     */
    async registeredOrigin(): Promise<string | undefined> {
      try {
        const { origin } = await call(TenantOrigin, { method: 'GET', path: '/tenant' });
        return isHttpsOrigin(origin) ? origin : undefined;
      } catch (error) {
        if (hasCode(error, 'UNREACHABLE')) throw error;
        return undefined;
      }
    },
    async registrationOptions(token?: string): Promise<RegistrationOptionsResponse> {
      const answer = await call(RegistrationOptionsResponse, {
        method: 'POST',
        path: '/v1/registration/options',
        body: '{}',
        ...withToken(token),
      });
      return { ...answer, options: withCheckedNames(answer.options) };
    },
    register: (challengeId: string, credential: RegistrationCredential) =>
      call(NewRegistrationResponse, {
        method: 'POST',
        path: '/v1/registration/verify',
        body: JSON.stringify({ challengeId, credential }),
      }),
    addPasskey: (token: string, challengeId: string, credential: RegistrationCredential) =>
      call(AddedPasskeyResponse, {
        method: 'POST',
        path: '/v1/registration/verify',
        body: JSON.stringify({ challengeId, credential }),
        token,
      }),
    authenticationOptions: () =>
      call(AuthenticationOptionsResponse, {
        method: 'POST',
        path: '/v1/authentication/options',
        body: '{}',
      }),
    authenticate: (challengeId: string, credential: AssertionCredential) =>
      call(AuthenticationResponse, {
        method: 'POST',
        path: '/v1/authentication/verify',
        body: JSON.stringify({ challengeId, credential }),
      }),
    vault: (token: string) => call(VaultResponse, { method: 'GET', path: '/v1/vault', token }),
    mutationOptions: (
      token: string,
      mutation: { revision: number; digest: string; operationId: string },
    ) =>
      call(MutationOptionsResponse, {
        method: 'POST',
        path: '/v1/mutations/options',
        body: JSON.stringify(mutation),
        token,
      }),
    /**
     * @param envelopeText the exact text whose digest the challenge covers; it is spliced in raw.
     * @param removed passkeys that the envelope leaves out, by the route of `removalOptions`.
     */
    commit: (
      token: string,
      mutation: {
        challengeId: string;
        credential: AssertionCredential;
        envelopeText: string;
        removed: readonly string[];
      },
    ) =>
      call(OperationReceipt, {
        method: 'POST',
        path:
          mutation.removed.length === 0
            ? '/v1/mutations/commit'
            : '/ext/v1/passkeys/removal/commit',
        body: `{${
          mutation.removed.length === 0
            ? ''
            : `"credentialIds":${JSON.stringify(mutation.removed)},`
        }"challengeId":${JSON.stringify(mutation.challengeId)},"credential":${JSON.stringify(
          mutation.credential,
        )},"envelope":${mutation.envelopeText}}`,
        token,
      }),
    /** Own route, where the tenant has extensions: a mutation that leaves passkeys out. */
    removalOptions: (token: string, removal: RemovalOptionsRequest) =>
      call(MutationOptionsResponse, {
        method: 'POST',
        path: '/ext/v1/passkeys/removal/options',
        body: JSON.stringify(removal),
        token,
      }),
    /** Own route like `removalOptions`: deletes the account with everything in it. */
    deletionOptions: (token: string, deletion: DeletionOptionsRequest) =>
      call(MutationOptionsResponse, {
        method: 'POST',
        path: '/ext/v1/account/deletion/options',
        body: JSON.stringify(deletion),
        token,
      }),
    deleteAccount: (
      token: string,
      deletion: { challengeId: string; credential: AssertionCredential },
    ) =>
      call(DeletionResponse, {
        method: 'POST',
        path: '/ext/v1/account/deletion/commit',
        body: JSON.stringify(deletion),
        token,
      }),
    receipt: (token: string, operationId: string) =>
      call(OperationReceipt, { method: 'GET', path: `/v1/operations/${operationId}`, token }),
    revoke: (token: string) =>
      call(RevokeResponse, { method: 'POST', path: '/v1/session/revoke', body: '{}', token }),
  };
}

async function send(
  fetch: Fetch,
  url: string,
  request: { timeoutMs: number; method: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; text: string; retryAfter: number | undefined }> {
  const { timeoutMs, ...init } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      signal,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    });
  } catch (cause) {
    throw new ServiceError('UNREACHABLE', 'The vault server does not answer.', { cause });
  }
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw unexpected();
  }
  return {
    status: response.status,
    text: await readBounded(response, signal),
    retryAfter: secondsOf(response.headers.get('retry-after')),
  };
}

/** Whole seconds, as the service sends them (endpoint errors, TRY_LATER); an hour at most. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,4}$/.test(header) ? Math.min(Number(header), 3600) : undefined;
}

/**
 * Reads at most 128 KiB (global rule 2), and only until the signal: a server that sends more, or that
 * sends drop by drop, is cut off.
 */
async function readBounded(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const stop = () => {
    reader.cancel().catch(() => {
      // Already closed.
    });
  };
  signal.addEventListener('abort', stop, { once: true });
  const decoder = new TextDecoder();
  let text = '';
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) throw signal.reason;
      if (done) return text + decoder.decode();
      received += value.length;
      if (received > MAX_BODY_BYTES) throw unexpected();
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('UNREACHABLE', 'The vault server broke off its answer.', { cause });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function unexpected(): ServiceError {
  return new ServiceError('UNEXPECTED_ANSWER', 'The answer is outside the interface.');
}
