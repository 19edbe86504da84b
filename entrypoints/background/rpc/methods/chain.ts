import { CHAIN_ID } from '../../../../shared/chain/deployments.ts';
import { type Method, method } from '../method.ts';
import { noParams } from '../params.ts';

export const CHAIN_ID_HEX = `0x${CHAIN_ID.toString(16)}`;

/** What the wallet knows of the chain without asking a node. */
export function chainMethods(): Method[] {
  const constant = (name: string, answer: string) =>
    method({ name, parse: noParams, needs: 'nothing', once: false, handle: async () => answer });
  return [
    constant('eth_chainId', CHAIN_ID_HEX),
    constant('net_version', String(CHAIN_ID)),
    constant('web3_clientVersion', 'Condor/0.1.0'),
  ];
}
