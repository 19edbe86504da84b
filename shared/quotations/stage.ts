import type { UnixSeconds } from '../units.ts';

/** `unsettled`: an offer leads and anybody may settle it. `unanswered`: no offer was revealed. */
export const QUOTATION_STAGES = [
  'collecting',
  'revealing',
  'unsettled',
  'unanswered',
  'settled',
  'cancelled',
  /** Ended without a trade, because the option was changed during the auction. */
  'void',
] as const;
export type QuotationStage = (typeof QUOTATION_STAGES)[number];

/** Returns true for the stages that can still end in a trade. */
export function isTradable(stage: QuotationStage): boolean {
  return stage === 'collecting' || stage === 'revealing' || stage === 'unsettled';
}

/** Facts of a request that decide its stage, as the factory returns them. */
export interface QuotationFacts {
  /** An ended request isn't active any more; its events say how it ended. */
  readonly end: 'settled' | 'cancelled' | 'void' | undefined;
  readonly offerEnd: UnixSeconds;
  /** Seconds for revealing offers, after their end. */
  readonly revealWindow: number;
  readonly hasWinner: boolean;
}

/** Returns the stage of a request at a time of the chain. */
export function stageOf(facts: QuotationFacts, now: UnixSeconds): QuotationStage {
  if (facts.end !== undefined) return facts.end;
  if (now < facts.offerEnd) return 'collecting';
  if (now < facts.offerEnd + facts.revealWindow) return 'revealing';
  return facts.hasWinner ? 'unsettled' : 'unanswered';
}

/** Returns when the present stage of a running request ends; undefined for stages without an end. */
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
