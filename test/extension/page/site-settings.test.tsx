import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { SiteSettings } from '../../../components/screens/settings/SiteSettings.tsx';
import type { SiteView, WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { ACCOUNT, address, snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const SITE: SiteView = {
  origin: 'https://swap.example',
  chainId: 8453,
  accounts: [ACCOUNT],
  connectedAt: Date.now() - 86_400_000,
};

const page = (
  rows: readonly SiteView[],
  {
    count = rows.length,
    total = count,
    ...change
  }: Partial<WalletSnapshot> & {
    count?: number;
    total?: number;
  } = {},
) => {
  const queries = new QueryClient();
  queries.setQueryData(['sites', '', 20, '1'], { rows, total });
  return onPage(
    <SiteSettings />,
    snapshotWith({ sites: { version: '1', count }, ...change }),
    queries,
  );
};

describe('the sites that see accounts', () => {
  it('shows each site with its full origin, network, age and number of accounts', () => {
    const html = page([
      SITE,
      { ...SITE, origin: 'https://b.example', chainId: 10, accounts: [ACCOUNT, address('ab')] },
    ]);
    expect(wordsOf(html)).toMatch(/https:\/\/swap\.example 1 account · Base · connected .* ago/);
    expect(wordsOf(html)).toMatch(/https:\/\/b\.example 2 accounts · OP Mainnet · connected/);
  });

  it('names the site in the buttons that change and disconnect it', () => {
    expect(buttonNamesOf(page([SITE]))).toEqual([
      'Accounts and network of https://swap.example',
      'Disconnect https://swap.example',
    ]);
  });

  it('shows the chain ID of a network that is no longer in the wallet', () => {
    expect(wordsOf(page([{ ...SITE, chainId: 777 }]))).toContain('· Chain 777 · connected');
  });

  it('says how to connect a site when there is none', () => {
    expect(wordsOf(page([]))).toContain('No connected sites. To connect a site, use the connect');
    expect(wordsOf(page([SITE]))).not.toContain('No connected sites');
  });

  it('offers a search and “Show more” only for a long list', () => {
    expect(page([SITE])).not.toContain('type="search"');
    const many = page([SITE], { count: 21 });
    expect(many).toContain('type="search"');
    expect(buttonNamesOf(many)).toContain('Show more sites');
    expect(wordsOf(page([], { count: 21, total: 0 }))).toContain('No connected site matches');
  });

  it('shows whether Condor is the default wallet', () => {
    expect(page([], { isDefaultWallet: true })).toMatch(/type="checkbox"[^>]*checked=""/);
    expect(page([])).not.toMatch(/type="checkbox"[^>]*checked=""/);
  });
});
