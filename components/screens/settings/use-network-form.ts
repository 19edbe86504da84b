import { useState } from 'react';
import type { NetworkView } from '../../../shared/messages/snapshot.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { addressProblem } from '../../texts/service-defaults.ts';

const CHAIN_ID_PATTERN = /^[1-9]\d{0,14}$/;
const SYMBOL_PATTERN = /^[\w.$-]{1,16}$/;

export interface TypedNetwork {
  readonly name: string;
  readonly chainId: string;
  readonly symbol: string;
  readonly rpcUrls: readonly string[];
  readonly explorerUrl: string;
}

/** Returns the typed network, and a function that saves it. */
export function useNetworkForm(
  network: NetworkView | undefined,
  onDone: (leftOut: readonly string[]) => void,
) {
  const call = useWalletCall();
  const [typed, setTyped] = useState<TypedNetwork>({
    name: network?.name ?? '',
    chainId: network === undefined ? '' : String(network.chainId),
    symbol: network?.symbol ?? 'ETH',
    rpcUrls: network?.rpcUrls ?? [''],
    explorerUrl: network?.explorerUrl ?? '',
  });
  const read = readNetwork(typed);
  const save = useAction(async () => {
    const { leftOut } = await call('networks.add', { network: read.network });
    onDone(leftOut);
  });
  return {
    ...read,
    typed,
    change: (part: Partial<TypedNetwork>) => setTyped({ ...typed, ...part }),
    save,
  };
}

/** Parses a typed network, and returns whether it can be saved. */
export function readNetwork(typed: TypedNetwork) {
  const name = typed.name.trim();
  const symbol = typed.symbol.trim();
  const explorerUrl = typed.explorerUrl.trim();
  const rpcUrls = [...new Set(typed.rpcUrls.map((url) => url.trim()).filter((url) => url !== ''))];
  const isChainId = CHAIN_ID_PATTERN.test(typed.chainId);
  const isSymbol = SYMBOL_PATTERN.test(symbol);
  return {
    network: {
      chainId: Number(typed.chainId),
      name,
      symbol,
      rpcUrls,
      ...(explorerUrl === '' ? {} : { explorerUrl }),
    },
    isChainId,
    isSymbol,
    isReady:
      name !== '' &&
      isChainId &&
      isSymbol &&
      rpcUrls.length > 0 &&
      rpcUrls.every((url) => addressProblem(url) === undefined) &&
      (explorerUrl === '' || addressProblem(explorerUrl) === undefined),
  };
}
