import {
  connect,
  createConfig,
  getConnection,
  http,
  injected,
  sendCalls,
  waitForCallsStatus,
} from '@wagmi/core';
import {
  type Address,
  createWalletClient,
  custom,
  type EIP1193Provider,
  encodeFunctionData,
  erc20Abi,
} from 'viem';
import { base } from 'viem/chains';

/** Sends batches as dApps do, with viem and with wagmi. Tests call the functions by name. */
const { ethereum } = window as { ethereum?: EIP1193Provider };
if (ethereum === undefined) throw new Error('no wallet');
const wallet = createWalletClient({ chain: base, transport: custom(ethereum) });
const config = createConfig({
  chains: [base],
  connectors: [injected()],
  transports: { [base.id]: http(String(Reflect.get(window, 'nodeUrl'))) },
  pollingInterval: 100,
});

const approvals = (token: Address, spenders: readonly Address[]) =>
  spenders.map((spender) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 5n] }),
  }));

Reflect.set(window, 'batches', {
  connect: async () => (await wallet.requestAddresses())[0],
  async status(account: Address) {
    return (await wallet.getCapabilities({ account, chainId: base.id })).atomic?.status;
  },
  async viem(account: Address, token: Address, spenders: Address[]) {
    const calls = approvals(token, spenders);
    const { id } = await wallet.sendCalls({ account, calls, forceAtomic: true });
    const done = await wallet.waitForCallsStatus({ id, pollingInterval: 100 });
    return [done.statusCode, done.atomic, done.receipts?.length];
  },
  async wagmi(_account: Address, token: Address, spenders: Address[]) {
    const connector = config.connectors.find(({ name }) => name === 'Condor');
    if (connector === undefined) throw new Error('no wallet announced');
    if (getConnection(config).status !== 'connected') await connect(config, { connector });
    const { id } = await sendCalls(config, {
      calls: approvals(token, spenders),
      forceAtomic: true,
      chainId: base.id,
    });
    const done = await waitForCallsStatus(config, { id, pollingInterval: 100 });
    return [done.statusCode, done.atomic, done.receipts?.length];
  },
});
