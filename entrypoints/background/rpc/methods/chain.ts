import { WALLET_NAME } from '../../../../shared/messages/page.ts';
import { type Method, method } from '../method.ts';
import { noParams } from '../params.ts';

export function chainIdHex(chainId: number): string {
  return `0x${chainId.toString(16)}`;
}

/** Methods about the site's chain that need no node. @param version the wallet's version */
export function chainMethods({ version }: { readonly version: string }): Method[] {
  const known = (name: string, answer: (chainId: number) => string) =>
    method({
      name,
      parse: noParams,
      needs: 'nothing',
      once: false,
      handle: async (_, { chainId }) => answer(chainId),
    });
  return [
    known('eth_chainId', chainIdHex),
    known('net_version', String),
    known('web3_clientVersion', () => `${WALLET_NAME}/${version}`),
  ];
}
