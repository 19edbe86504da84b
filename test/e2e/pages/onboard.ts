import Onboard from '@web3-onboard/core';
import injectedWallets from '@web3-onboard/injected-wallets';
import { BigNumber, providers } from 'ethers5';

/** The test sets the networks' addresses before the page's script runs. */
const networks: unknown = Reflect.get(window, 'networks');
const urlOf = (name: string) => String(Reflect.get(Object(networks), name));
const BASE = { id: '0x2105', token: 'ETH', label: 'Base', rpcUrl: urlOf('base') };

const onboard = Onboard({
  wallets: [injectedWallets()],
  chains: [BASE, { id: '0xa', token: 'ETH', label: 'OP Mainnet', rpcUrl: urlOf('optimism') }],
  appMetadata: { name: 'Kit', description: 'A page with a connect kit' },
  connect: { autoConnectLastWallet: true },
  disableFontDownload: true,
});

const connected = () => {
  const [wallet] = onboard.state.get().wallets;
  if (wallet === undefined) throw new Error('not connected');
  return wallet;
};

const kit = {
  state: () =>
    onboard.state.get().wallets.map(({ label, accounts, chains }) => ({
      label,
      accounts: accounts.map(({ address }) => address),
      chains: chains.map(({ id }) => id),
    })),
  switchTo: (chainId: string) => onboard.setChain({ chainId }),
  /** Sends 1 wei with quantities that have leading zeros, as BigNumber writes them. */
  async sendPadded(to: string) {
    const provider = new providers.Web3Provider(connected().provider, 'any');
    provider.pollingInterval = 100;
    const hex = (value: number) => BigNumber.from(value).toHexString();
    const hash = await provider.send('eth_sendTransaction', [
      {
        from: await provider.getSigner().getAddress(),
        to,
        value: hex(1),
        gas: `0x0${(100_000).toString(16)}`,
        data: '',
      },
    ]);
    await provider.waitForTransaction(hash);
    return hash;
  },
  disconnect: () => onboard.disconnectWallet({ label: connected().label }),
};
Reflect.set(window, 'kit', kit);

const button = document.createElement('button');
button.textContent = 'Connect wallet';
button.addEventListener('click', () => void onboard.connectWallet());
document.body.append(button);
