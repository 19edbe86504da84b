import { keccak_256 } from '@noble/hashes/sha3';
import type { Address, Hex } from 'viem';
import { concatBytes, utf8 } from '../bytes.ts';
import { CHAIN_ID } from '../chain/deployments.ts';
import { hexBytes, WORD, writeUint } from './abi-words.ts';
import { recoverSigner } from './recover.ts';

const DOMAIN = { name: 'Condor Orders', version: '1', chainId: CHAIN_ID } as const;

/**
 * Returns the data that a maker signs to remove an order from a feed. It contains only the order's
 * digest. On the chain the order stays valid until it expires or is cancelled.
 */
export function withdrawalTypedData(digest: Hex) {
  return {
    domain: DOMAIN,
    types: { Withdrawal: [{ name: 'orderDigest', type: 'bytes32' }] },
    primaryType: 'Withdrawal',
    message: { orderDigest: digest },
  } as const;
}

const TYPE_HASH = keccak_256(utf8('Withdrawal(bytes32 orderDigest)'));
const DOMAIN_SEPARATOR = (() => {
  const words = new Uint8Array(4 * WORD);
  words.set(keccak_256(utf8('EIP712Domain(string name,string version,uint256 chainId)')), 0);
  words.set(keccak_256(utf8(DOMAIN.name)), WORD);
  words.set(keccak_256(utf8(DOMAIN.version)), 2 * WORD);
  writeUint(words, 3, BigInt(DOMAIN.chainId));
  return keccak_256(words);
})();

/** Returns the signer of an order's withdrawal; undefined when the signature is invalid. */
export function recoverWithdrawal(digest: Hex, signature: Hex): Address | undefined {
  const struct = keccak_256(concatBytes(TYPE_HASH, hexBytes(digest)));
  return recoverSigner(
    keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), DOMAIN_SEPARATOR, struct)),
    signature,
  );
}
