/** The greeks of holdings, in dollars; the texts of their names and meanings have them as keys. */
export const DOLLAR_GREEKS = ['delta', 'gamma', 'theta', 'vega'] as const;
