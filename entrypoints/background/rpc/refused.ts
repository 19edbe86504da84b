import { RpcError } from '../../../shared/rpc/codes.ts';
import { type Method, method } from './method.ts';

/** Each would sign or decrypt data that the user can't read. */
const REFUSED = [
  'eth_sign',
  'eth_signTransaction',
  'eth_decrypt',
  'eth_getEncryptionPublicKey',
  // They would let foreign code run as the account (EIP-7702).
  'eth_signAuthorization',
  'wallet_signAuthorization',
] as const;

/** Returns the methods that are always rejected with 4200. */
export function refusedMethods(): Method[] {
  const refuse = () => {
    throw new RpcError('unsupported');
  };
  return REFUSED.map((name) =>
    method({
      name,
      waitsFor: 'sites',
      asks: 'nobody',
      refuses: 'everybody',
      once: false,
      parse: refuse,
      handle: refuse,
    }),
  );
}
