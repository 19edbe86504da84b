import type { Address } from 'viem';

/**
 * The deployed protocol on Base: books, factories, implementations, tokens and price feeds of every
 * known revision. History refers to old revisions, so never remove one.
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

/** The book that Condor fills on; live orders have its EIP-712 domain. */
export const BOOK_R12: Address = '0x1bDff855d6811728acaDC00989e79143a2bdfDed';

/** The factory of that revision, for requests for quotation. */
export const FACTORY_R12: Address = '0x8118daD971dEbffB49B9280047659174128A8B94';

/** Returns true for a known book older than the one that Condor fills on. */
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

/** Every feed has 8 decimals; the book reverts on any other. */
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

export type ProductName =
  | 'INVERSE_CALL'
  | 'PUT'
  | 'CALL_SPREAD'
  | 'INVERSE_CALL_SPREAD'
  | 'PUT_SPREAD'
  | 'CALL_FLY'
  | 'PUT_FLY'
  | 'IRON_CONDOR'
  | 'CALL_CONDOR'
  | 'PUT_CONDOR'
  | 'PHYSICAL_CALL'
  | 'PHYSICAL_PUT'
  | 'CALL_LOAN'
  | 'LINEAR_CALL'
  | 'RANGER';

export type ImplementationRevision = 'v6' | 'v6-deprecated' | 'r10' | 'r12';

export interface Implementation {
  readonly address: Address;
  readonly revision: ImplementationRevision;
  readonly product: ProductName;
  readonly strikeCount: number;
}

