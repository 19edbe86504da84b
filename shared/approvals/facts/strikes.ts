/** Strikes in dollars with 8 decimals. An order may have any number; only the first are kept. */
export interface StrikesFact {
  readonly prices: readonly string[];
  /** Number of omitted strikes. */
  readonly more?: number;
}

/** Maximum number of strikes of any product; an order with more is rejected anyway. */
const MAX_STRIKES = 4;

export function strikesFact(strikes: readonly bigint[]): StrikesFact {
  const more = strikes.length - MAX_STRIKES;
  return {
    prices: strikes.slice(0, MAX_STRIKES).map(String),
    ...(more > 0 ? { more } : {}),
  };
}
