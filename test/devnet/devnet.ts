import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  pad,
  parseEther,
  publicActions,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { base } from 'viem/chains';
import { DELEGATOR } from '../../shared/chain/delegation.ts';
import { BOOKS, CHAIN_ID, PRICE_FEEDS, TOKENS } from '../../shared/chain/deployments.ts';
import { devnetFactoryAbi, devnetFeedAbi, devnetTokenAbi } from './abi.ts';
import { startAnvil } from './anvil.ts';
import { compileContracts } from './compile.ts';
import { delegatorDeployments } from './delegator.ts';
import { installations, SETTLEMENT_EXTENSION, TEST_ROUTER } from './installation.ts';
import { receiptOf } from './receipt.ts';

/** These keys are public, so use them only on a devnet. */
export const DEVNET_MNEMONIC = 'test test test test test test test test test test test junk';

/** Initial prices, 8 decimals, near those at which the recorded real orders were quoted. */
export const START_PRICES: Readonly<Record<string, bigint>> = {
  ETH: 2_590_00000000n,
  BTC: 80_300_00000000n,
  SOL: 145_20000000n,
  DOGE: 15400000n,
  XRP: 2_10000000n,
  BNB: 880_00000000n,
  PAXG: 4_180_00000000n,
  AVAX: 18_50000000n,
};

export interface DevnetOptions {
  /** Default: 0, which takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Unix seconds of the first block. Default: the current time. */
  readonly timestamp?: number;
  /** Seconds between empty blocks. Without a value, only transactions make blocks. */
  readonly blockTime?: number;
  /** File from which the chain continues if it exists, and to which the chain is written. */
  readonly stateFile?: string;
}

/** Amounts to add: `eth`, or a token's symbol in lower case, each in base units. */
export type Funds = Readonly<Record<string, bigint>>;

function account(addressIndex: number) {
  return mnemonicToAccount(DEVNET_MNEMONIC, { addressIndex });
}

function devnetClient(rpcUrl: string) {
  return createTestClient({
    mode: 'anvil',
    chain: { ...base, rpcUrls: { default: { http: [rpcUrl] } } },
    transport: http(rpcUrl),
    pollingInterval: 25,
    cacheTime: 0,
  }).extend(publicActions);
}

type DevnetClient = ReturnType<typeof devnetClient>;
export type Devnet = Awaited<ReturnType<typeof startDevnet>>;

function tokenOf(symbol: string): Address {
  const token = TOKENS.find((known) => known.symbol.toLowerCase() === symbol.toLowerCase());
  if (token === undefined) throw new Error(`There is no token "${symbol}" on the devnet.`);
  return token.address;
}

function feedOf(asset: string): Address {
  const feed = PRICE_FEEDS.find((known) => known.asset === asset);
  if (feed === undefined) throw new Error(`There is no price feed for "${asset}" on the devnet.`);
  return feed.address;
}

async function install(client: DevnetClient, owner: Address): Promise<void> {
  await Promise.all(
    installations(await compileContracts()).map(async ({ address, creationCode }) => {
      // A call that creates a contract returns the runtime code with its immutables.
      const { data } = await client.call({ data: creationCode });
      if (data === undefined) throw new Error(`The contract for ${address} cannot be created.`);
      await client.setCode({ address, bytecode: data });
    }),
  );
  const weth = tokenOf('WETH');
  await client.setBalance({ address: weth, value: parseEther('1000000000') });
  for (const { factory } of BOOKS)
    if (factory !== undefined)
      // The owner is the first storage word of the factory.
      await client.setStorageAt({ address: factory, index: 0, value: pad(owner) });
}

/**
 * Starts a local chain with Base's chain id and our contracts at the deployed protocol's addresses,
 * with tokens and price feeds. Takes about a second if the contracts are compiled.
 */
