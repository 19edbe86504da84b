import { Web3 } from 'web3';
import { MAIL, offer } from './site.ts';

const web3 = new Web3(Reflect.get(window, 'ethereum'));
web3.eth.transactionPollingInterval = 100;

const first = async () => {
  const [account] = await web3.eth.getAccounts();
  if (account === undefined) throw new Error('not connected');
  return account;
};
const ask = (method: string, params: unknown) =>
  web3.requestManager.send({ method, params } as never) as Promise<never>;

offer({
  connect: () => web3.eth.requestAccounts(),
  accounts: () => web3.eth.getAccounts(),
  chainId: async () => Number(await web3.eth.getChainId()),
  switchTo: (id) => ask('wallet_switchEthereumChain', [{ chainId: `0x${id.toString(16)}` }]),
  add: ({ chainId, name, rpcUrl }) =>
    ask('wallet_addEthereumChain', [
      {
        chainId: `0x${chainId.toString(16)}`,
        chainName: name,
        rpcUrls: [rpcUrl],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ]),
  sign: async (text) => String(await web3.eth.personal.sign(text, await first(), '')),
  signTyped: async () => {
    const types = Object.fromEntries(Object.entries(MAIL.types).map(([k, v]) => [k, [...v]]));
    const EIP712Domain = [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ];
    return web3.eth.signTypedData(await first(), {
      types: { EIP712Domain, ...types },
      domain: MAIL.domain,
      primaryType: 'Mail',
      message: MAIL.message,
    });
  },
  async send(to) {
    const receipt = await web3.eth.sendTransaction({ from: await first(), to, value: '0x1' });
    return String(receipt.transactionHash);
  },
  async disconnect() {
    await ask('wallet_revokePermissions', [{ eth_accounts: {} }]);
  },
});
