import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LanguageContext, type UseLanguage } from '../hooks/use-language.ts';
import { WalletContext } from '../hooks/use-wallet.ts';
import type { WalletConnection } from '../hooks/wallet-connection.ts';

/** What every page of the wallet stands on: the connection to the worker and the query cache. */
export function WalletPage(props: {
  connection: WalletConnection;
  language: UseLanguage;
  queries: QueryClient;
  children: ReactNode;
}) {
  return (
    <WalletContext value={props.connection}>
      <LanguageContext value={props.language}>
        <QueryClientProvider client={props.queries}>{props.children}</QueryClientProvider>
      </LanguageContext>
    </WalletContext>
  );
}
