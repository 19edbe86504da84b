import { encodeFunctionData, parseAbi, parseEther, parseSignature } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { PRICE_FEEDS, TOKENS } from '../../shared/chain/deployments.ts';
import { devnetFeedAbi } from './abi.ts';
import { type Devnet, START_PRICES, startDevnet } from './devnet.ts';
import { sendFrom } from './fill.ts';
import { GAS_PRICE_ORACLE } from './installation.ts';
import { USDC, WETH } from './market-fixture.ts';

describe('a devnet', () => {
  let devnet: Devnet;
  const start = 1_800_000_000;
  beforeAll(async () => {
    devnet = await startDevnet({ timestamp: start });
  });
  afterAll(async () => devnet?.stop());

  test('starts with the chain id of Base at the configured time', async () => {
    expect(await devnet.client.getChainId()).toBe(8453);
    expect(await devnet.now()).toBeGreaterThanOrEqual(start);
    expect(await devnet.now()).toBeLessThan(start + 60);
  });

  test('deploys every token with its symbol and decimals', async () => {
    const found = await devnet.client.multicall({
      allowFailure: false,
      contracts: TOKENS.flatMap(({ address }) => [
        { address, abi: erc20Abi, functionName: 'symbol' } as const,
        { address, abi: erc20Abi, functionName: 'decimals' } as const,
      ]),
    });
    expect(found).toEqual(TOKENS.flatMap(({ symbol, decimals }) => [symbol, decimals]));
  });

  test('deploys every price feed with its name, 8 decimals and a price that tests can set', async () => {
    for (const { asset, address } of PRICE_FEEDS) {
      const feed = { address, abi: devnetFeedAbi } as const;
      expect(await devnet.client.readContract({ ...feed, functionName: 'decimals' })).toBe(8);
      expect(await devnet.client.readContract({ ...feed, functionName: 'description' })).toBe(
        `${asset} / USD`,
      );
      expect(await devnet.price(asset)).toBe(START_PRICES[asset]);
    }
    await devnet.setPrice('SOL', 123n);
    expect(await devnet.price('SOL')).toBe(123n);
    await expect(devnet.setPrice('PEPE', 1n)).rejects.toThrow('There is no price feed for "PEPE"');
  });

  test('adds ether and tokens to an account', async () => {
    const address = '0x00000000000000000000000000000000000A11cE';
    await devnet.fund(address, { eth: 5n, usdc: 6n, cbbtc: 7n });
    await devnet.fund(address, { eth: 5n, usdc: 6n });
    expect(await devnet.client.getBalance({ address })).toBe(10n);
    const balance = { abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const;
    expect(await devnet.client.readContract({ ...balance, address: USDC.address })).toBe(12n);
    await expect(devnet.fund(address, { pepe: 1n })).rejects.toThrow('There is no token "pepe"');
  });

  test('moves the clock and mines blocks on request', async () => {
    const block = await devnet.client.getBlockNumber();
    await devnet.advanceTo(start + 5000);
    expect(await devnet.now()).toBe(start + 5000);
    await devnet.mine(3);
    expect(await devnet.client.getBlockNumber()).toBe(block + 4n);
  });

  test('replaces its last blocks on request', async () => {
    await devnet.setPrice('AVAX', 1n);
    const before = await devnet.client.getBlock();
    await devnet.setPrice('AVAX', 2n);
    await devnet.setPrice('AVAX', 3n);
    const replaced = await devnet.client.getBlock();
    await devnet.reorg(2);
    expect(await devnet.price('AVAX')).toBe(1n);
    const { hash } = await devnet.client.getBlock({ blockNumber: before.number });
    expect(hash).toBe(before.hash);
    const now = await devnet.client.getBlock();
    expect(now.number).toBe(replaced.number);
    expect(now.hash).not.toBe(replaced.hash);
  });

  test('the gas price oracle returns a higher L1 fee for a larger transaction', async () => {
    const fee = (bytes: number) =>
      devnet.client.readContract({
        address: GAS_PRICE_ORACLE,
        abi: parseAbi(['function getL1Fee(bytes data) view returns (uint256)']),
        functionName: 'getL1Fee',
        args: [`0x${'02'.repeat(bytes)}`],
      });
    expect(await fee(740)).toBe(808n * 1_500_000_000n);
    expect(await fee(740)).toBeGreaterThan(await fee(100));
  });

  test('wraps and unwraps ether', async () => {
    const [account] = devnet.accounts.takers;
    const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)']);
    await sendFrom(devnet, account, {
      to: WETH.address,
      value: parseEther('2'),
      data: encodeFunctionData({ abi, functionName: 'deposit' }),
    });
    await sendFrom(devnet, account, {
      to: WETH.address,
      data: encodeFunctionData({ abi, functionName: 'withdraw', args: [parseEther('1.5')] }),
    });
    const left = await devnet.client.readContract({
      address: WETH.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account.address],
    });
    expect(left).toBe(parseEther('0.5'));
  });

  test('accepts a signed permit of USDC instead of an approval', async () => {
    const [owner, relay] = devnet.accounts.takers;
    const deadline = BigInt((await devnet.now()) + 1000);
    const message = {
      owner: owner.address,
      spender: relay.address,
      value: 9n,
      nonce: 0n,
      deadline,
    };
    const signature = await owner.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC.address },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message,
    });
    const { r, s, yParity } = parseSignature(signature);
    await sendFrom(devnet, relay, {
      to: USDC.address,
      data: encodeFunctionData({
        abi: parseAbi([
          'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
        ]),
        functionName: 'permit',
        args: [owner.address, relay.address, 9n, deadline, 27 + yParity, r, s],
      }),
    });
    const allowed = await devnet.client.readContract({
      address: USDC.address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [owner.address, relay.address],
    });
    expect(allowed).toBe(9n);
  });

  test('refuses to start on a port in use, and names the port', async () => {
    await expect(startDevnet({ port: devnet.port })).rejects.toMatchObject({
      code: 'port_in_use',
      details: { port: devnet.port },
    });
  });

  test('mines a block with a transaction, and later an empty block, when a block time is set', async () => {
    const ticking = await startDevnet({ blockTime: 1 });
    try {
      const block = await ticking.client.getBlockNumber();
      await ticking.setPrice('ETH', 1n);
      expect(await ticking.client.getBlockNumber()).toBeGreaterThan(block);
      const after = await ticking.client.getBlockNumber();
      await new Promise<void>((resolve) => {
        const stop = ticking.client.watchBlockNumber({
          onBlockNumber: (number) => {
            if (number <= after) return;
            stop();
            resolve();
          },
        });
      });
    } finally {
      await ticking.stop();
    }
  });

  test('doesn’t answer requests after it has stopped', async () => {
    const short = await startDevnet();
    await short.stop();
    await short.ended;
    await expect(fetch(short.rpcUrl)).rejects.toThrow();
  });
});
