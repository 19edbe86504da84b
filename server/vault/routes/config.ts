import { ConfigResponse, MAX_PASSKEYS, MAX_WALLETS } from '../../../shared/wire/vault.ts';
import { getRoute } from '../http/route.ts';

/** Endpoint 1. */
export function configRoutes() {
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
          enrollmentEnabled: tenant.enrollment,
          maxWallets: MAX_WALLETS,
          maxPasskeys: MAX_PASSKEYS,
        };
        return JSON.stringify(response);
      },
    }),
  ];
}
