import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { copyExact } from '../../hooks/copy-exact.ts';
import { reportUse } from '../../hooks/report-use.ts';
import { LanguageContext, type UseLanguage } from '../../hooks/use-language.ts';
import { useWalletCall, WalletContext } from '../../hooks/use-wallet.ts';
import type { WalletConnection } from '../../hooks/wallet-connection.ts';

/** Provides every page of the wallet with its connection to the worker and its query cache. */
export function WalletPage(props: {
  connection: WalletConnection;
  language: UseLanguage;
  queries: QueryClient;
  children: ReactNode;
}) {
  return (
    <WalletContext value={props.connection}>
      <LanguageContext value={props.language}>
        <QueryClientProvider client={props.queries}>
          <UseReport />
          <ExactCopy />
          {props.children}
        </QueryClientProvider>
      </LanguageContext>
    </WalletContext>
  );
}

function UseReport() {
  const call = useWalletCall();
  useEffect(
    () =>
      reportUse({
        target: window,
        now: () => performance.now(),
        // A worker that doesn't respond locks the vault by itself.
        report: () => void call('vault.used', {}).catch(() => undefined),
      }),
    [call],
  );
  return null;
}

function ExactCopy() {
  useEffect(() => {
    document.addEventListener('copy', copyExact);
    return () => document.removeEventListener('copy', copyExact);
  }, []);
  return null;
}
