import type { UnixSeconds } from '../units.ts';

/** `unsettled`: an offer leads; anyone may settle. `unanswered`: no offer was revealed. */
export const QUOTATION_STAGES = [
  'collecting',
  'revealing',
  'unsettled',
  'unanswered',
  'settled',
  'cancelled',
  /** The request ended without a trade, because the option was changed during the auction. */
  'void',
] as const;
export type QuotationStage = (typeof QUOTATION_STAGES)[number];

/** Returns true for the stages that can still end in a trade. */
export function isTradable(stage: QuotationStage): boolean {
  return stage === 'collecting' || stage === 'revealing' || stage === 'unsettled';
}

/** Facts from the factory that decide a request's stage. */
export interface QuotationFacts {
  /** End of the request, from its events; undefined while the request is active. */
  readonly end: 'settled' | 'cancelled' | 'void' | undefined;
  readonly offerEnd: UnixSeconds;
  /** Seconds in which offers are revealed. They begin at `offerEnd`. */
  readonly revealWindow: number;
  readonly hasWinner: boolean;
}

/** Returns the stage of a request at a time (the chain's clock). */
export function stageOf(facts: QuotationFacts, now: UnixSeconds): QuotationStage {
  if (facts.end !== undefined) return facts.end;
  if (now < facts.offerEnd) return 'collecting';
  if (now < facts.offerEnd + facts.revealWindow) return 'revealing';
  return facts.hasWinner ? 'unsettled' : 'unanswered';
}

/**
 * Returns the Unix time at which a request's current stage ends by itself; undefined for a stage
 * without an end.
 */
export function stageEnd(facts: QuotationFacts, now: UnixSeconds): number | undefined {
  switch (stageOf(facts, now)) {
    case 'collecting':
      return facts.offerEnd;
    case 'revealing':
      return facts.offerEnd + facts.revealWindow;
    default:
      return undefined;
  }
}
