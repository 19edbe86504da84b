import { amountFact } from '../../../../shared/approvals/facts/amounts.ts';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { tokenMove } from './asset-moves.ts';
import { explainAllowance } from './explain-allowance.ts';
import { explainCodeChange, selfCallRefusal } from './explain-code.ts';
import { explainAcceptedOrder, explainClaim, explainSwapped } from './explain-factory.ts';
import { explainLending } from './explain-lending.ts';
import { explainBatch, explainMulticall } from './explain-nesting.ts';
import { explainOffer } from './explain-offer.ts';
import { explainOption } from './explain-option.ts';
import { explainPermit } from './explain-permit.ts';
import { findLookAlike, type PartyFindings } from './explain-receiver.ts';
import { explainRequest } from './explain-request.ts';
import { explainTransfer, receiverFindings } from './explain-transfer.ts';
import type { CallReading, Finders } from './finder.ts';
import { inspectFill } from './inspect-fill.ts';

/** Functions that find facts about a call beyond its bytes, by their names in descriptors. */
export const FINDERS: Finders = {
  fill: explainFill,
  swapAndFill: explainSwap,
  book: bookMeaning,
  option: explainOption,
  receiver: ({ target }, reading) => receiverFindings(reading, target),
  allowance: (found, { deliveryOf, known, ...reading }) =>
    explainAllowance(found, {
      ...reading,
      known: known?.() ?? [],
      delivery: deliveryOf?.(found, reading.account),
    }),
  permit: explainPermit,
  transfer: explainTransfer,
  lending: explainLending,
  request: explainRequest,
  offer: explainOffer,
  acceptedOrder: explainAcceptedOrder,
  escrow: explainClaim,
  async ownCall(found, reading) {
    const refusal = await selfCallRefusal(found, reading);
    return refusal === undefined ? {} : { refusal };
  },
  unknown: explainUnknown,
  multicall: explainMulticall,
  batch: explainBatch,
  'swap and call': explainSwapped,
  'change code': ({ change }, { rpc, account }) =>
    explainCodeChange(change, { rpc, sender: account }),
};

function explainFill(
  understanding: Extract<Understanding, { kind: 'fill' }>,
  reading: CallReading,
) {
  return inspectFill({ ...reading, client: reading.rpc, understanding });
}

/**
 * Explains a swap with a fill. The swap runs unknown code with the account's tokens, so the order
 * alone doesn't describe the effect.
 */
async function explainSwap(
  found: Extract<Understanding, { kind: 'swap and fill' }>,
  reading: CallReading,
): Promise<Partial<CallMeaning>> {
  const inner = await explainFill({ ...found, kind: 'fill' }, { ...reading, earlier: [] });
  const { context } = reading;
  const amount = amountFact({ token: found.swapToken, amount: found.swapAmount }, context);
  return {
    ...inner,
    leaves: [tokenMove(found.swapToken, found.swapAmount, context)],
    rows: [
      { label: 'swapped', value: { kind: 'amount', amount, isWhole: true } },
      { label: 'router', value: { kind: 'address', address: found.swapRouter } },
      ...inner.rows,
    ],
    dangers: [...inner.dangers, { code: 'trustsRouter', router: found.swapRouter, amount }],
  };
}

const UNKNOWN = {
  checks: [{ code: 'meaning.unknown', status: 'warned' }],
  dangers: [{ code: 'meaning.unknown' }],
} as const satisfies PartyFindings;

/** Shows the called address in full and compares it with known addresses. */
function explainUnknown(
  found: Extract<Understanding, { kind: 'unknown' | 'unreadable' | 'deploy' }>,
  { known, context }: Pick<CallReading, 'known' | 'context'>,
): PartyFindings {
  if (found.kind === 'deploy') return UNKNOWN;
  const { to } = found;
  const alike = findLookAlike(known?.() ?? [], to, 'receiver');
  const elsewhere: readonly CheckFact[] = context.isBookElsewhere(to)
    ? [{ code: 'contract.bookElsewhere', status: 'failed' }]
    : context.isOtherFactory(to)
      ? [{ code: 'contract.otherRevision', status: 'warned' }]
      : [];
  return {
    checks: [...elsewhere, ...UNKNOWN.checks, ...alike.checks],
    dangers: [...UNKNOWN.dangers, ...alike.dangers],
  };
}

/**
 * Explains a call of a book. In another contract, functions with the same names can do anything.
 */
function bookMeaning({ isPinnedBook }: { readonly isPinnedBook: boolean }): PartyFindings {
  return isPinnedBook
    ? { checks: [{ code: 'book.known', status: 'passed' }], dangers: [] }
    : {
        checks: [{ code: 'book.unknown', status: 'warned' }],
        dangers: [{ code: 'notAKnownBook' }],
      };
}
