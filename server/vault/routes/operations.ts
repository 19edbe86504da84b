import { OperationReceipt } from '../../../shared/wire/vault.ts';
import { VaultError } from '../errors.ts';
import { jsonText } from '../http/answers.ts';
import { getRoute, sessionOf } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoint 9. */
export function operationRoutes({ store }: VaultService) {
  return [
    getRoute('/v1/operations/', {
      auth: 'bearer',
      responses: [OperationReceipt],
      async handle(admission) {
        const receipt = await store.findReceipt(sessionOf(admission).accountId, admission.id);
        if (receipt === undefined) throw new VaultError('OPERATION_UNKNOWN');
        return jsonText(JSON.stringify({ revision: receipt.revision, digest: receipt.digest }));
      },
    }),
  ];
}
