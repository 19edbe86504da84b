import { useState } from 'react';
import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { isIpAddress } from '../../../../shared/server-address.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHostAccess } from '../../../hooks/use-host-access.ts';
import { lacksPasskey } from './lacks-passkey.ts';

type Way = 'create' | 'signIn';

/** The ways into a vault on a server: with a new passkey, or with one that the server knows. */
export function useServerPasskey(server: ServerInfo, ways: Record<Way, () => Promise<unknown>>) {
  const askForHosts = useHostAccess();
  const [way, setWay] = useState<Way>();
  const [needsHelp, setNeedsHelp] = useState(false);
  const { run, isRunning, problem } = useAction(async (chosen: Way) => {
    setWay(chosen);
    setNeedsHelp(false);
    // Browsers let an extension use a server's passkeys only with access to exactly that host.
    await askForHosts([server.rpId]);
    await ways[chosen]().catch((error: unknown) => {
      setNeedsHelp(chosen === 'signIn' && lacksPasskey(error));
      throw error;
    });
  });
  const isIp = isIpAddress(server.rpId);
  const canSignIn = !isRunning && !isIp;
  return {
    create: () => void run('create'),
    signIn: () => void run('signIn'),
    canCreate: canSignIn && server.enrollmentEnabled,
    canSignIn,
    running: isRunning ? way : undefined,
    problem,
    /** True when no passkey of this device may open a vault of the server. */
    needsHelp,
    /** True for a server without a host name, for which browsers have no passkeys. */
    isIp,
  };
}
