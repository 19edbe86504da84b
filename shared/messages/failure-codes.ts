import { VAULT_CODES } from '../wire/vault-codes.ts';

/**
 * Failure codes, one list per noun. Codes are unique across the lists. Those about the vault service
 * are spelled like the codes on its wire, and three of the approvals as the activity stores them.
 */

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
  /** The receipt is for another envelope than the one sent. */
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
  'noPrf',
  'noUserVerification',
  'alreadyRegistered',
  'notAllowedHere',
  'unsupported',
  'failed',
] as const;

/** Why a ceremony ended without a usable credential. */
export const CEREMONY_CODES = [
  ...PROMPT_CODES,
  'windowClosed',
  /** Another ceremony's window is open. */
  'windowOpen',
  /** The passkey returns a different key each time. */
  'prfDiffers',
  'untestedWrap',
] as const;

export const LOCK_CODES = ['locked', 'lockedMeanwhile'] as const;

/** Wallets, accounts and passkeys of the vault. */
export const HOLDING_CODES = [
  'draftGone',
  'duplicateWallet',
  'duplicateAccount',
  'notASeed',
  'passkeyInUse',
  'passkeyNotInVault',
  'noRemoval',
  /** The browser didn't store the vault, or returned something else than was written. */
  'notStored',
  /** This device keeps as many vaults beside the present one as it can. */
  'tooManyVaults',
  /** Another vault isn't stored here any more. */
  'noSuchVault',
  /** Only while the wallet is locked. */
  'lockFirst',
] as const;

export const SIGNER_CODES = [
  ...LOCK_CODES,
  'unknownAccount',
  'watchOnly',
  /** A secret that a save needs isn't in memory. */
  'secretMissing',
] as const;

/** A typed or stored secret that can't be used. */
export const SECRET_CODES = [
  'phraseLength',
  'badPhrase',
  'badKey',
  /** A typed address whose letter case doesn't match its checksum. */
  'badChecksum',
  'damagedSecret',
  'badKeystore',
  /** The file's key derivation would block the worker for too long. */
  'costlyKeystore',
  'emptyKeystore',
  'wrongPassword',
] as const;

export const INDEXER_CODES = ['indexerUnreachable', 'indexerBehind', 'indexerUnreadable'] as const;

/** Approvals and transactions of the wallet. */
export const APPROVAL_CODES = [
  /** The request isn't the one that the window showed. */
  'requestChanged',
  /** The transaction was shown as failing but would succeed now, or the outcome is unknown. */
  'wouldSucceed',
  /** The chain would reject it now. */
  'wouldFail',
  /** The network requires more than the shown fee. */
  'feeRisen',
  /** The transaction would move other assets than shown. */
  'movesChanged',
  /** The transaction to replace isn't pending any more. */
  'notPending',
  /** The code at the delegator's address isn't the code that the wallet knows. */
  'delegator-changed',
  /** Two lost transactions of the account can still be mined, and a new one replaces only one of them. */
  'lostStillOpen',
  /** A recent block has used a lost transaction's nonce, and no node says for which transaction. */
  'lostUnclear',
  /** A pending transaction of the account would make an authorization invalid or dangerous. */
  'account-busy',
  /** The account doesn't run the delegator's code that a batch needs. */
  'code-changed',
  'noList',
  'badList',
] as const;

/** Requests for quotation on the protocol's factory. */
export const FACTORY_CODES = [
  /** The factory's constants aren't those that the wallet knows. */
  'factoryDiffers',
  /** The option wasn't made by this factory, so the factory can't change its holder. */
  'otherFactory',
  /** The offer is withdrawn, lost, or was never signed. */
  'noSuchOffer',
  'noSuchRequest',
  'noAllowance',
  /** A request about the option is open or on its way; the factory accepts only one. */
  'alreadyAsked',
  /** Another acceptance, cancellation or settlement of the request is under way. */
  'requestBusy',
  /** The part that a request is about wasn't split off. */
  'noSplit',
  /** Another split of the option is on its way. */
  'splitRunning',
  /** The split was mined, and no node has returned its receipt yet. */
  'partUnread',
  /** The user rejected the request about a part after its split. */
  'partUnasked',
  /** The user rejected the request after its allowance, or it failed; with a part, after its split. */
  'allowedUnasked',
  'partAllowed',
  /** The option has another number of contracts than the page showed. */
  'otherSize',
  /** The account has less than this request and its other requests can take. */
  'shortBalance',
  /** A trade without a limit would be one at any price. */
  'noLimit',
  /** The asset has no such product, or its strikes or size break a rule. */
  'noStructure',
] as const;

/** Failed requests of the wallet's own pages. */
export const PAGE_CODES = [
  'noAccount',
  'otherAccount',
  'notPossible',
  'ownNetwork',
  'wrongChain',
  'unknownNetwork',
  'badAddress',
  'badSource',
  'notYours',
  'otherBooks',
  'noPanel',
  'readable',
  'unreadable',
  /** The worker was restarted before it answered. */
  'interrupted',
  /** A bug; its details aren't passed on. */
  'unexpected',
] as const;