/** Implementations of options. An order's product is determined by these addresses alone. */
export const IMPLEMENTATIONS: readonly Implementation[] = [
  {
    address: '0x3CeB524cBA83D2D4579F5a9F8C0D1f5701dd16FE',
    revision: 'v6',
    product: 'INVERSE_CALL',
    strikeCount: 1,
  },
  {
    address: '0xF480F636301d50Ed570D026254dC5728b746A90F',
    revision: 'v6',
    product: 'PUT',
    strikeCount: 1,
  },
  {
    address: '0x4D75654bC616F64F6010d512C3B277891FB52540',
    revision: 'v6',
    product: 'CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xeD0fAe13331ab620504918469fA47Cf6A499a55e',
    revision: 'v6',
    product: 'INVERSE_CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xC9767F9a2f1eADC7Fdcb7f0057E829D9d760E086',
    revision: 'v6',
    product: 'PUT_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xD8EA785ab2A63a8a94C38f42932a54A3E45501c3',
    revision: 'v6',
    product: 'CALL_FLY',
    strikeCount: 3,
  },
  {
    address: '0x1fE24872Ab7c83BbA26Dc761ce2EA735c9b96175',
    revision: 'v6',
    product: 'PUT_FLY',
    strikeCount: 3,
  },
  {
    address: '0x494Cd61b866D076c45564e236D6Cb9e011a72978',
    revision: 'v6',
    product: 'IRON_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0xbb5d2EB2D354D930899DaBad01e032C76CC3c28f',
    revision: 'v6',
    product: 'CALL_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0xbdAcC00Dc3F6e1928D9380c17684344e947aa3Ec',
    revision: 'v6',
    product: 'PUT_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x07032ffb1df85eC006Be7c76249B9e6f39b60F32',
    revision: 'v6',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0xAC5eCA7129909dE8c12e1a41102414B5a5f340AA',
    revision: 'v6',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0x6e0019bF9a44B60d57435a032Cb86b716629C08E',
    revision: 'v6',
    product: 'CALL_LOAN',
    strikeCount: 1,
  },
  {
    address: '0x72fc2920137E42473935D511B4AD29Efa34164C8',
    revision: 'v6-deprecated',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0x9dA79023Af00d1f2054BB1eED0D49004fe41C5b5',
    revision: 'v6-deprecated',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0xf1E551AB55b1303dEa76ed8d92B76F99eEec75d6',
    revision: 'v6-deprecated',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0xC305f561Ef1de00F06b227f7593763C65C479f1B',
    revision: 'v6-deprecated',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0x1Fdec69e5Ac4FA9Cb7092f381c2DD5688759D43C',
    revision: 'r10',
    product: 'INVERSE_CALL',
    strikeCount: 1,
  },
  {
    address: '0x64b4B21Bf0845c79661f60ED48aA24d54Bf74Bb5',
    revision: 'r10',
    product: 'PUT',
    strikeCount: 1,
  },
  {
    address: '0x2Db5aFA04aeE616157Beb53b96612947b3d13eE3',
    revision: 'r10',
    product: 'CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xb529bA9d8d877d2641C8E8efED91fF603F09646e',
    revision: 'r10',
    product: 'INVERSE_CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0x571471B2f823cC6B5683FC99ac6781209BC85F55',
    revision: 'r10',
    product: 'PUT_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xEeEB29c9454974C89c5Fb1b3190fcb46b74f1eA1',
    revision: 'r10',
    product: 'LINEAR_CALL',
    strikeCount: 1,
  },
  {
    address: '0xb727690FDD4Bb0ff74f2f0CC3E68297850A634c5',
    revision: 'r10',
    product: 'CALL_FLY',
    strikeCount: 3,
  },
  {
    address: '0x78b02119007F9EFc2297A9738b9a47A3bc3c2777',
    revision: 'r10',
    product: 'PUT_FLY',
    strikeCount: 3,
  },
  {
    address: '0x7D3C622852d71B932D0903F973cafF45BCdBa4F1',
    revision: 'r10',
    product: 'CALL_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x5cc960B56049b6f850730FacB4F3EB45417c7679',
    revision: 'r10',
    product: 'PUT_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0xb200253b68Fbf18f31D813AECEf97be3A6246b79',
    revision: 'r10',
    product: 'IRON_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x025A8ef95f8939fFdBA6a45973A28695846e9E45',
    revision: 'r10',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0x2d283D7aDe2896D98331496EE761F15Ed1D6a699',
    revision: 'r10',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0x6a1D5Ce9E3BDEf110A06d8D025C171189d926D72',
    revision: 'r10',
    product: 'RANGER',
    strikeCount: 2,
  },
  {
    address: '0x7355EB92dfb0503DB558a70c10843618932ab290',
    revision: 'r12',
    product: 'PUT',
    strikeCount: 1,
  },
  {
    address: '0xE6c5756b0289e3f0994CB12eb8aB71Cd903Ed0Ea',
    revision: 'r12',
    product: 'INVERSE_CALL',
    strikeCount: 1,
  },
  {
    address: '0x051791df68223AE173Fade5217C48875e36eef61',
    revision: 'r12',
    product: 'LINEAR_CALL',
    strikeCount: 1,
  },
  {
    address: '0xfaeD63f7040E65b79cF0Ae29706fDc423eE249A9',
    revision: 'r12',
    product: 'CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0x02Fe0d9635e0139DBB3768a5d5Db404Fd84d9134',
    revision: 'r12',
    product: 'PUT_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0x7Be48100b1B0349528A96D64953295Cd0Bbe4B70',
    revision: 'r12',
    product: 'INVERSE_CALL_SPREAD',
    strikeCount: 2,
  },
  {
    address: '0xa1d5f6b16A2e7f298F8d2cDF78F7779B4A20C4C2',
    revision: 'r12',
    product: 'CALL_FLY',
    strikeCount: 3,
  },
  {
    address: '0x4fd2C6D271cC6FF3EbD2027da9815a0608d03AA3',
    revision: 'r12',
    product: 'PUT_FLY',
    strikeCount: 3,
  },
  {
    address: '0x14476CF2ea9F7C448100F061670E390f17c78817',
    revision: 'r12',
    product: 'CALL_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0xC742E422c7BB43A7FDe1CEF47997bC9D5b543cDD',
    revision: 'r12',
    product: 'PUT_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x9ebd7E23AfD52a48F557523019285EfEF2170D59',
    revision: 'r12',
    product: 'IRON_CONDOR',
    strikeCount: 4,
  },
  {
    address: '0x9980ec85bc6fE07340adb36c76FA093bb6D4FcBc',
    revision: 'r12',
    product: 'RANGER',
    strikeCount: 4,
  },
  {
    address: '0x8c56100caE246f7daa4BC1EC4d1477d71178c563',
    revision: 'r12',
    product: 'PHYSICAL_CALL',
    strikeCount: 1,
  },
  {
    address: '0x6aD53DD058bea004829cCf58a282C21a7Df02DcA',
    revision: 'r12',
    product: 'PHYSICAL_PUT',
    strikeCount: 1,
  },
  {
    address: '0x7c444A2375275DaB925b32493B64a407eE955DEd',
    revision: 'r12',
    product: 'CALL_LOAN',
    strikeCount: 1,
  },
];