export async function startDevnet(options: DevnetOptions = {}) {
  const host = options.host ?? '127.0.0.1';
  const anvil = await startAnvil({
    port: options.port ?? 0,
    host,
    chainId: CHAIN_ID,
    mnemonic: DEVNET_MNEMONIC,
    ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
    ...(options.blockTime === undefined ? {} : { blockTime: options.blockTime }),
    ...(options.stateFile === undefined ? {} : { stateFile: options.stateFile }),
  });
  const rpcUrl = `http://${host}:${anvil.port}`;
  const client = devnetClient(rpcUrl);
  const accounts = {
    /** Owner of the factories. The factories therefore pay the fees to this account. */
    deployer: account(0),
    maker: account(1),
    takers: [account(2), account(3), account(4), account(5)],
    referrer: account(6),
    /** Accounts that answer requests for quotation. */
    rfqMakers: [account(7), account(8), account(9)],
  } as const;
  const deployer = accounts.deployer.address;

  let lastSent: Promise<unknown> = Promise.resolve();

  /**
   * Sends from any account without its key, and waits for success. Sends one transaction at a time,
   * because anvil would otherwise assign a nonce twice.
   */
  async function send(transaction: {
    from: Address;
    to: Address;
    data?: Hex;
    value?: bigint;
  }): Promise<Hex> {
    const sent = lastSent.then(async () => {
      // A block with a later time may accrue interest, which can need an additional event.
      const gas =
        ((await client.estimateGas({ ...transaction, account: transaction.from })) * 3n) / 2n;
      return client.sendUnsignedTransaction({ ...transaction, gas });
    });
    lastSent = sent.catch(() => undefined);
    const hash = await sent;
    const receipt = await receiptOf(client, hash);
    if (receipt.status !== 'success') throw new Error(`The transaction ${hash} was reverted.`);
    return hash;
  }

  async function setPrice(asset: string, price: bigint): Promise<void> {
    const data = encodeFunctionData({
      abi: devnetFeedAbi,
      functionName: 'setPrice',
      args: [price],
    });
    await send({ from: deployer, to: feedOf(asset), data });
  }

  async function deploy(): Promise<void> {
    await install(client, deployer);
    await Promise.all([
      ...Object.entries(START_PRICES).map(([asset, price]) => setPrice(asset, price)),
      ...BOOKS.filter(({ revision }) => revision === 'r12' || revision === 'r10').flatMap((book) =>
        [
          { functionName: 'setAuthorizedRouter', args: [TEST_ROUTER, true] } as const,
          { functionName: 'setOptionBook', args: [book.address] } as const,
        ].map((call) =>
          send({
            from: deployer,
            to: book.factory ?? deployer,
            data: encodeFunctionData({ abi: devnetFactoryAbi, ...call }),
          }),
        ),
      ),
    ]);
  }

  try {
    // A chain that is continued already has the contracts. The extension is deployed last.
    const isThere = async (address: Address) => (await client.getCode({ address })) !== undefined;
    if (!(await isThere(SETTLEMENT_EXTENSION))) await deploy();
    if (!(await isThere(DELEGATOR)))
      for (const transaction of delegatorDeployments())
        await send({ from: deployer, ...transaction });
  } catch (error) {
    await anvil.stop();
    throw error;
  }

  return {
    rpcUrl,
    wsUrl: `ws://${host}:${anvil.port}`,
    port: anvil.port,
    chainId: CHAIN_ID,
    accounts,
    client,
    ended: anvil.ended,
    stop: anvil.stop,
    send,
    /** Adds amounts to the account's balances; tokens are minted. */
    fund: async (address: Address, funds: Funds): Promise<void> => {
      for (const [symbol, amount] of Object.entries(funds)) {
        if (symbol === 'eth') {
          const balance = await client.getBalance({ address });
          await client.setBalance({ address, value: balance + amount });
        } else {
          const data = encodeFunctionData({
            abi: devnetTokenAbi,
            functionName: 'mint',
            args: [address, amount],
          });
          await send({ from: deployer, to: tokenOf(symbol), data });
        }
      }
    },
    setPrice,
    price: async (asset: string): Promise<bigint> => {
      const [, answer] = await client.readContract({
        address: feedOf(asset),
        abi: devnetFeedAbi,
        functionName: 'latestRoundData',
      });
      return answer;
    },
    /** Mines a block at this time (Unix seconds), from which the chain's clock continues. */
    advanceTo: async (timestamp: number): Promise<void> => {
      await client.setNextBlockTimestamp({ timestamp: BigInt(timestamp) });
      await client.mine({ blocks: 1 });
    },
    mine: async (blocks = 1): Promise<void> => {
      await client.mine({ blocks });
    },
    /**
     * Replaces the last blocks with as many empty blocks, so that the transactions of the replaced
     * blocks are lost.
     */
    reorg: async (depth: number): Promise<void> => {
      await client.request<{
        Method: 'anvil_reorg';
        Parameters: [depth: number, transactions: []];
        ReturnType: null;
      }>({ method: 'anvil_reorg', params: [depth, []] });
    },
    /** Returns the time of the newest block in Unix seconds. */
    now: async (): Promise<number> => Number((await client.getBlock()).timestamp),
    /** Lets the chain accept transactions from an account without its key. */
    impersonate: async (address: Address): Promise<void> => {
      await client.impersonateAccount({ address });
    },
  };
}
