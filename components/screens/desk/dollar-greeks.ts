/** Greeks in dollars, named by the keys of their texts. */
export const DOLLAR_GREEKS = ['delta', 'gamma', 'theta', 'vega'] as const;
