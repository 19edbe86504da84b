import { AddressSchema } from '../../approvals/types.ts';
import { units } from '../../codec.ts';
import * as Type from '../../schema.ts';
import type { Contracts, Price8 } from '../../units.ts';
import { closed } from './parts.ts';

const Id = Type.Object({ id: Type.String({ maxLength: 128 }) }, closed);

export const PROCEDURES_COMMANDS = {
  /** Fills the reviewed legs of a trade one after another. Continues when no page is open. */
  'legs.begin': Type.Object(
    {
      account: AddressSchema,
      legs: Type.Array(
        Type.Object(
          {
            digest: Type.String({ maxLength: 66 }),
            contracts: units<Contracts>(),
            /** Agreed price per contract, with 8 decimals. */
            price: units<Price8>(),
          },
          closed,
        ),
        { minItems: 1, maxItems: 6 },
      ),
    },
    closed,
  ),
  'procedures.goOn': Id,
  /**
   * Stops a running procedure and rejects its open prompt. Removes a procedure that has stopped.
   * Transactions that are on the chain remain.
   */
  'procedures.stop': Id,
};
