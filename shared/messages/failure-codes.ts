import { VAULT_CODES } from '../wire/vault-codes.ts';

/**
 * Failure codes, one list for each subject. Codes are unique across the lists. Codes of the vault
 * service have the spelling of its responses; three codes of the approvals have the spelling in
 * stored activity.
 */

/** Failures between this device and the vault service. */
export const SERVICE_CODES = [
  ...VAULT_CODES,
  /** No response: the write may or may not have happened. */
  'UNREACHABLE',
  /** An invalid response: too large, redirected, or with unexpected contents. */
  'UNEXPECTED_ANSWER',
  /** The challenge isn't for the data that this device is about to sign. */
  'WRONG_CHALLENGE',
  /** The server asks for passkeys of a different domain or account than before. */
  'SERVER_CHANGED',
  /** The response is about another account or passkey. */
  'WRONG_IDS',
  /** The receipt is for a different envelope from the envelope that was sent. */
  'WRONG_RECEIPT',
  /** A commit was sent, but neither its receipt nor the vault shows whether it arrived. */
  'OUTCOME_UNKNOWN',
  /** The outcome of the previous save is unknown, so nothing else is sent. */
  'FORMER_SAVE_UNKNOWN',
  /** The vault on the server changed after the user consented to a merge. */
  'OFFER_CHANGED',
  /** The vault's home keeps a passkey that this device has removed. */
  'REMOVAL_REFUSED',
  'DEVICE_HAS_VAULT',
  'OTHER_VAULT',
  /** The browser doesn't support passkeys for extensions, so a vault needs a server. */
  'NO_DEVICE_VAULT',
] as const;

/** Reasons why a passkey prompt returned no credential. */
export const PROMPT_CODES = [
  'cancelled',
  'noPrf',
  'noUserVerification',
  'alreadyRegistered',
  'notAllowedHere',
  'unsupported',
  'failed',
] as const;

/** Reasons why a ceremony ended without a usable credential. */
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

/** Failures about wallets, accounts and passkeys of the vault. */
export const HOLDING_CODES = [
  'draftGone',
  'duplicateWallet',
  'duplicateAccount',
  'notASeed',
  'passkeyInUse',
  'passkeyNotInVault',
  'noRemoval',
  /** The browser didn't store the vault, or read back different data. */
  'notStored',
  /** This device can't store another vault in addition to the current vault. */
  'tooManyVaults',
  /** The other vault is no longer stored on this device. */
  'noSuchVault',
  /** The action requires a locked wallet, but the wallet is unlocked. */
  'lockFirst',
] as const;

export const SIGNER_CODES = [
  ...LOCK_CODES,
  'unknownAccount',
  'watchOnly',
  /** A secret that must be saved isn't in memory. */
  'secretMissing',
] as const;

/** A typed or stored secret that can't be used. */
export const SECRET_CODES = [
  'phraseLength',
  'badPhrase',
  'badKey',
  /** The capitals of a typed address don't match its checksum. */
  'badChecksum',
  'damagedSecret',
  'badKeystore',
  /** The file's key derivation would block the worker for too long. */
  'costlyKeystore',
  'emptyKeystore',
  'wrongPassword',
] as const;

export const INDEXER_CODES = ['indexerUnreachable', 'indexerBehind', 'indexerUnreadable'] as const;

/** Failures of approvals and of the wallet's transactions. */
export const APPROVAL_CODES = [
  /** The request differs from the request that the window showed. */
  'requestChanged',
  /**
   * The window showed the transaction as failing, but it would succeed now or its outcome is
   * unknown.
   */
  'wouldSucceed',
  /** The chain would reject the transaction now. */
  'wouldFail',
  /** The network requires a higher fee than the shown one. */
  'feeRisen',
  /** The transaction would now take more, or return less, of an asset than the window showed. */
  'movesChanged',
  /** The transaction to replace isn't pending any more. */
  'notPending',
  /** The code at the delegator's address isn't the code that the wallet knows. */
  'delegator-changed',
  /**
   * A block can still include either of two lost transactions of the account, but a new transaction
   * replaces only one of them.
   */
  'lostStillOpen',
  /** A recent block used a lost transaction's nonce, and no node reports for which transaction. */
  'lostUnclear',
  /** A pending transaction of the account would make an authorization invalid or dangerous. */
  'account-busy',
  /** The account doesn't run the delegator's code that a batch needs. */
  'code-changed',
  'noList',
  'badList',
] as const;

/** Failures of requests to makers on the protocol's factory. */
export const FACTORY_CODES = [
  /** The factory's constants differ from those that the wallet knows. */
  'factoryDiffers',
  /** Another factory made the option, so the pinned factory can't change the option's holder. */
  'otherFactory',
  /** The offer is withdrawn, has lost, or was never signed. */
  'noSuchOffer',
  'noSuchRequest',
  'noAllowance',
  /**
   * A request about the option is open or pending. The factory accepts only one request per option.
   */
  'alreadyAsked',
  /** Another acceptance, cancellation or settlement of the request is in progress. */
  'requestBusy',
  /** No part of the option was split off for the request. */
  'noSplit',
  /** Another split of the option is pending. */
  'splitRunning',
  /** The split is on the chain, but no node has returned its receipt. */
  'partUnread',
  /** The part was split off, but the user rejected the request about it. */
  'partUnasked',
  /**
   * The allowance is on the chain (and perhaps a part was split off), but the request was rejected
   * or failed.
   */
  'allowedUnasked',
  'partAllowed',
  /** The option's number of contracts differs from the shown number. */
  'otherSize',
  /** The account has less money than this request and its other requests need. */
  'shortBalance',
  /** Without a limit, the trade could have any price. */
  'noLimit',
  /** The asset has no such product, or its strikes or size break a rule. */
  'noStructure',
] as const;

/** Failures of requests by the wallet's own pages. */
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
  /** The worker was restarted before it could answer. */
  'interrupted',
  /** A bug. Its details aren't passed on. */
  'unexpected',
] as const;
