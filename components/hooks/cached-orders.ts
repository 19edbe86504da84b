/** Query of the orders that are known without asking a server; asked ahead by the page that starts with them. */
export const CACHED_ORDERS = ['orders', 'cached'] as const;
