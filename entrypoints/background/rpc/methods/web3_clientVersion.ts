import { WALLET_NAME } from '../../../../shared/messages/page.ts';
import { type Method, method } from '../method.ts';
import { noParams } from '../params.ts';

/** `web3_clientVersion`. @param version the wallet's version */
export const web3_clientVersion = ({ version }: { readonly version: string }): Method =>
  method({
    name: 'web3_clientVersion',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: noParams,
    handle: async () => `${WALLET_NAME}/${version}`,
  });
