import {
  MutationCommitRequest,
  MutationOptionsRequest,
  MutationOptionsResponse,
  OperationReceipt,
} from '../../../shared/wire/vault.ts';
import { postRoute, sessionOf } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoints 7 and 8. */
export function mutationRoutes({ mutations }: VaultService) {
  return [
    postRoute('/v1/mutations/options', {
      auth: 'bearer',
      request: MutationOptionsRequest,
      responses: [MutationOptionsResponse],
      handle: async (admission, request) =>
        JSON.stringify(await mutations.options(admission.tenant, sessionOf(admission), request)),
    }),
    postRoute('/v1/mutations/commit', {
      auth: 'bearer',
      request: MutationCommitRequest,
      responses: [OperationReceipt],
      handle: async (admission, request, textOf) =>
        JSON.stringify(
          await mutations.commit(
            admission.tenant,
            sessionOf(admission),
            request,
            textOf('envelope'),
          ),
        ),
    }),
  ];
}
