import { createHash, randomBytes } from 'node:crypto';
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { toBase64url } from '../../shared/bytes.ts';
import * as wire from '../../shared/wire/vault.ts';
import {
  type Ceremony,
  createSoftAuthenticator,
  type SoftAuthenticator,
} from './soft-authenticator.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Transport = (call: Call) => Promise<Answer>;

export interface ClientTenant {
  readonly origin: string;
  readonly webauthnOrigin: string;
}

/** Thrown for a response with a status other than 200. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

export interface ClientAccount {
  readonly accountId: string;
  token: string;
  revision: number;
  /** Ids of the passkeys that the next envelope wraps. */
  wraps: string[];
}

/**
 * Creates a client of a vault service. The client follows the specification and compares every
 * response with its schema.
 */
export function createVaultClient(transport: Transport, tenant: ClientTenant) {
  function call(method: string, path: string, token?: string, body?: string): Promise<Answer> {
    return transport({
      method,
      path,
      headers: {
        origin: tenant.origin,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  async function ask<S extends TSchema>(
    schema: S,
    method: string,
    path: string,
    { token, body }: { token?: string; body?: string } = {},
  ) {
    const answer = await call(method, path, token, body);
    const value: unknown = JSON.parse(answer.text);
    if (answer.status !== 200) {
      if (!Check(wire.ErrorResponse, value)) throw new Error(`unlisted error ${answer.text}`);
      throw new Refused(answer.status, value.error);
    }
    if (!Check(schema, value)) {
      throw new Error(`${path}: ${JSON.stringify(Errors(schema, value).slice(0, 3))}`);
    }
    return value;
  }

  const post = <S extends TSchema>(schema: S, path: string, body: unknown, token?: string) =>
    ask(schema, 'POST', path, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(token === undefined ? {} : { token }),
    });

  const ceremony = (extra: Partial<Ceremony> = {}): Ceremony => ({
    origin: tenant.webauthnOrigin,
    ...extra,
  });

  async function registrationOptions(token?: string) {
    return post(wire.RegistrationOptionsResponse, '/v1/registration/options', {}, token);
  }

  async function register(authenticator: SoftAuthenticator, extra: Partial<Ceremony> = {}) {
    const { challengeId, options } = await registrationOptions();
    const { credential } = authenticator.create(options, ceremony(extra));
    const made = await post(wire.NewRegistrationResponse, '/v1/registration/verify', {
      challengeId,
      credential,
    });
    const account: ClientAccount = {
      accountId: made.accountId,
      token: made.token,
      revision: 0,
      wraps: [made.credentialId],
    };
    return { account, ...made };
  }

  async function addPasskey(account: ClientAccount, authenticator: SoftAuthenticator) {
    const { challengeId, options } = await registrationOptions(account.token);
    const { credential } = authenticator.create(options, ceremony());
    return post(
      wire.AddedPasskeyResponse,
      '/v1/registration/verify',
      { challengeId, credential },
      account.token,
    );
  }

  async function prepareLogin(authenticator: SoftAuthenticator, extra: Partial<Ceremony> = {}) {
    const { challengeId, options } = await post(
      wire.AuthenticationOptionsResponse,
      '/v1/authentication/options',
      {},
    );
    const { credential } = authenticator.get(options, ceremony(extra));
    return { challengeId, credential };
  }

  function sendLogin(prepared: { challengeId: string; credential: unknown }) {
    return post(wire.AuthenticationResponse, '/v1/authentication/verify', prepared);
  }

  async function logIn(authenticator: SoftAuthenticator, extra: Partial<Ceremony> = {}) {
    return sendLogin(await prepareLogin(authenticator, extra));
  }

  function mutationOptions(account: ClientAccount, digest: string, operationId: string) {
    return post(
      wire.MutationOptionsResponse,
      '/v1/mutations/options',
      { revision: account.revision, digest, operationId },
      account.token,
    );
  }

  async function prepareCommit(
    account: ClientAccount,
    authenticator: SoftAuthenticator,
    change: { envelope?: string; operationId?: string; extra?: Partial<Ceremony> } = {},
  ) {
    const envelope = change.envelope ?? envelopeText(account);
    const operationId = change.operationId ?? opaqueId();
    const digest = sha256(envelope);
    const { challengeId, options } = await mutationOptions(account, digest, operationId);
    const { credential } = authenticator.get(options, ceremony(change.extra));
    return { challengeId, credential, envelope, operationId, digest };
  }

  async function commit(
    account: ClientAccount,
    authenticator: SoftAuthenticator,
    change: { envelope?: string; operationId?: string; extra?: Partial<Ceremony> } = {},
  ) {
    const prepared = await prepareCommit(account, authenticator, change);
    const receipt = await sendCommit(account, prepared);
    account.revision = receipt.revision;
    return { ...prepared, receipt };
  }

  function sendCommit(
    account: ClientAccount,
    prepared: { challengeId: string; credential: unknown; envelope: string },
  ) {
    return post(wire.OperationReceipt, '/v1/mutations/commit', commitBody(prepared), account.token);
  }

  /** Creates an account and commits its first vault. */
  async function openAccount(authenticator: SoftAuthenticator = createSoftAuthenticator()) {
    const { account } = await register(authenticator);
    const first = await commit(account, authenticator);
    return { account, authenticator, first };
  }

  return {
    call,
    ask,
    post,
    ceremony,
    registrationOptions,
    register,
    addPasskey,
    prepareLogin,
    sendLogin,
    logIn,
    mutationOptions,
    prepareCommit,
    sendCommit,
    commit,
    openAccount,
    vault: (token: string) => ask(wire.VaultResponse, 'GET', '/v1/vault', { token }),
    receipt: (token: string, id: string) =>
      ask(wire.OperationReceipt, 'GET', `/v1/operations/${id}`, { token }),
    revoke: (token: string) => post(wire.RevokeResponse, '/v1/session/revoke', {}, token),
  };
}

export type VaultClient = ReturnType<typeof createVaultClient>;

/** Returns the body of a commit, which contains the envelope's text unchanged. */
export function commitBody(prepared: {
  challengeId: string;
  credential: unknown;
  envelope: string;
}): string {
  const { challengeId, credential, envelope } = prepared;
  return `${JSON.stringify({ challengeId, credential }).slice(0, -1)},"envelope":${envelope}}`;
}

/** Returns the text of an account's next envelope, with random ciphertexts. */
export function envelopeText(
  { accountId, revision, wraps }: Pick<ClientAccount, 'accountId' | 'revision' | 'wraps'>,
  payloadBytes = 4112,
): string {
  return JSON.stringify({
    v: 2,
    accountId,
    revision: revision + 1,
    payload: { iv: noise(12), ct: noise(payloadBytes) },
    wraps: wraps.map((credentialId) => ({
      credentialId,
      salt: noise(32),
      iv: noise(12),
      ct: noise(48),
    })),
  });
}

export function noise(length: number): string {
  return toBase64url(randomBytes(length));
}

export function opaqueId(): string {
  return noise(32);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
