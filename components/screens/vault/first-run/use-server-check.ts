import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { localhostInstead } from '../../../../shared/server-address.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';

/**
 * Returns a function that asks a server for its name and rules. Passkeys need a host name. If the
 * user typed an IP address of this computer, the answer contains the address with a host name.
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
