import { describe, expect, it } from 'vitest';
import { BackupNotice } from '../../../components/screens/wallet/home/BackupNotice.tsx';
import { ForeignChanges } from '../../../components/screens/wallet/home/ForeignChanges.tsx';
import { ForeignCode } from '../../../components/screens/wallet/home/ForeignCode.tsx';
import { Home } from '../../../components/screens/wallet/home/Home.tsx';
import { NoWallet } from '../../../components/screens/wallet/home/NoWallet.tsx';
import { SlowedSites } from '../../../components/screens/wallet/home/SlowedSites.tsx';
import type { WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { cents } from '../../../shared/units.ts';
import { ACCOUNT, address, snapshotWith, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

const ignore = () => undefined;
const ONE_KEY = UNLOCKED.passkeys.slice(0, 1);

describe('the notice of a missing backup', () => {
  const notice = (vault: Partial<typeof UNLOCKED>, value?: bigint) => {
    const snapshot = snapshotWith({
      vault: { ...UNLOCKED, home: 'device', backups: [], ...vault },
    });
    const { portfolio: read, ...rest } = snapshot;
    return onPage(<BackupNotice onOpen={ignore} />, {
      ...rest,
      ...(value === undefined || read === undefined
        ? {}
        : { portfolio: { ...read, totalUsdCents: cents(value) } }),
    });
  };

  it('urges a user with at least fifty dollars to make a backup, and names the amount', () => {
    const small = notice({ passkeys: ONE_KEY }, 4999n);
    expect(wordsOf(small)).toBe('Not backed up Back it up');
    expect(small).not.toContain('role="alert"');
    const large = notice({ passkeys: ONE_KEY }, 5000n);
    expect(wordsOf(large)).toBe('$50.00, not backed up Back it up');
    expect(large).toContain('role="alert"');
  });

  it('asks for a backup in a plain notice before the balances are read', () => {
    expect(wordsOf(notice({ passkeys: ONE_KEY }))).toBe('Not backed up Back it up');
  });

  it('lists wallets that are missing from the recovery file, even if the vault is on a server', () => {
    const [seed = expect.unreachable()] = UNLOCKED.wallets;
    const wallets = [seed, { ...seed, id: 'new', name: 'New' }];
    const backups = [{ walletId: 'seed', fileAt: 1 }];
    for (const home of ['device', 'server'] as const) {
      const html = notice({ home, passkeys: ONE_KEY, wallets, backups }, 999999n);
      expect(wordsOf(html)).toBe('Your recovery file doesn’t contain New Create a new one');
    }
  });

  it.each<[string, Partial<typeof UNLOCKED>]>([
    ['the phrase is confirmed', { passkeys: ONE_KEY, backups: UNLOCKED.backups }],
    ['there is a second passkey', {}],
    ['a server has a copy', { passkeys: ONE_KEY, home: 'server' }],
  ])('shows no backup notice when %s', (_, vault) => {
    expect(notice(vault, 999999n)).toBe('');
  });
});

describe('changes of other devices', () => {
  it('warns of a new passkey, with a link to the passkeys', () => {
    const html = onPage(
      <ForeignChanges
        changes={[{ kind: 'passkey-added', name: 'Tablet', credentialId: 't' }]}
        onPasskeys={ignore}
      />,
    );
    expect(wordsOf(html)).toContain('A new passkey opens your vault. If you didn’t add it, remove');
    expect(wordsOf(html)).toContain('Passkey “Tablet” was added.');
    expect(buttonNamesOf(html)).toEqual(['Open passkeys', 'I know these changes']);
  });

  it('lists items that another device deleted, without a link to the passkeys', () => {
    const item = { kind: 'contact', name: 'Baker', address: address('1d') } as const;
    const html = onPage(
      <ForeignChanges changes={[{ kind: 'deleted', item }]} onPasskeys={ignore} />,
    );
    expect(wordsOf(html)).toContain('Deleted: Contact “Baker”');
    expect(buttonNamesOf(html)).toEqual(['I know these changes']);
  });
});

describe('an account that runs foreign code', () => {
  const shown = (delegate: string | undefined) =>
    onPage(
      <ForeignCode account={ACCOUNT} delegate={delegate} onNewAccount={ignore} onSend={ignore} />,
      snapshotWith({}),
    );

  it('names the foreign contract that an account runs, and warns that the contract can move everything', () => {
    const html = shown(address('de'));
    expect(html).toContain('role="alert"');
    expect(wordsOf(html)).toContain('It can move everything in the account.');
    expect(wordsOf(html)).toContain('The contract 0xdede…dede was set');
  });

  it('still warns after the foreign code was removed, because someone else may know the key', () => {
    const html = shown(undefined);
    expect(html).toContain('role="alert"');
    expect(buttonNamesOf(html)).toHaveLength(2);
  });
});

describe('sites that were slowed down', () => {
  const slowed = (until: number) =>
    onPage(<SlowedSites />, { slowedSites: [{ origin: 'https://spam.example', until }] });

  it('lists each slowed-down site with its remaining time, and lets the user allow the site again', () => {
    const html = slowed(Date.now() + 30_000);
    expect(wordsOf(html)).toMatch(
      /https:\/\/spam\.example opened several requests .* for (?:29|30) s\./,
    );
    expect(buttonNamesOf(html)).toEqual(['Allow https://spam.example to ask again']);
  });

  it('doesn’t list a site whose slow-down has ended', () => {
    expect(slowed(Date.now() - 1)).toBe('');
  });
});

describe('Home', () => {
  const home = (change: Partial<WalletSnapshot> = {}) =>
    onPage(
      <Home onAddWallet={ignore} onSettings={ignore} onOpen={ignore} onActivity={ignore} />,
      snapshotWith(change),
    );

  it('lists every balance, in the order of the portfolio', () => {
    const symbols = [...home().matchAll(/data-testid="balance-([^"]+)"/g)].map(([, one]) => one);
    expect(symbols).toEqual(['ETH', 'USDC', 'aBasUSDC', 'cbBTC']);
  });

  it('shows assets with a dash before their balances are read', () => {
    const { portfolio: _unread, ...unread } = snapshotWith({});
    const html = onPage(
      <Home onAddWallet={ignore} onSettings={ignore} onOpen={ignore} onActivity={ignore} />,
      unread,
    );
    expect(wordsOf(html)).toContain('ETH — USDC — WETH — cbBTC —');
    expect(wordsOf(html)).not.toContain('$0');
  });

  it('shows when the vault was last synced, and how many sites are connected', () => {
    expect(wordsOf(home())).toMatch(/Vault synced .*, revision 12 2 connected sites$/);
    expect(wordsOf(home({ sites: { version: '1', count: 0 } }))).toContain('No connected sites');
  });

  it('counts pending transactions, and links to the activity', () => {
    expect(wordsOf(home())).toContain('1 pending transaction');
    expect(buttonNamesOf(home())).toContain('View');
    const none = home({ activity: { version: '1', count: 4, pending: 0 } });
    expect(wordsOf(none)).not.toContain('pending transaction');
  });

  it('shows no balances when the device has no vault', () => {
    expect(home({ vault: { status: 'empty', canKeepHere: true } })).toBe('');
  });

  it('explains how to get the first wallet', () => {
    const html = onPage(
      <NoWallet onAdd={ignore} onSettings={ignore} />,
      snapshotWith({ vault: { ...UNLOCKED, wallets: [] } }),
    );
    expect(wordsOf(html)).toContain('Your vault is empty. Create a wallet, or import one.');
    expect(buttonNamesOf(html)).toEqual(['Add a wallet', 'Settings']);
  });

  it('shows the home page in German', () => {
    const german = wordsOf(inGerman(() => home()));
    expect(german).not.toContain('connected sites');
    expect(german).toContain('12.450,31');
  });
});
