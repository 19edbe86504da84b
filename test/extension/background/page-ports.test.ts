import { describe, expect, it } from 'vitest';
import { createPagePorts } from '../../../entrypoints/background/rpc/page-ports.ts';
import { fakePagePort } from '../helpers/fake-port.ts';

const ORIGIN = 'https://dapp.example';

function start() {
  let accounts: readonly string[] = [];
  let chainId = 8453;
  const ready = Promise.withResolvers<void>();
  const pages = createPagePorts({
    ready: ready.promise,
    router: { answer: async ({ id }) => ({ id, result: null }) },
    visibleTo: () => accounts,
    chainOf: () => chainId,
    onOpened: () => undefined,
    onGone: () => undefined,
    nextTask: (run) => run(),
  });
  const { port, heard } = fakePagePort({ origin: ORIGIN, documentId: 'document' });
  pages.accept(port);
  return {
    pages,
    heard,
    load: async () => {
      ready.resolve();
      await ready.promise;
    },
    become: (next: { accounts?: readonly string[]; chainId?: number }) => {
      accounts = next.accounts ?? accounts;
      chainId = next.chainId ?? chainId;
    },
  };
}

describe('a page’s port', () => {
  it('sends a page the whole state in a single event, even if parts of the state load earlier', async () => {
    const { pages, heard, load, become } = start();
    become({ accounts: ['0xA'], chainId: 10 });
    // The worker opens the vault while the state is still loading.
    pages.announceAccounts();
    pages.announceChain(ORIGIN);
    expect(heard).toEqual([]);
    await load();
    expect(heard).toEqual([{ event: 'state', payload: { chainId: '0xa', accounts: ['0xa'] } }]);
  });

  it('sends later changes to a page one by one', async () => {
    const { pages, heard, load, become } = start();
    await load();
    become({ accounts: ['0xA'], chainId: 10 });
    pages.announceAccounts(ORIGIN);
    pages.announceChain(ORIGIN);
    pages.announceChain('https://other.example');
    expect(heard.slice(1)).toEqual([
      { event: 'accountsChanged', payload: ['0xa'] },
      { event: 'chainChanged', payload: '0xa' },
    ]);
  });
});
