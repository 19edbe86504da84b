import type { Signatures } from '../../approvals/sending/signatures.ts';
import type { Method } from '../method.ts';
import { signingTypedData } from '../typed-data-method.ts';

/** `eth_signTypedData` (EIP-712, version 1). */
export const eth_signTypedData = (deps: { signatures: Signatures }): Method =>
  signingTypedData('eth_signTypedData', 'V1', deps);
