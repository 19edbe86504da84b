import type {
  APPROVAL_CODES,
  INDEXER_CODES,
  PAGE_CODES,
} from '../../shared/messages/failure-codes.ts';
import type { RpcFailure } from '../../shared/rpc/codes.ts';

export const INDEXER_TEXTS = {
  'indexer-unreachable': 'failures.indexerUnreachable',
  'indexer-behind': 'failures.indexerBehind',
  'indexer-unreadable': 'failures.indexerUnreadable',
} as const satisfies Record<(typeof INDEXER_CODES)[number], string>;

export const APPROVAL_TEXTS = {
  'request-changed': 'failures.requestChanged',
  'would-succeed': 'failures.wouldSucceed',
  'would-fail': 'failures.wouldFail',
  'fee-risen': 'failures.feeRisen',
  'moves-changed': 'failures.movesChanged',
  'not-pending': 'failures.notPending',
  'no-list': 'failures.listUnreachable',
  'bad-list': 'failures.listUnreadable',
} as const satisfies Record<(typeof APPROVAL_CODES)[number], string>;

export const PAGE_TEXTS = {
  'no-account': 'failures.noAccount',
  'other-account': 'failures.otherAccount',
  'not-possible': 'failures.notPossible',
  'own-network': 'failures.ownNetwork',
  'wrong-chain': 'failures.wrongChain',
  'unknown-network': 'failures.unknownNetwork',
  'bad-address': 'failures.badAddress',
  'bad-source': 'failures.listNeedsHttps',
  'not-yours': 'failures.quoteGone',
  'other-books': 'failures.quotesOfOtherBooks',
  'no-panel': 'failures.noPanel',
  readable: 'failures.storedReadable',
  unreadable: 'failures.storedUnreadable',
  interrupted: 'failures.interrupted',
  unexpected: 'failures.unexpected',
  'no-feed': 'failures.noFeed',
} as const satisfies Record<(typeof PAGE_CODES)[number] | 'no-feed', string>;

export const RPC_TEXTS = {
  rejected: 'failures.rejected',
  lockedMeanwhile: 'failures.lockedMeanwhile',
  notPending: 'failures.notPending',
  chainUnreachable: 'failures.chainUnreachable',
  unknownChain: 'failures.unknownNetwork',
  unsupportedChain: 'failures.unknownNetwork',
  unauthorized: 'failures.accountCannotSign',
  alreadyPending: 'failures.alreadyPending',
  tooManyOpen: 'failures.tooManyOpen',
  unsupported: 'failures.unexpected',
  disconnected: 'failures.unexpected',
  unsupportedCapability: 'failures.unexpected',
  duplicateBundle: 'failures.unexpected',
  unknownBundle: 'failures.unexpected',
  bundleTooLarge: 'failures.unexpected',
  atomicityUnsupported: 'failures.unexpected',
  invalidRequest: 'failures.unexpected',
  methodNotFound: 'failures.unexpected',
  invalidParams: 'failures.unexpected',
  internal: 'failures.unexpected',
} as const satisfies Record<RpcFailure, string>;
