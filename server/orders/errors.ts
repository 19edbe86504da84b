import { CondorError } from '../../shared/errors.ts';

/** Error codes of the orders service, by HTTP status. */
export type OrdersErrorCode =
  | 'bad-request'
  | 'bad-entry'
  | 'failed-check'
  | 'too-many'
  | 'withdrawn'
  | 'unknown-order'
  | 'not-the-maker'
  | 'unavailable';

export const ORDERS_STATUS: Readonly<Record<OrdersErrorCode, number>> = {
  'bad-request': 400,
  'bad-entry': 400,
  'failed-check': 400,
  'too-many': 429,
  withdrawn: 409,
  'unknown-order': 404,
  'not-the-maker': 403,
  unavailable: 503,
};

export const statusesOf = (...codes: readonly OrdersErrorCode[]) =>
  codes.map((code) => ORDERS_STATUS[code]);

export class OrdersError extends CondorError<OrdersErrorCode> {}
