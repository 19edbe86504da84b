import * as Type from 'typebox';
import {
  AddedPasskeyResponse,
  AuthenticationOptionsResponse,
  AuthenticationResponse,
  AuthenticationVerifyRequest,
  ConfigResponse,
  EmptyRequest,
  MutationCommitRequest,
  MutationOptionsRequest,
  MutationOptionsResponse,
  NewRegistrationResponse,
  OperationReceipt,
  RegistrationOptionsResponse,
  RegistrationVerifyRequest,
  RevokeResponse,
  VaultResponse,
} from '../../shared/wire/vault.ts';
import {
  DeletionCommitRequest,
  DeletionOptionsRequest,
  DeletionResponse,
  RemovalCommitRequest,
  RemovalOptionsRequest,
} from '../../shared/wire/vault-extensions.ts';
import { MAX_PASSKEYS, MAX_WALLETS } from '../../shared/wire/vault-limits.ts';
import { VaultServiceError } from './errors.ts';
import { getRoute, postRoute, sessionOf, type VaultRoute } from './http/route.ts';
import type { VaultService } from './service/service.ts';
import type { VaultStore } from './store.ts';

export function vaultRoutes(service: VaultService): readonly VaultRoute[] {
  return [...specifiedRoutes(service), ...extensionRoutes(service)];
}

function specifiedRoutes({ registration, authentication, mutations, store }: VaultService) {
  return [
    getRoute('/v1/config', {
      auth: 'none',
      responses: { 200: ConfigResponse },
      handle: async ({ tenant }): Promise<ConfigResponse> => ({
        version: 1,
        tenant: { id: tenant.id, origin: tenant.origin, rpId: tenant.rpId, name: tenant.name },
        enrollmentEnabled: await registration.admitsAccount(tenant),
        maxWallets: MAX_WALLETS,
        maxPasskeys: MAX_PASSKEYS,
      }),
    }),
    postRoute('/v1/registration/options', {
      auth: 'optional',
      limits: ['anonymous-options'],
      request: EmptyRequest,
      responses: { 200: RegistrationOptionsResponse },
      handle: ({ tenant, session }) => registration.options(tenant, session),
    }),
    postRoute('/v1/registration/verify', {
      auth: 'optional',
      limits: ['verify', 'new-account'],
      request: RegistrationVerifyRequest,
      responses: { 200: Type.Union([NewRegistrationResponse, AddedPasskeyResponse]) },
      handle: ({ tenant, session }, request) => registration.verify(tenant, session, request),
    }),
    postRoute('/v1/authentication/options', {
      auth: 'none',
      limits: ['anonymous-options'],
      request: EmptyRequest,
      responses: { 200: AuthenticationOptionsResponse },
      handle: ({ tenant }) => authentication.options(tenant),
    }),
    postRoute('/v1/authentication/verify', {
      auth: 'none',
      limits: ['verify'],
      request: AuthenticationVerifyRequest,
      responses: { 200: AuthenticationResponse },
      async handle({ tenant }, request) {
        const { vault, token, expires, accountId } = await authentication.verify(tenant, request);
        // The response contains the exact text of the envelope that was committed.
        const head = JSON.stringify({ token, expires, accountId });
        return `${head.slice(0, -1)},"envelope":${vault.envelope}}`;
      },
    }),
    getRoute('/v1/vault', {
      auth: 'bearer',
      responses: { 200: VaultResponse },
      async handle(admission) {
        const { accountId } = sessionOf(admission);
        const vault = await store.readVault(accountId);
        // Before the first commit, the account has no vault.
        if (vault === undefined) throw await missing(store, accountId, 'VAULT_PENDING');
        // The response contains the exact text of the envelope that was committed.
        return `{"envelope":${vault.envelope}}`;
      },
    }),
    postRoute('/v1/mutations/options', {
      auth: 'bearer',
      request: MutationOptionsRequest,
      responses: { 200: MutationOptionsResponse },
      handle: (admission, request) =>
        mutations.options(admission.tenant, sessionOf(admission), request),
    }),
    postRoute('/v1/mutations/commit', {
      auth: 'bearer',
      request: MutationCommitRequest,
      responses: { 200: OperationReceipt },
      handle: (admission, request, textOf) =>
        mutations.commit(admission.tenant, sessionOf(admission), request, textOf('envelope')),
    }),
    getRoute('/v1/operations/', {
      auth: 'bearer',
      responses: { 200: OperationReceipt },
      async handle(admission) {
        const { accountId } = sessionOf(admission);
        const receipt = await store.findReceipt(accountId, admission.id);
        if (receipt === undefined) throw await missing(store, accountId, 'OPERATION_UNKNOWN');
        return { revision: receipt.revision, digest: receipt.digest };
      },
    }),
    postRoute('/v1/session/revoke', {
      auth: 'bearer',
      request: EmptyRequest,
      responses: { 200: RevokeResponse },
      async handle(admission): Promise<RevokeResponse> {
        await store.revokeSession(sessionOf(admission).tokenHash);
        return { revoked: true };
      },
    }),
  ];
}

function extensionRoutes({ removal, deletion }: VaultService) {
  return [
    postRoute('/ext/v1/passkeys/removal/options', {
      auth: 'bearer',
      isExtension: true,
      request: RemovalOptionsRequest,
      responses: { 200: MutationOptionsResponse },
      handle: (admission, request) =>
        removal.options(admission.tenant, sessionOf(admission), request),
    }),
    postRoute('/ext/v1/passkeys/removal/commit', {
      auth: 'bearer',
      isExtension: true,
      request: RemovalCommitRequest,
      responses: { 200: OperationReceipt },
      handle: (admission, request, textOf) =>
        removal.commit(admission.tenant, sessionOf(admission), request, textOf('envelope')),
    }),
    postRoute('/ext/v1/account/deletion/options', {
      auth: 'bearer',
      isExtension: true,
      request: DeletionOptionsRequest,
      responses: { 200: MutationOptionsResponse },
      handle: (admission, request) =>
        deletion.options(admission.tenant, sessionOf(admission), request),
    }),
    postRoute('/ext/v1/account/deletion/commit', {
      auth: 'bearer',
      isExtension: true,
      request: DeletionCommitRequest,
      responses: { 200: DeletionResponse },
      handle: (admission, request) =>
        deletion.commit(admission.tenant, sessionOf(admission), request),
    }),
  ];
}

/**
 * Returns the error `code`, or SESSION_EXPIRED if the account was deleted after the token check.
 */
async function missing(
  store: VaultStore,
  accountId: string,
  code: 'VAULT_PENDING' | 'OPERATION_UNKNOWN',
): Promise<VaultServiceError> {
  const account = await store.readAccount(accountId);
  return new VaultServiceError(account === undefined ? 'SESSION_EXPIRED' : code);
}
