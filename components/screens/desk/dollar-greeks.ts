/** The greeks of holdings in dollars; also the keys of the texts of their names and meanings. */
export const DOLLAR_GREEKS = ['delta', 'gamma', 'theta', 'vega'] as const;
