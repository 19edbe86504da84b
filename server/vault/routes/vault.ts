import { VaultResponse } from '../../../shared/wire/vault.ts';
import { VaultError } from '../errors.ts';
import { getRoute, sessionOf } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoint 6. */
export function vaultRoutes({ store }: VaultService) {
  return [
    getRoute('/v1/vault', {
      auth: 'bearer',
      responses: [VaultResponse],
      async handle(admission) {
        const vault = await store.readVault(sessionOf(admission).accountId);
        if (vault === undefined) throw new VaultError('VAULT_PENDING');
        return `{"envelope":${vault.envelope}}`;
      },
    }),
  ];
}
