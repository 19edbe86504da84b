import { BASE_SERVICES } from '../../../shared/messages/default-services.ts';
import { NO_DESK_CHOICES } from '../../../shared/messages/desk-choices.ts';
import { plainSettings } from '../../../shared/messages/plain-settings.ts';
import type { AccountView, VaultView, WalletSnapshot } from '../../../shared/messages/snapshot.ts';
import { cents, tokenAmount } from '../../../shared/units.ts';
import { tokenNamed } from '../../devnet/build-order.ts';
import { DAY, NOW } from '../../shared/desk/desk-rows.ts';

/** Returns an address that repeats one byte. */
export const address = (byte: string): `0x${string}` => `0x${byte.repeat(20)}`;

const tokenAt = (symbol: string) => tokenNamed(symbol).address;
export const USDC_ADDRESS = tokenAt('USDC');

export const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const WATCHED = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
export const AT = NOW * 1000;

const account = (name: string, key: string, kind: AccountView['kind']): AccountView => ({
  address: key,
  name,
  ownName: name,
  walletId: kind,
  kind,
});

export const UNLOCKED: Extract<VaultView, { status: 'unlocked' }> = {
  status: 'unlocked',
  home: 'server',
  canKeepHere: true,
  tenantName: 'Condor',
  server: 'https://vault.example',
  revision: 12,
  syncedAt: AT - 60_000,
  tenantId: 'T'.repeat(16),
  rpId: 'vault.example',
  checkCode: '3F2A-91C0-77',
  deadline: AT + 600_000,
  usedBytes: 4_200,
  wallets: [
    {
      id: 'seed',
      name: 'Savings',
      kind: 'seed',
      addedAt: AT - 90 * DAY * 1000,
      accounts: [account('Savings', ACCOUNT, 'seed'), account('Trading', address('ab'), 'seed')],
      hidden: [],
    },
    {
      id: 'watch',
      name: 'Treasury',
      kind: 'watch',
      addedAt: AT - 5 * DAY * 1000,
      accounts: [account('Treasury', WATCHED, 'watch')],
      hidden: [],
    },
  ],
  passkeys: [
    { credentialId: 'a', name: 'Laptop', addedAt: AT - 90 * DAY * 1000, isInUse: true },
    { credentialId: 'b', name: 'Security key', addedAt: AT - DAY * 1000, isInUse: false },
  ],
  contacts: [{ address: WATCHED, name: 'Bakery' }],
  conflicts: [],
  backups: [{ walletId: 'seed', phraseAt: AT - 80 * DAY * 1000 }],
  foreignChanges: [],
  sync: { kind: 'synced' },
};

const {
  deadline: _deadline,
  usedBytes: _used,
  wallets: _wallets,
  passkeys: _keys,
  ...known
} = UNLOCKED;
const { contacts: _c, conflicts: _f, backups: _b, foreignChanges: _g, sync: _s, ...rest } = known;
export const LOCKED: VaultView = { ...rest, status: 'locked' };
export const EMPTY: VaultView = { status: 'empty', canKeepHere: true };

const BASE_COIN = { chainId: 8453, network: 'Base' } as const;

const SNAPSHOT: WalletSnapshot = {
  vault: UNLOCKED,
  otherVaults: [],
  selected: ACCOUNT,
  approvalIds: [],
  hasNoWindow: false,
  waitingSites: [],
  ceremony: 'none',
  activity: { version: '1', count: 4, pending: 1 },
  fills: [],
  portfolio: {
    account: ACCOUNT,
    balances: [
      {
        ...BASE_COIN,
        symbol: 'ETH',
        name: 'Ether',
        decimals: 18,
        amount: tokenAmount(1420000000000000000n),
        usdCents: cents(367780n),
      },
      {
        ...BASE_COIN,
        token: USDC_ADDRESS,
        symbol: 'USDC',
        name: 'USD Coin',
        decimals: 6,
        amount: tokenAmount(12450310000n),
        usdCents: cents(1245031n),
      },
      {
        ...BASE_COIN,
        token: tokenAt('aBasUSDC'),
        symbol: 'aBasUSDC',
        name: 'Aave Base USDC',
        decimals: 6,
        amount: tokenAmount(2500000000n),
        usdCents: cents(250000n),
        lent: { asset: 'USDC', rateBps: 310 },
      },
      {
        ...BASE_COIN,
        token: tokenAt('cbBTC'),
        symbol: 'cbBTC',
        name: 'Coinbase Wrapped BTC',
        decimals: 8,
        amount: tokenAmount(4200000n),
      },
    ],
    totalUsdCents: cents(1862811n),
    at: AT - 20_000,
    block: '21000000',
  },
  sites: { version: '1', count: 2 },
  networks: [
    {
      chainId: 8453,
      name: 'Base',
      symbol: 'ETH',
      rpcUrls: [...BASE_SERVICES.rpcUrls],
      explorerUrl: 'https://basescan.org',
      isOwn: true,
    },
    {
      chainId: 10,
      name: 'OP Mainnet',
      symbol: 'ETH',
      rpcUrls: ['https://mainnet.optimism.io'],
      isOwn: false,
    },
  ],
  offeredNetworks: [{ chainId: 84532, name: 'Base Sepolia', isTest: true }],
  watchedTokens: [{ chainId: 8453, address: address('de'), symbol: 'DEGEN', decimals: 18 }],
  blockedSites: [{ origin: 'https://spam.example', until: AT + DAY * 1000 }],
  slowedSites: [],
  phishingList: {
    isWeekly: true,
    refreshedAt: AT - 3 * DAY * 1000,
    source: 'https://list.example/config.json',
  },
  services: { ...BASE_SERVICES, vaultUrl: 'https://vault.example' },
  deskChoices: NO_DESK_CHOICES,
  alerts: { all: [], unread: [] },
  opens: 'popup',
  isDefaultWallet: false,
  ...plainSettings({ locksWithScreen: true, usesSmartAccounts: true }),
  expiryNotices: 'plain',
  // The frame has already read the texts of the browser's language.
  language: 'browser',
  autoLockMinutes: 10,
  warnings: [],
};

export const snapshotWith = (change: Partial<WalletSnapshot>): WalletSnapshot => ({
  ...SNAPSHOT,
  ...change,
});
