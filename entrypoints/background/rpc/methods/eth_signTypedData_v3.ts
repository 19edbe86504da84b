import type { Signatures } from '../../approvals/sending/signatures.ts';
import type { Method } from '../method.ts';
import { signingTypedData } from '../typed-data-method.ts';

export const eth_signTypedData_v3 = (deps: { signatures: Signatures }): Method =>
  signingTypedData('eth_signTypedData_v3', 'V3', deps);
