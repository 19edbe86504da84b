import { secp256k1 as curve } from '@noble/curves/secp256k1.js';

/** The one export that viem imports at run time: the package's others can then be left out. */
export const secp256k1 = curve;
