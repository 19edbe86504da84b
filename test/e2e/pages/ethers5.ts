import { providers, utils } from 'ethers5';
import { MAIL, offer } from './site.ts';

const found: unknown = Reflect.get(window, 'ethereum');
const isProvider = (value: unknown): value is providers.ExternalProvider =>
  typeof value === 'object' && value !== null && 'request' in value;
if (!isProvider(found)) throw new Error('no wallet');
const fresh = () => {
  const provider = new providers.Web3Provider(found, 'any');
  provider.pollingInterval = 100;
  return provider;
};

offer({
  connect: () => fresh().send('eth_requestAccounts', []),
  accounts: () => fresh().listAccounts(),
  chainId: async () => (await fresh().getNetwork()).chainId,
  switchTo: (id) => fresh().send('wallet_switchEthereumChain', [{ chainId: utils.hexValue(id) }]),
  add: ({ chainId, name, rpcUrl }) =>
    fresh().send('wallet_addEthereumChain', [
      {
        chainId: utils.hexValue(chainId),
        chainName: name,
        rpcUrls: [rpcUrl],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ]),
  sign: (text) => fresh().getSigner().signMessage(text),
  signTyped: () => {
    const types = Object.fromEntries(Object.entries(MAIL.types).map(([k, v]) => [k, [...v]]));
    return fresh().getSigner()._signTypedData(MAIL.domain, types, MAIL.message);
  },
  async send(to) {
    const sent = await fresh().getSigner().sendTransaction({ to, value: 1 });
    await sent.wait();
    return sent.hash;
  },
  async disconnect() {
    await fresh().send('wallet_revokePermissions', [{ eth_accounts: {} }]);
  },
});
