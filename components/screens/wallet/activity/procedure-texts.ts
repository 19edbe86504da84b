import { i18n } from '#i18n';
import { reserveWith } from '../../../../shared/chain/lending.ts';
import type { ProcedureFacts, ProcedureStop } from '../../../../shared/messages/procedures.ts';

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
