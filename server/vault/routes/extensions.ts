import { MutationOptionsResponse, OperationReceipt } from '../../../shared/wire/vault.ts';
import {
  DeletionCommitRequest,
  DeletionOptionsRequest,
  DeletionResponse,
  RemovalCommitRequest,
  RemovalOptionsRequest,
} from '../../../shared/wire/vault-extensions.ts';
import { postRoute, sessionOf } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Our own routes, for operations that the specification doesn't have. */
export function extensionRoutes({ removal, deletion }: VaultService) {
  return [
    postRoute('/ext/v1/passkeys/removal/options', {
      auth: 'bearer',
      isExtension: true,
      request: RemovalOptionsRequest,
      responses: [MutationOptionsResponse],
      handle: async (admission, request) =>
        JSON.stringify(await removal.options(admission.tenant, sessionOf(admission), request)),
    }),
    postRoute('/ext/v1/passkeys/removal/commit', {
      auth: 'bearer',
      isExtension: true,
      request: RemovalCommitRequest,
      responses: [OperationReceipt],
      handle: async (admission, request, textOf) =>
        JSON.stringify(
          await removal.commit(admission.tenant, sessionOf(admission), request, textOf('envelope')),
        ),
    }),
    postRoute('/ext/v1/account/deletion/options', {
      auth: 'bearer',
      isExtension: true,
      request: DeletionOptionsRequest,
      responses: [MutationOptionsResponse],
      handle: async (admission, request) =>
        JSON.stringify(await deletion.options(admission.tenant, sessionOf(admission), request)),
    }),
    postRoute('/ext/v1/account/deletion/commit', {
      auth: 'bearer',
      isExtension: true,
      request: DeletionCommitRequest,
      responses: [DeletionResponse],
      handle: async (admission, request) =>
        JSON.stringify(await deletion.commit(admission.tenant, sessionOf(admission), request)),
    }),
  ];
}
