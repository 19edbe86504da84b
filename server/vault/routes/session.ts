import { EmptyRequest, RevokeResponse } from '../../../shared/wire/vault.ts';
import { postRoute, sessionOf } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoint 10. */
export function sessionRoutes({ store }: VaultService) {
  return [
    postRoute('/v1/session/revoke', {
      auth: 'bearer',
      request: EmptyRequest,
      responses: [RevokeResponse],
      async handle(admission) {
        await store.revokeSession(sessionOf(admission).tokenHash);
        return JSON.stringify({ revoked: true });
      },
    }),
  ];
}
