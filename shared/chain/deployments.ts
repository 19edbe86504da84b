import type { Address } from 'viem';

/**
 * The deployed protocol on Base: books, factories, tokens and price feeds of every known revision;
 * `implementations.ts` has the options. Never remove an old revision, because history refers to it.
 */
export const CHAIN_ID = 8453;

type BookRevision = 'r13' | 'r12' | 'r10' | 'pre-r10';

export interface Book {
  readonly revision: BookRevision;
  readonly address: Address;
  readonly factory?: Address;
  readonly deploymentBlock?: number;
}

export const BOOKS: readonly Book[] = [
  {
    revision: 'r13',
    address: '0x039bD7Bb12Ff5854DA226F738FAD372C508A0b2F',
    factory: '0x06B19C26d5F42bd98a2Df2A25BB784B9E8CeaD89',
  },
  {
    revision: 'r12',
    address: '0x1bDff855d6811728acaDC00989e79143a2bdfDed',
    factory: '0x8118daD971dEbffB49B9280047659174128A8B94',
    deploymentBlock: 45601440,
  },
  {
    revision: 'r10',
    address: '0xd58b814C7Ce700f251722b5555e25aE0fa8169A1',
    factory: '0x1aDcD391CF15Fb699Ed29B1D394F4A64106886e5',
    deploymentBlock: 36596854,
  },
  { revision: 'pre-r10', address: '0x1fcA1052F45A3271F12221D4D990BfED4EE7D0b1' },
  {
    revision: 'pre-r10',
    address: '0xA63D2717538834E553cbe811B04a17eC748D71FB',
    deploymentBlock: 33445320,
  },
  { revision: 'pre-r10', address: '0x271Ec67b7f5655317154E718C16FD9748F300D2D' },
  { revision: 'pre-r10', address: '0x5800c76b27365C0eDf1cb981E7a2281d48fa096D' },
];

/** The book on which Condor fills. Current orders are signed for this book's EIP-712 domain. */
export const BOOK_R12: Address = '0x1bDff855d6811728acaDC00989e79143a2bdfDed';

/** The factory of the same revision as `BOOK_R12`, for requests to makers. */
export const FACTORY_R12: Address = '0x8118daD971dEbffB49B9280047659174128A8B94';

/** Returns true for a known book that is older than the book on which Condor fills. */
export function isRetiredBook(address: string): boolean {
  const revision = BOOKS.find(
    (book) => book.address.toLowerCase() === address.toLowerCase(),
  )?.revision;
  return revision === 'r10' || revision === 'pre-r10';
}

export const OLDER_FACTORIES: readonly Address[] = [
  '0xB8656F97F98b7edc47a966790FF468539Cec1617',
  '0xfBFF39cba579F66Ac4F9060631dce92d8d92D407',
  '0xB5c100c71b46507Df3e7426a179201a574B8b636',
  '0x1df869899C1F0f88CE2397B6770C7dCb0C249b27',
  '0x1aDcD391CF15Fb699Ed29B1D394F4A64106886e5',
  '0x115DAADE1B6AE413FD136f6cc24c6Cd5592E670b',
  '0x340ceF2EFEbeF1A1c9500B38cD4945a77c31603D',
  '0x1D1Fee494dDEAF32626dcd50e0Cd83890574730f',
];

export interface Token {
  readonly symbol: string;
  readonly address: Address;
  readonly decimals: number;
}

export const TOKENS: readonly Token[] = [
  { symbol: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 },
  { symbol: 'WETH', address: '0x4200000000000000000000000000000000000006', decimals: 18 },
  { symbol: 'cbBTC', address: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', decimals: 8 },
  { symbol: 'aBasWETH', address: '0xD4a0e0b9149BCee3C920d2E00b5dE09138fd8bb7', decimals: 18 },
  { symbol: 'aBascbBTC', address: '0xBdb9300b7CDE636d9cD4AFF00f6F009fFBBc8EE6', decimals: 8 },
  { symbol: 'aBasUSDC', address: '0x4e65fE4DbA92790696d040ac24Aa414708F5c0AB', decimals: 6 },
  { symbol: 'cbDOGE', address: '0x73C7a9c372f31C1b1c7F8e5A7d12B8735C817C79', decimals: 8 },
  { symbol: 'cbXRP', address: '0x7B2CD9Ea5566C345C9CdbcF58F5E211A0dB47444', decimals: 6 },
];

export interface PriceFeed {
  /** Ticker of the underlying asset. */
  readonly asset: string;
  readonly address: Address;
}

/** Every feed has 8 decimals. The book reverts for other feeds. */
export const PRICE_FEEDS: readonly PriceFeed[] = [
  { asset: 'ETH', address: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70' },
  { asset: 'BTC', address: '0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F' },
  { asset: 'SOL', address: '0x975043adBb80fc32276CbF9Bbcfd4A601a12462D' },
  { asset: 'DOGE', address: '0x8422f3d3CAFf15Ca682939310d6A5e619AE08e57' },
  { asset: 'XRP', address: '0x9f0C1dD78C4CBdF5b9cf923a549A201EdC676D34' },
  { asset: 'BNB', address: '0x4b7836916781CAAfbb7Bd1E5FDd20ED544B453b1' },
  { asset: 'PAXG', address: '0x5213eBB69743b85644dbB6E25cdF994aFBb8cF31' },
  { asset: 'AVAX', address: '0xE70f2D34Fd04046aaEC26a198A35dD8F2dF5cd92' },
];
