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
        const { accountId } = sessionOf(admission);
        const vault = await store.readVault(accountId);
        if (vault === undefined) {
          // Without a vault it waits for its first commit, or was deleted since the token was checked.
          const account = await store.readAccount(accountId);
          throw new VaultError(account === undefined ? 'SESSION_EXPIRED' : 'VAULT_PENDING');
        }
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
