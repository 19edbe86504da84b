import { BrowserProvider, type Eip1193Provider, toQuantity } from 'ethers';
import { MAIL, offer } from './site.ts';

const found: unknown = Reflect.get(window, 'ethereum');
const isProvider = (value: unknown): value is Eip1193Provider =>
  typeof value === 'object' && value !== null && 'request' in value;
if (!isProvider(found)) throw new Error('no wallet');
const fresh = () => new BrowserProvider(found, 'any');

offer({
  connect: () => fresh().send('eth_requestAccounts', []),
  accounts: async () => (await fresh().listAccounts()).map(({ address }) => address),
  chainId: async () => Number((await fresh().getNetwork()).chainId),
  switchTo: (id) => fresh().send('wallet_switchEthereumChain', [{ chainId: toQuantity(id) }]),
  add: ({ chainId, name, rpcUrl }) =>
    fresh().send('wallet_addEthereumChain', [
      {
        chainId: toQuantity(chainId),
        chainName: name,
        rpcUrls: [rpcUrl],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ]),
  sign: async (text) => (await fresh().getSigner()).signMessage(text),
  signTyped: async () => {
    const types = Object.fromEntries(Object.entries(MAIL.types).map(([k, v]) => [k, [...v]]));
    return (await fresh().getSigner()).signTypedData(MAIL.domain, types, MAIL.message);
  },
  async send(to) {
    const sent = await (await fresh().getSigner()).sendTransaction({ to, value: 1n });
    await sent.wait();
    return sent.hash;
  },
  async disconnect() {
    await fresh().send('wallet_revokePermissions', [{ eth_accounts: {} }]);
  },
});
