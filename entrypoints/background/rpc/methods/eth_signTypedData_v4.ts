import type { Signatures } from '../../approvals/sending/signatures.ts';
import type { Method } from '../method.ts';
import { signingTypedData } from '../typed-data-method.ts';

export const eth_signTypedData_v4 = (deps: { signatures: Signatures }): Method =>
  signingTypedData('eth_signTypedData_v4', 'V4', deps);
