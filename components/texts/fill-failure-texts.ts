import type { FillFailureCode, FillRevertCode } from '../../shared/orders/failures.ts';
import type { Unfillable } from '../../shared/orders/unfillable.ts';

/** Text keys of fills that failed before anything was sent. */
export const FILL_FAILURE_TEXTS = {
  signer: 'fill.failure.signer',
  signature: 'fill.failure.signature',
  expired: 'fill.failure.expired',
  cancelled: 'fill.failure.cancelled',
  exhausted: 'fill.failure.exhausted',
  allowance: 'fill.failure.allowance',
  makerAllowance: 'fill.failure.makerAllowance',
  balance: 'fill.failure.balance',
  makerBalance: 'fill.failure.makerBalance',
  tooSmall: 'fill.failure.tooSmall',
  priceFeed: 'fill.failure.priceFeed',
  other: 'fill.failure.other',
  gone: 'fill.failure.gone',
  alreadyFilled: 'fill.failure.alreadyFilled',
  revoking: 'fill.failure.revoking',
  fillRunning: 'fill.failure.fillRunning',
  wayBackRunning: 'fill.failure.wayBackRunning',
  legsRunning: 'fill.failure.legsRunning',
  refused: 'fill.failure.refused',
  worsePrice: 'fill.failure.worsePrice',
  cutOff: 'fill.failure.cutOff',
  makerRole: 'fill.failure.makerRole',
  unknownProduct: 'fill.failure.unknownProduct',
  rejected: 'fill.failure.rejected',
  locked: 'fill.failure.locked',
  feedDown: 'fill.failure.feedDown',
  chainDown: 'fill.failure.chainDown',
  approvalReverted: 'fill.failure.approvalReverted',
  conversionReverted: 'fill.failure.conversionReverted',
  conversionUnseen: 'fill.failure.conversionUnseen',
  poolClosed: 'fill.failure.poolClosed',
  poolFull: 'fill.failure.poolFull',
  poolLentOut: 'fill.failure.poolLentOut',
  superseded: 'fill.failure.superseded',
} as const satisfies Readonly<Record<FillFailureCode, string>>;

/** Text keys of fills that were sent and reverted, which cost a network fee. */
export const FILL_REVERT_TEXTS = {
  signer: 'fill.reverted.signer',
  signature: 'fill.reverted.signature',
  expired: 'fill.reverted.expired',
  cancelled: 'fill.reverted.cancelled',
  exhausted: 'fill.reverted.exhausted',
  allowance: 'fill.reverted.allowance',
  makerAllowance: 'fill.reverted.makerAllowance',
  balance: 'fill.reverted.balance',
  makerBalance: 'fill.reverted.makerBalance',
  tooSmall: 'fill.reverted.tooSmall',
  priceFeed: 'fill.reverted.priceFeed',
  other: 'fill.reverted.other',
} as const satisfies Readonly<Record<FillRevertCode, string>>;

/** Text keys of fills that the chain would refuse: nothing was sent yet. */
export const FILL_WOULD_FAIL_TEXTS = {
  signer: 'fill.wouldFail.signer',
  signature: 'fill.wouldFail.signature',
  expired: 'fill.wouldFail.expired',
  cancelled: 'fill.wouldFail.cancelled',
  exhausted: 'fill.wouldFail.exhausted',
  allowance: 'fill.wouldFail.allowance',
  makerAllowance: 'fill.wouldFail.makerAllowance',
  balance: 'fill.wouldFail.balance',
  makerBalance: 'fill.wouldFail.makerBalance',
  tooSmall: 'fill.wouldFail.tooSmall',
  priceFeed: 'fill.wouldFail.priceFeed',
} as const satisfies Readonly<Record<Exclude<FillRevertCode, 'other'>, string>>;

/** Text keys of orders that can't be filled at any size. */
export const UNFILLABLE_TEXTS = {
  makerRole: 'orders.cannotFill.makerRole',
  cancelled: 'orders.cannotFill.cancelled',
  cutOff: 'orders.cannotFill.cutOff',
  exhausted: 'orders.cannotFill.exhausted',
  makerBalance: 'orders.cannotFill.makerBalance',
  makerAllowance: 'orders.cannotFill.makerAllowance',
  dust: 'orders.cannotFill.dust',
} as const satisfies Readonly<Record<Unfillable, string>>;
