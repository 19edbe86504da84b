import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { localhostInstead } from '../../../../shared/server-address.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';

/**
 * Returns a function that asks a server for its name and rules. A server on this computer may be
 * given by its IP address. Passkeys need a host name, so the answer then contains the address with
 * that name.
 */
export function useServerCheck(): (
  vaultUrl: string,
) => Promise<{ readonly server: ServerInfo; readonly vaultUrl: string }> {
  const call = useWalletCall();
  const check = async (vaultUrl: string) => ({
    server: await call('vault.checkServer', { vaultUrl }),
    vaultUrl,
  });
  return (vaultUrl) =>
    check(vaultUrl).catch((error: unknown) => {
      const byName = localhostInstead(vaultUrl);
      if (byName === undefined) throw error;
      return check(byName).catch(() => {
        throw error;
      });
    });
}
