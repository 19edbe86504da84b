import { i18n } from '#i18n';
import { reserveWith } from '../../../../shared/chain/lending.ts';
import type {
  ProcedureFacts,
  ProcedureStop,
  ProcedureView,
} from '../../../../shared/messages/procedures.ts';
import type { WalletSnapshot } from '../../../../shared/messages/snapshot.ts';
import type { FillView } from '../../../../shared/messages/ticket.ts';
import { holderOf, isHolding } from '../../../hooks/use-holder.ts';
import { describeFailure, UNSENT_CODES } from '../../../texts/describe-failure.ts';

/** Names a procedure by its purpose. */
export function titleOfFacts(facts: ProcedureFacts): string {
  switch (facts.kind) {
    case 'legs': {
      const [first] = facts.legs;
      const asset = first?.terms.asset ?? '';
      return i18n.t('procedures.legs', { count: facts.legs.length, asset });
    }
    case 'way back': {
      const asset = reserveWith(facts.token)?.asset.symbol ?? '';
      return i18n.t('funds.back', { asset: asset === 'WETH' ? 'ETH' : asset });
    }
    case 'revocations':
      return i18n.t('procedures.revocations', { count: facts.count });
    case 'batch':
      return i18n.t('procedures.batch', { count: facts.count, site: facts.origin });
    case 'ask':
    case 'split':
    case 'accept':
    case 'cancel':
    case 'settle':
      return i18n.t(`procedures.step.${facts.kind}`);
  }
}

/** Explains why a procedure stopped. */
export function whyOf(facts: ProcedureFacts, why: ProcedureStop): string {
  if (!('done' in facts)) return i18n.t(`procedures.why.${why}`);
  const { kind, done, count } = facts;
  const stopped = i18n.t(`procedures.${kind}Stopped`, { done, count });
  if (kind === 'batch')
    return why === 'superseded' ? i18n.t('procedures.batchUnclear', { done, count }) : stopped;
  const isNamed = why === 'locked' || why === 'superseded';
  return isNamed ? `${stopped} ${i18n.t(`procedures.why.${why}`)}` : stopped;
}

/** Explains the consequences of stopping. */
export function stopOf({ kind }: ProcedureFacts): string {
  switch (kind) {
    case 'legs':
      return i18n.t('procedures.legsStop');
    case 'way back':
      return i18n.t('procedures.wayBackStop');
    case 'revocations':
    case 'batch':
      return i18n.t(`procedures.${kind}Stop`);
    case 'ask':
    case 'split':
      return i18n.t('procedures.askStop');
    case 'accept':
    case 'cancel':
    case 'settle':
      return i18n.t('procedures.answerStop');
  }
}

/**
 * Describes the error that stopped a procedure, if any. A holder that caused the error may have
 * ended. For calls that were confirmed together, also says how many of them succeeded.
 */
export function stopText(
  { facts, failure, why = 'failed' }: ProcedureView,
  snapshot: WalletSnapshot,
): string | undefined {
  if (failure === undefined) return undefined;
  const holder = holderOf(failure);
  const isFree = holder !== undefined && !isHolding(snapshot, holder);
  const text = isFree ? i18n.t('procedures.free') : describeFailure(failure);
  if (!('done' in facts)) return text;
  // The text of a rejection says that nothing was sent, but earlier calls may have been sent.
  const counted = whyOf(facts, why);
  return UNSENT_CODES.includes(failure.code) ? counted : `${counted} ${text}`;
}

/** Returns true for a stopped trade whose last begun leg can still be filled. */
export const isLegLeft = ({ facts, why }: ProcedureView): boolean =>
  why === 'stopped' && facts.kind === 'legs' && facts.legs.some(({ state }) => state === 'running');

/** Returns the note about the leg under way: a stop of the trade doesn't stop this leg. */
export function legNoteOf(
  procedure: ProcedureView,
  fills: readonly FillView[],
): string | undefined {
  const { facts, state, why } = procedure;
  if (facts.kind === 'legs' && (why === 'superseded' || why === 'unproved'))
    return i18n.t('procedures.legSent');
  if (facts.kind !== 'legs' || (state !== 'underWay' && !isLegLeft(procedure))) return undefined;
  const leg = facts.legs.find((one) => one.state === 'running');
  const fill = fills.find(({ id }) => id === leg?.fill);
  const isAsked = fill === undefined ? state === 'underWay' : fill.stage !== 'replaced';
  if (!isAsked) return undefined;
  return i18n.t(fill && isSent(fill) ? 'procedures.legSent' : 'procedures.legUnderWay');
}

const isSent = ({ stage, isSending }: FillView): boolean =>
  stage === 'fill sent' || stage === 'mined' || (stage === 'fill asked' && isSending === true);
