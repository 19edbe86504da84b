import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem';
import { FACTORY_R12, PRICE_FEEDS } from '../../shared/chain/deployments.ts';
import { optionAbi } from './abi/full.ts';
import { devnetFeedAbi } from './abi.ts';
import { compileContracts } from './compile.ts';
import type { Devnet } from './devnet.ts';
import type { Fill } from './fill.ts';

/** Addresses of a thief's contracts, which answer like the protocol's contracts. */
const FEED: Address = '0x00000000000000000000000000000000000feed1';
const CODE: Address = '0x000000000000000000000000000000000000c0de';
const FORGED: Address = '0x00000000000000000000000000000000f0f0f0f0';

/** Deploys a price feed with 8 decimals whose price the thief sets. */
export async function thiefsFeed(devnet: Devnet, price: bigint): Promise<Address> {
  const { client } = devnet;
  const [known] = PRICE_FEEDS;
  await client.setCode({ address: FEED, bytecode: await codeAt(devnet, known?.address ?? FEED) });
  await setThiefsPrice(devnet, price);
  return FEED;
}

export async function setThiefsPrice(devnet: Devnet, price: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: devnetFeedAbi, functionName: 'setPrice', args: [price] });
  await devnet.send({ from: devnet.accounts.deployer.address, to: FEED, data });
}

/** Deploys option code that takes 900,000 USDC of collateral and sends it to the thief. */
export async function thiefsCode({ client }: Devnet, thief: Address): Promise<Address> {
  const { data: bytecode = '0x' } = await client.call({
    data: encodeDeployData({
      abi: parseAbi(['constructor(address thief)']),
      bytecode: (await compileContracts()).HostileOption ?? '0x',
      args: [thief],
    }),
  });
  await client.setCode({ address: CODE, bytecode });
  return CODE;
}

/** Clones a real option's code and initializes the clone without collateral, as anybody can. */
export async function forgedOption(
  devnet: Devnet,
  real: Fill,
  { buyer, seller }: { buyer: Address; seller: Address },
): Promise<Address> {
  await devnet.client.setCode({
    address: FORGED,
    bytecode: await codeAt(devnet, real.optionAddress),
  });
  const read = (functionName: 'chainlinkPriceFeed' | 'historicalTWAPConsumer') =>
    devnet.client.readContract({ address: real.optionAddress, abi: optionAbi, functionName });
  const params = {
    collateralToken: real.collateralToken,
    chainlinkPriceFeed: await read('chainlinkPriceFeed'),
    historicalTWAPConsumer: await read('historicalTWAPConsumer'),
    buyer,
    seller,
    strikes: [...real.strikes],
    expiryTimestamp: real.expiry,
    twapPeriod: 1800n,
    numContracts: real.numContracts,
    collateralAmount: 0n,
    rescueAddress: zeroAddress,
    factoryAddress: FACTORY_R12,
    extraOptionData: '0x' as const,
  };
  await devnet.send({
    from: devnet.accounts.deployer.address,
    to: FORGED,
    data: encodeFunctionData({ abi: optionAbi, functionName: 'initialize', args: [params] }),
  });
  return FORGED;
}

const codeAt = async ({ client }: Devnet, address: Address): Promise<Hex> =>
  (await client.getCode({ address })) ?? '0x';
