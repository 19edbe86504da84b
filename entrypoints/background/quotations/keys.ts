import { units } from '../../../shared/codec.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { QUOTATION_STAGES } from '../../../shared/quotations/stage.ts';
import * as Type from '../../../shared/schema.ts';
import { disposable, procedureRows } from '../kernel/stored-key.ts';

const closed = { additionalProperties: false };

/** Running requests to makers, with the last stage that the user knows. */
const QuotationNoticesSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      id: units(),
      stage: oneOf(QUOTATION_STAGES),
      /** Unix seconds of the stage's end. */
      at: Type.Integer(),
    },
    closed,
  ),
);

const OwnRequestsSchema = Type.Array(
  Type.Object(
    {
      account: Type.String(),
      id: units(),
    },
    closed,
  ),
);

export const quotationsKeys = {
  quotationNotices: disposable('local', 'quotation-notices', QuotationNoticesSchema),
  ownRequests: disposable('local', 'own-requests', OwnRequestsSchema),
  asked: procedureRows('asked'),
};

export type QuotationNotices = Type.Static<typeof QuotationNoticesSchema>;
export type StoredRequests = Type.Static<typeof OwnRequestsSchema>;
