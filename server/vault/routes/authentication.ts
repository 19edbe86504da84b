import {
  AuthenticationOptionsResponse,
  AuthenticationResponse,
  AuthenticationVerifyRequest,
  EmptyRequest,
} from '../../../shared/wire/vault.ts';
import { postRoute } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoints 4 and 5. */
export function authenticationRoutes({ authentication }: VaultService) {
  return [
    postRoute('/v1/authentication/options', {
      auth: 'none',
      limits: ['anonymous-options'],
      request: EmptyRequest,
      responses: [AuthenticationOptionsResponse],
      handle: async ({ tenant }) => JSON.stringify(await authentication.options(tenant)),
    }),
    postRoute('/v1/authentication/verify', {
      auth: 'none',
      limits: ['verify'],
      request: AuthenticationVerifyRequest,
      responses: [AuthenticationResponse],
      async handle({ tenant }, request) {
        const { vault, ...session } = await authentication.verify(tenant, request);
        // Sends the envelope as the exact text that was committed.
        const { token, expires, accountId } = session;
        const head = JSON.stringify({ token, expires, accountId });
        return `${head.slice(0, -1)},"envelope":${vault.envelope}}`;
      },
    }),
  ];
}
