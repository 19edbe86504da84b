import { VaultResponse } from '../../../shared/wire/vault.ts';
import { VaultServiceError } from '../errors.ts';
import { getRoute, sessionOf } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoint 6. */
export function vaultRoutes({ store }: VaultService) {
  return [
    getRoute('/v1/vault', {
      auth: 'bearer',
      responses: [VaultResponse],
      async handle(admission) {
        const { accountId } = sessionOf(admission);
        const vault = await store.readVault(accountId);
        if (vault === undefined) {
          // No vault: it waits for its first commit, or was deleted since the token check.
          const account = await store.readAccount(accountId);
          throw new VaultServiceError(account === undefined ? 'SESSION_EXPIRED' : 'VAULT_PENDING');
        }
        // Sends the envelope as the exact text that was committed.
        return `{"envelope":${vault.envelope}}`;
      },
    }),
  ];
}
