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

/** Asks the wallet for an account, and to switch to Base if it uses another chain. */
export async function connect(wallet: Wallet): Promise<Session> {
  const { provider } = wallet;
  const [account] = await provider.request({ method: 'eth_requestAccounts' });
  if (account === undefined) throw new Error('The wallet gave no account.');
  if ((await readerFor(provider).getChainId()) !== base.id)
    await provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: `0x${base.id.toString(16)}` }],
    });
  return sessionOf(wallet, account);
}

/** Continues with an account that the wallet already shows to this site, without a prompt. */
export async function restore(wallet: Wallet): Promise<Session | undefined> {
  const [account] = await wallet.provider.request({ method: 'eth_accounts' });
  if (account === undefined) return undefined;
  const session = await sessionOf(wallet, account);
  return session.chainId === base.id ? session : undefined;
}

async function sessionOf(wallet: Wallet, address: string): Promise<Session> {
  const { provider } = wallet;
  const account = getAddress(address);
  const reader = readerFor(provider);
  return {
    wallet,
    account,
    chainId: await reader.getChainId(),
    reader,
    signer: signerFor(provider, account),
  };
}
