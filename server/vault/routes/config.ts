import { ConfigResponse, MAX_PASSKEYS, MAX_WALLETS } from '../../../shared/wire/vault.ts';
import { getRoute } from '../http/route.ts';
import type { VaultService } from '../service/service.ts';

/** Endpoint 1. */
export function configRoutes({ registration }: VaultService) {
  return [
    getRoute('/v1/config', {
      auth: 'none',
      responses: [ConfigResponse],
      async handle({ tenant }) {
        const response: ConfigResponse = {
          version: 1,
          tenant: {
            id: tenant.id,
            origin: tenant.origin,
            rpId: tenant.rpId,
            name: tenant.name,
          },
          enrollmentEnabled: await registration.admitsAccount(tenant),
          maxWallets: MAX_WALLETS,
          maxPasskeys: MAX_PASSKEYS,
        };
        return JSON.stringify(response);
      },
    }),
  ];
}
