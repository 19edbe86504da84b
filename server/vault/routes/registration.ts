import {
  AddedPasskeyResponse,
  EmptyRequest,
  NewRegistrationResponse,
  RegistrationOptionsResponse,
  RegistrationVerifyRequest,
} from '../../../shared/wire/vault.ts';
import { postRoute } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoints 2 and 3. */
export function registrationRoutes({ registration }: VaultService) {
  return [
    postRoute('/v1/registration/options', {
      auth: 'optional',
      limits: ['anonymous-options'],
      request: EmptyRequest,
      responses: [RegistrationOptionsResponse],
      handle: async ({ tenant, session }) =>
        JSON.stringify(await registration.options(tenant, session)),
    }),
    postRoute('/v1/registration/verify', {
      auth: 'optional',
      limits: ['verify', 'new-account'],
      request: RegistrationVerifyRequest,
      responses: [NewRegistrationResponse, AddedPasskeyResponse],
      handle: async ({ tenant, session }, request) =>
        JSON.stringify(await registration.verify(tenant, session, request)),
    }),
  ];
}
