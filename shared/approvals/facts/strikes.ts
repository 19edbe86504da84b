/** Strikes in dollars with 8 decimals. Only an order's first strikes are kept. */
export interface StrikesFact {
  readonly prices: readonly string[];
  readonly more?: number;
}

/** Maximum number of strikes of any product. Orders with more strikes are rejected. */
const MAX_STRIKES = 4;

export function strikesFact(strikes: readonly bigint[]): StrikesFact {
  const more = strikes.length - MAX_STRIKES;
  return {
    prices: strikes.slice(0, MAX_STRIKES).map(String),
    ...(more > 0 ? { more } : {}),
  };
}
