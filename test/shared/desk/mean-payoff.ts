/**
 * Returns the mean payoff in dollars over a lognormal settlement price without drift. Equals the
 * model's price, but sums up payoffs at evenly spaced deviations (trapezoidal rule) instead of
 * using the model's formula.
 */
export function meanPayoff(
  payoff: (price: number) => number,
  market: { readonly spot: number; readonly years: number; readonly volatility: number },
): number {
  const { spot, years, volatility } = market;
  const deviation = volatility * Math.sqrt(years);
  const [steps, reach] = [8_000, 9];
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const z = -reach + (2 * reach * i) / steps;
    const price = spot * Math.exp(deviation * z - deviation ** 2 / 2);
    sum += payoff(price) * Math.exp((-z * z) / 2);
  }
  return (sum * ((2 * reach) / steps)) / Math.sqrt(2 * Math.PI);
}
