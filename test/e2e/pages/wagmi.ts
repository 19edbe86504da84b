import {
  connect,
  createConfig,
  disconnect,
  getConnection,
  http,
  injected,
  reconnect,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForTransactionReceipt,
} from '@wagmi/core';
import { getAddress } from 'viem';
import { base } from 'viem/chains';
import { MAIL, offer } from './site.ts';

/** The test sets the second network's address before the page's script runs. */
const second: unknown = Reflect.get(window, 'secondNetwork');
const field = (name: string): unknown => Reflect.get(Object(second), name);
const localUrl = String(field('rpcUrl'));
const local = {
  id: Number(field('chainId')),
  name: String(field('name')),
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [localUrl] } },
};

const config = createConfig({
  chains: [base, local],
  connectors: [injected()],
  transports: { [base.id]: http(String(field('baseUrl'))), [local.id]: http(localUrl) },
  pollingInterval: 100,
});
const byName = () => config.connectors.find(({ name }) => name === 'Condor');
const chainIdOf = (id: number) => (id === base.id ? base.id : local.id);

offer({
  async connect() {
    const connector = byName();
    if (connector === undefined) throw new Error('no wallet announced');
    return (await connect(config, { connector })).accounts;
  },
  async accounts() {
    await reconnect(config);
    return getConnection(config).addresses ?? [];
  },
  chainId: async () => getConnection(config).chainId ?? 0,
  async switchTo(id) {
    await switchChain(config, { chainId: chainIdOf(id) });
  },
  // wagmi adds the chain itself when the switch fails with 4902.
  async add({ chainId }) {
    await switchChain(config, { chainId: chainIdOf(chainId) });
  },
  sign: (message) => signMessage(config, { message }),
  signTyped: () => signTypedData(config, { primaryType: 'Mail', ...MAIL }),
  async send(to) {
    const hash = await sendTransaction(config, { to: getAddress(to), value: 1n });
    await waitForTransactionReceipt(config, { hash });
    return hash;
  },
  disconnect: () => disconnect(config),
});
