import { VAULT_CODES } from '../wire/vault-codes.ts';

/** Failure codes, one list per noun. Codes are unique across the lists. */

/** Between this device and the vault service. */
export const SERVICE_CODES = [
  ...VAULT_CODES,
  /** No response: the write may or may not have happened. */
  'UNREACHABLE',
  /** An invalid response: too large, redirected, or of another form. */
  'UNEXPECTED_ANSWER',
  /** The challenge doesn't cover the data that this device is about to sign. */
  'WRONG_CHALLENGE',
  /** The server asks for passkeys of another domain or account than before. */
  'SERVER_CHANGED',
  /** The response is about another account or passkey. */
  'WRONG_IDS',
  /** The receipt is for another envelope than the sent one. */
  'WRONG_RECEIPT',
  /** A commit was sent, but neither its receipt nor the vault shows whether it arrived. */
  'OUTCOME_UNKNOWN',
  /** It isn't known yet whether the previous save arrived, so nothing else is sent. */
  'FORMER_SAVE_UNKNOWN',
  /** The vault on the server changed after the user consented to a merge. */
  'OFFER_CHANGED',
  /** The home keeps a passkey that this device has removed. */
  'REMOVAL_REFUSED',
  /** This device already has a vault. */
  'DEVICE_HAS_VAULT',
  'OTHER_VAULT',
  /** The browser has no passkeys that belong to an extension, so a vault needs a server. */
  'NO_DEVICE_VAULT',
] as const;

/** Why a passkey prompt returned no credential. */
export const PROMPT_CODES = [
  'cancelled',
  'no-prf',
  'no-user-verification',
  'already-registered',
  'not-allowed-here',
  'unsupported',
  'failed',
] as const;

/** Why a ceremony ended without a usable credential. */
export const CEREMONY_CODES = [
  ...PROMPT_CODES,
  'window-closed',
  /** Another ceremony's window is open. */
  'window-open',
  /** The passkey returns a different key each time. */
  'prf-differs',
  'untested-wrap',
] as const;

export const LOCK_CODES = ['locked', 'locked-meanwhile'] as const;

/** Wallets, accounts and passkeys of the vault. */
export const HOLDING_CODES = [
  'draft-gone',
  'duplicate-wallet',
  'duplicate-account',
  'not-a-seed',
  'passkey-in-use',
  'passkey-not-in-vault',
  'no-removal',
  /** The browser didn't store the vault, or returned something else than was written. */
  'not-stored',
  /** This device keeps as many vaults beside the present one as it can. */
  'too-many-vaults',
  /** Another vault isn't stored here any more. */
  'no-such-vault',
  /** Only while the wallet is locked. */
  'lock-first',
] as const;

export const SIGNER_CODES = [
  ...LOCK_CODES,
  'unknown-account',
  'watch-only',
  /** A secret that a save needs isn't in memory. */
  'secret-missing',
] as const;

/** A typed or stored secret that can't be used. */
export const SECRET_CODES = [
  'phrase-length',
  'bad-phrase',
  'bad-key',
  /** A typed address whose letter case doesn't match its checksum. */
  'bad-checksum',
  'damaged-secret',
  'bad-keystore',
  /** The file's key derivation would block the worker for too long. */
  'costly-keystore',
  'empty-keystore',
  'wrong-password',
] as const;

export const INDEXER_CODES = [
  'indexer-unreachable',
  'indexer-behind',
  'indexer-unreadable',
] as const;

/** Approvals and transactions of the wallet. */
export const APPROVAL_CODES = [
  /** The request isn't the one that the window showed. */
  'request-changed',
  /** It was shown as failing but would succeed now, or the outcome is unknown. */
  'would-succeed',
  /** The chain would reject it now. */
  'would-fail',
  /** The network requires more than the shown fee. */
  'fee-risen',
  /** It would move other assets than shown. */
  'moves-changed',
  /** The transaction to replace isn't pending any more. */
  'not-pending',
  /** The delegator's address hasn't the code that the wallet knows. */
  'delegator-changed',
  /** Two lost transactions of the account can still be mined, and a new one replaces only one of them. */
  'lost-still-open',
  /** A pending transaction of the account would make an authorization void or dangerous. */
  'account-busy',
  /** The account doesn't run the delegator's code that a batch needs. */
  'code-changed',
  'no-list',
  'bad-list',
] as const;

/** Requests for quotation on the protocol's factory. */
export const FACTORY_CODES = [
  /** Its constants aren't those that the wallet knows. */
  'factory-differs',
  /** Not made by this factory, which therefore can't change its holder. */
  'other-factory',
  /** Withdrawn, lost, or never signed. */
  'no-such-offer',
  'no-such-request',
  'no-allowance',
  /** One request about the option is open or on its way; the factory takes no second one. */
  'already-asked',
  /** Another acceptance, cancellation or settlement of the request is under way. */
  'request-busy',
  /** The part that a request is about wasn't split off. */
  'no-split',
  /** Another split of the option is on its way. */
  'split-running',
  /** The split was mined, and no node has returned its receipt yet. */
  'part-unread',
  /** The user rejected the request about a part after its split. */
  'part-unasked',
  /** The user rejected the request after its allowance, or it failed; with a part, after its split. */
  'allowed-unasked',
  'part-allowed',
  /** The option has another number of contracts than the page showed. */
  'other-size',
  /** The account has less than the request and its others can take. */
  'short-balance',
  /** A trade without a limit would be one at any price. */
  'no-limit',
  /** The asset has no such product, or its strikes or size break a rule. */
  'no-structure',
] as const;

/** Failed requests of the wallet's own pages. */
export const PAGE_CODES = [
  'no-account',
  'other-account',
  'not-possible',
  'own-network',
  'wrong-chain',
  'unknown-network',
  'bad-address',
  'bad-source',
  'not-yours',
  'other-books',
  'no-panel',
  'readable',
  'unreadable',
  /** The worker was restarted before it answered. */
  'interrupted',
  /** A bug; its details aren't passed on. */
  'unexpected',
] as const;
