import { hasCode } from '../../../../shared/errors.ts';
import type { ConfigResponse } from '../../../../shared/wire/vault.ts';
import type { VaultClient } from './client.ts';

/**
 * Returns the tenant that a server serves at its address. The interface requires the registered
 * origin even for this request, so this function tries the address's own origin first, then the
 * origin that the server names. The server needs no trust, because an origin is only sent back to
 * the address that named it.
 * @throws ServiceError ORIGIN_DENIED when the server accepts neither origin; errors of the client
 */
export async function findTenant(deps: {
  server: Pick<VaultClient, 'baseUrl' | 'config' | 'registeredOrigin'>;
  setOrigin: (origin: string) => Promise<void>;
}): Promise<ConfigResponse> {
  const { server, setOrigin } = deps;

  async function ask(origin: string): Promise<ConfigResponse> {
    await setOrigin(origin);
    const config = await server.config();
    await setOrigin(config.tenant.origin);
    return config;
  }

  const guess = `https://${new URL(server.baseUrl()).host}`;
  try {
    return await ask(guess);
  } catch (error) {
    if (!hasCode(error, 'ORIGIN_DENIED')) throw error;
    const named = await server.registeredOrigin();
    if (named === undefined || named === guess) throw error;
    return ask(named);
  }
}
