import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  getAddress,
} from 'viem';
import { base } from 'viem/chains';
import type { Wallet } from './wallets.ts';

/** A connected wallet: everything is read and sent through its provider, like in any dApp. */
export interface Session {
  readonly wallet: Wallet;
  readonly account: Address;
  readonly chainId: number;
  readonly reader: ReturnType<typeof readerFor>;
  readonly signer: ReturnType<typeof signerFor>;
}

function readerFor(provider: EIP1193Provider) {
  return createPublicClient({
    chain: base,
    transport: custom(provider),
    pollingInterval: 500,
    cacheTime: 0,
  });
}

function signerFor(provider: EIP1193Provider, account: Address) {
  return createWalletClient({ chain: base, account, transport: custom(provider) });
}

/** Asks the wallet for an account, and for Base if it uses another chain. */
export async function connect(wallet: Wallet): Promise<Session> {
  const { provider } = wallet;
  const [first] = await provider.request({ method: 'eth_requestAccounts' });
  if (first === undefined) throw new Error('The wallet gave no account.');
  const account = getAddress(first);
  const reader = readerFor(provider);
  if ((await reader.getChainId()) !== base.id)
    await provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: `0x${base.id.toString(16)}` }],
    });
  return {
    wallet,
    account,
    chainId: await reader.getChainId(),
    reader,
    signer: signerFor(provider, account),
  };
}
