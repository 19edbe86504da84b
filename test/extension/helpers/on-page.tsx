import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStore } from 'zustand/vanilla';
import { WalletContext } from '../../../components/hooks/use-wallet.ts';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';

/** Returns the first markup of an element on a page with this wallet state. */
export function onPage(
  element: ReactNode,
  snapshot: Partial<WalletSnapshot> = {},
  queries = new QueryClient(),
): string {
  const connection = {
    store: createStore(() => ({ snapshot: snapshot as WalletSnapshot })),
    call: () => new Promise<never>(() => undefined),
    watch: () => () => undefined,
  };
  return renderToStaticMarkup(
    <WalletContext value={connection}>
      <QueryClientProvider client={queries}>{element}</QueryClientProvider>
    </WalletContext>,
  );
}
