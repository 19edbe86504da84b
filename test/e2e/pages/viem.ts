import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  getAddress,
} from 'viem';
import { MAIL, offer } from './site.ts';

declare global {
  interface Window {
    ethereum?: EIP1193Provider;
  }
}

const { ethereum } = window;
if (ethereum === undefined) throw new Error('no wallet');
const wallet = createWalletClient({ transport: custom(ethereum) });
const node = createPublicClient({ transport: custom(ethereum), pollingInterval: 100 });

const account = async () => {
  const [first] = await wallet.getAddresses();
  if (first === undefined) throw new Error('not connected');
  return first;
};

offer({
  connect: () => wallet.requestAddresses(),
  accounts: () => wallet.getAddresses(),
  chainId: () => wallet.getChainId(),
  switchTo: (id) => wallet.switchChain({ id }),
  add: ({ chainId, name, rpcUrl }) =>
    wallet.addChain({
      chain: defineChain({
        id: chainId,
        name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
      }),
    }),
  sign: async (message) => wallet.signMessage({ account: await account(), message }),
  signTyped: async () =>
    wallet.signTypedData({ account: await account(), primaryType: 'Mail', ...MAIL }),
  async send(to) {
    const hash = await wallet.sendTransaction({
      account: await account(),
      chain: null,
      to: getAddress(to),
      value: 1n,
    });
    await node.waitForTransactionReceipt({ hash });
    return hash;
  },
  async disconnect() {
    await ethereum.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
  },
});
