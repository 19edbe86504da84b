import { useState } from 'react';
import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { isIpAddress } from '../../../../shared/server-address.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHostAccess } from '../../../hooks/use-host-access.ts';
import { lacksPasskey } from './lacks-passkey.ts';

type Way = 'create' | 'signIn';

/** Returns the ways into a vault on a server: a new passkey, or a passkey that the server knows. */
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
    /** True when this device may have no passkey of a vault on the server. */
    needsHelp,
    /** True for a server without a host name. Passkeys need a host name. */
    isIp,
  };
}
