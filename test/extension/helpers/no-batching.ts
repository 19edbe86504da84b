/** Reports that no account can make several calls in one transaction. */
export const noBatching = {
  statusOf: async () => 'unsupported' as const,
  transactionOf: async () => undefined,
};
