/** Strikes in dollars with 8 decimals. An order may name any number: the first are kept. */
export interface StrikesFact {
  readonly prices: readonly string[];
  /** How many are left out. */
  readonly more?: number;
}

/** No product has more strikes; an order that names more is refused, and need not be read whole. */
const MOST_STRIKES = 4;

export function strikesFact(strikes: readonly bigint[]): StrikesFact {
  const more = strikes.length - MOST_STRIKES;
  return {
    prices: strikes.slice(0, MOST_STRIKES).map(String),
    ...(more > 0 ? { more } : {}),
  };
}
