import { useState } from 'react';
import { PHISHING_LIST_URL } from '../../../../shared/approvals/phishing-list.ts';
import { DEFAULT_RPC_URLS } from '../../../../shared/chain/base-endpoints.ts';
import type { Services } from '../../../../shared/messages/snapshot.ts';
import type { ServerInfo } from '../../../../shared/messages/wallet-answers.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useHostAccess } from '../../../hooks/use-host-access.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { addressProblem, servicesFor } from '../../../texts/service-defaults.ts';
import { useServerCheck } from './use-server-check.ts';

const DEFAULT_NODES: ReadonlySet<string> = new Set(DEFAULT_RPC_URLS);

export interface ServerStepProps {
  readonly services: Services;
  readonly intro: string;
  readonly onServices: (services: Services) => void;
  readonly onServer: (server: ServerInfo) => void;
}

/**
 * Returns the typed server address, the addresses of the other services, and the check of all
 * addresses.
 */
export function useServerStep(props: ServerStepProps) {
  const { services, onServices, onServer } = props;
  const checkServer = useServerCheck();
  const askForHosts = useHostAccess();
  const [isSuggested] = useState(services.vaultUrl !== '');
  /** The text as typed. Normalizing the text during typing would move the cursor. */
  const [typed, setTyped] = useState(services.vaultUrl);
  const check = useAction(async () => {
    const { vaultUrl, rpcUrls } = services;
    setTyped(vaultUrl);
    // Condor's default nodes need no permission, because they allow requests from any page.
    const ownNodes = rpcUrls.filter((url) => !DEFAULT_NODES.has(url));
    await askForHosts([vaultUrl, ...ownNodes]);
    const found = await checkServer(vaultUrl);
    if (found.vaultUrl !== vaultUrl) onServices(movedTo(found.vaultUrl, services));
    onServer(found.server);
  });
  const problem = addressProblem(services.vaultUrl);
  const source = useSnapshot((snapshot) => snapshot.phishingList.source) ?? PHISHING_LIST_URL;
  /** Fields that the user changed; a new server address leaves them unchanged. */
  const [touched, setTouched] = useState<Partial<Services>>({});
  const change = (part: Partial<Services>) => {
    setTouched({ ...touched, ...part });
    onServices({ ...services, ...part });
  };
  return {
    check,
    problem,
    source,
    isSuggested,
    typed,
    type(text: string) {
      setTyped(text);
      onServices({ ...servicesFor(text), ...touched });
    },
    change,
  };
}

/** Returns the services with this vault address. Services below the former address move with it. */
export function movedTo(vaultUrl: string, services: Services): Services {
  const move = (url: string) =>
    url.startsWith(`${services.vaultUrl}/`) ? vaultUrl + url.slice(services.vaultUrl.length) : url;
  return {
    ...services,
    vaultUrl,
    ordersUrls: services.ordersUrls.map(move),
    indexerUrl: move(services.indexerUrl),
  };
}
