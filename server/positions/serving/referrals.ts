import * as Type from 'typebox';
import { parseAs } from '../../../shared/parse.ts';
import type { StoredEvent } from './queries.ts';

const ReferralArgs = Type.Object({
  referralId: Type.String(),
  referrer: Type.Optional(Type.String()),
  quotationId: Type.Optional(Type.String()),
  amount: Type.Optional(Type.String()),
});

/** Collects the factory side's referrals by id, with their earnings, from their events in order. */
export function createReferrals() {
  const byId: Record<string, { readonly executed: unknown[] }> = {};
  return {
    byId,
    add({ type, args, block, time, tx }: StoredEvent): void {
      const referral = parseAs(ReferralArgs, args);
      if (referral === undefined) return;
      const { referralId: id, referrer, quotationId, amount } = referral;
      if (type === 'referral-registered')
        byId[id] = {
          ...{ id, referrer },
          ...{ createdAt: time, createdTx: tx, createdBlock: block },
          executed: [],
        };
      else byId[id]?.executed.push({ quotationId, amount, executedBlock: block });
    },
  };
}
