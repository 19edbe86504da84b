import { OperationReceipt } from '../../../shared/wire/vault.ts';
import { VaultServiceError } from '../errors.ts';
import { getRoute, sessionOf } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoint 9. */
export function operationRoutes({ store }: VaultService) {
  return [
    getRoute('/v1/operations/', {
      auth: 'bearer',
      responses: [OperationReceipt],
      async handle(admission) {
        const { accountId } = sessionOf(admission);
        const receipt = await store.findReceipt(accountId, admission.id);
        if (receipt === undefined) {
          // An account deleted since the token check takes its receipts with it.
          const account = await store.readAccount(accountId);
          throw new VaultServiceError(
            account === undefined ? 'SESSION_EXPIRED' : 'OPERATION_UNKNOWN',
          );
        }
        return JSON.stringify({ revision: receipt.revision, digest: receipt.digest });
      },
    }),
  ];
}
