import { VaultResponse } from '../../../shared/wire/vault.ts';
import { VaultError } from '../errors.ts';
import { type JsonText, jsonText } from '../http/answers.ts';
import { getRoute, sessionOf } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';
import type { StoredVault } from '../store.ts';

/** Endpoint 6. */
export function vaultRoutes({ store }: VaultService) {
  // A vault that the store gives again is answered with the text that was made for it.
  const answers = new WeakMap<StoredVault, JsonText>();

  return [
    getRoute('/v1/vault', {
      auth: 'bearer',
      responses: [VaultResponse],
      async handle(admission) {
        const vault = await store.readVault(sessionOf(admission).accountId);
        if (vault === undefined) throw new VaultError('VAULT_PENDING');
        let answer = answers.get(vault);
        if (answer === undefined) {
          answer = jsonText(`{"envelope":${vault.envelope}}`);
          answers.set(vault, answer);
        }
        return answer;
      },
    }),
  ];
}
