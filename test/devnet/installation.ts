import { type Address, concatHex, encodeAbiParameters, type Hex, stringToHex } from 'viem';
import { BOOKS, PRICE_FEEDS, TOKENS } from '../../shared/chain/deployments.ts';
import {
  IMPLEMENTATIONS,
  type ImplementationRevision,
  type ProductName,
} from '../../shared/chain/implementations.ts';
import { LENDING_POOL, RESERVES, reserveOf } from '../../shared/chain/lending.ts';
import { TWAP_CONSUMER_R12 } from './addresses.ts';
import type { Artefacts } from './compile.ts';

/** A contract's creation code with arguments, and its target address. */
export interface Installation {
  readonly address: Address;
  readonly creationCode: Hex;
}

export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
/** Predeployed contract of the OP Stack. */
export const GAS_PRICE_ORACLE: Address = '0x420000000000000000000000000000000000000F';
/** Our router for `swapAndFillOrder`, which the r12 factory lists. */
export const TEST_ROUTER: Address = '0x00000000000000000000000000000000000d0001';
/** The factory's helper contract for settlements. The deployed helper's address isn't known. */
export const SETTLEMENT_EXTENSION: Address = '0x00000000000000000000000000000000000d0002';

const REVEAL_WINDOW_SECONDS = 60n;
const TOKEN_NAMES: Readonly<Record<string, string>> = {
  USDC: 'USD Coin',
  cbBTC: 'Coinbase Wrapped BTC',
  aBasWETH: 'Aave Base WETH',
  aBascbBTC: 'Aave Base cbBTC',
  aBasUSDC: 'Aave Base USDC',
  cbDOGE: 'Coinbase Wrapped DOGE',
  cbXRP: 'Coinbase Wrapped XRP',
};

const PRODUCT_CONTRACTS: Partial<Record<ProductName, string>> = {
  PUT: 'Put',
  INVERSE_CALL: 'InverseCall',
  LINEAR_CALL: 'LinearCall',
  CALL_SPREAD: 'CallSpread',
  PUT_SPREAD: 'PutSpread',
  INVERSE_CALL_SPREAD: 'InverseCallSpread',
  CALL_FLY: 'CallFly',
  PUT_FLY: 'PutFly',
  CALL_CONDOR: 'CallCondor',
  PUT_CONDOR: 'PutCondor',
  IRON_CONDOR: 'IronCondor',
  RANGER: 'Ranger',
  PHYSICAL_CALL: 'PhysicalCall',
  PHYSICAL_PUT: 'PhysicalPut',
};
const INSTALLED_REVISIONS: readonly ImplementationRevision[] = ['r12', 'r10'];

const bytes32 = (text: string) => stringToHex(text, { size: 32 });

/** All contracts of the devnet, at their addresses on the real chain. */
export function installations(artefacts: Artefacts): Installation[] {
  const install = (address: Address, contract: string, args: Hex = '0x'): Installation => {
    const code = artefacts[contract];
    if (code === undefined) throw new Error(`No contract "${contract}" was compiled.`);
    return { address, creationCode: concatHex([code, args]) };
  };
  const books = BOOKS.flatMap(({ revision, address, factory }) =>
    factory === undefined || (revision !== 'r12' && revision !== 'r10')
      ? []
      : [
          install(address, 'OptionBook', encodeAbiParameters([{ type: 'address' }], [factory])),
          install(
            factory,
            'OptionFactory',
            encodeAbiParameters(
              [{ type: 'address' }, { type: 'uint256' }, { type: 'address' }],
              [TWAP_CONSUMER_R12, REVEAL_WINDOW_SECONDS, SETTLEMENT_EXTENSION],
            ),
          ),
        ],
  );
  const tokens = TOKENS.map(({ symbol, address, decimals }) => {
    if (symbol === 'WETH') return install(address, 'WrappedEther');
    const reserve = RESERVES.find(({ receipt }) => receipt.address === address);
    if (reserve !== undefined)
      return install(
        address,
        'LendingReceipt',
        encodeAbiParameters(
          [
            { type: 'bytes32' },
            { type: 'bytes32' },
            { type: 'uint8' },
            { type: 'address' },
            { type: 'address' },
          ],
          [
            bytes32(TOKEN_NAMES[symbol] ?? symbol),
            bytes32(symbol),
            decimals,
            LENDING_POOL,
            reserve.asset.address,
          ],
        ),
      );
    return install(
      address,
      'Token',
      encodeAbiParameters(
        [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint8' }],
        [
          bytes32(TOKEN_NAMES[symbol] ?? symbol),
          bytes32(symbol),
          bytes32(symbol === 'USDC' ? '2' : '1'),
          decimals,
        ],
      ),
    );
  });
  const pool = install(
    LENDING_POOL,
    'LendingPool',
    encodeAbiParameters(
      Array.from({ length: 6 }, () => ({ type: 'address' })),
      ['USDC', 'WETH', 'cbBTC'].flatMap((symbol) => {
        const reserve = reserveOf(symbol);
        return [reserve.asset.address, reserve.receipt.address];
      }),
    ),
  );
  const feeds = PRICE_FEEDS.map(({ asset, address }) =>
    install(address, 'PriceFeed', encodeAbiParameters([{ type: 'bytes32' }], [bytes32(asset)])),
  );
  const options = IMPLEMENTATIONS.flatMap(({ address, revision, product, strikeCount }) => {
    const contract = PRODUCT_CONTRACTS[product];
    const isOldRanger = product === 'RANGER' && strikeCount !== 4;
    if (contract === undefined || isOldRanger || !INSTALLED_REVISIONS.includes(revision)) return [];
    return [install(address, contract)];
  });
  return [
    ...books,
    ...tokens,
    pool,
    ...feeds,
    ...options,
    install(
      SETTLEMENT_EXTENSION,
      'SettlementExtension',
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'uint256' }],
        [TWAP_CONSUMER_R12, REVEAL_WINDOW_SECONDS],
      ),
    ),
    install(TWAP_CONSUMER_R12, 'TwapConsumer'),
    install(MULTICALL, 'Multicall'),
    install(GAS_PRICE_ORACLE, 'GasPriceOracle'),
    install(TEST_ROUTER, 'TestRouter'),
  ];
}
