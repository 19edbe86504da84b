import { Type } from 'typebox';
import { AddressSchema, ChoiceSchema } from '../approvals/types.ts';
import { NetworkSchema } from '../chain/network.ts';
import { oneOf } from '../one-of.ts';
import { MAX_TOLERANCE_BPS } from '../orders/price-tolerance.ts';
import { PRODUCT_NAMES } from '../orders/products.ts';
import { WalletAccountSchema } from '../vault/payload.ts';
import { VaultSlotSchema } from '../vault/slots.ts';
import { CredentialId, OpaqueId } from '../wire/vault.ts';
import { MAX_PASSKEYS } from '../wire/vault-limits.ts';
import { AlertIdSchema, AlertIdsSchema, AlertInputSchema } from './alerts.ts';
import { AllowanceRefSchema, MOST_REVOKED } from './allowances.ts';
import { AwaitedChangeSchema } from './awaited-change.ts';
import { DeskChoicesSchema } from './desk-choices.ts';
import type { Failure } from './failures.ts';
import { MAX_OFFERED } from './max-offered.ts';
import { SavedFiltersSchema } from './order-filter.ts';
import { RollEndSchema, RollInputSchema } from './roll.ts';
import { OpensSchema, type WalletSnapshot } from './snapshot.ts';
import type { SnapshotChanges } from './snapshot-changes.ts';
import { UserEditSchema } from './vault-edits.ts';

const closed = { additionalProperties: false };
const Nothing = Type.Object({}, closed);
const Url = Type.String({ minLength: 1, maxLength: 512 });
const Name = Type.String({ minLength: 1, maxLength: 60 });
/** Template for names of new accounts in the user's language; `#` is the account's number. */
const AccountNames = Type.String({ pattern: '^[^#]{0,40}#[^#]{0,10}$' });
const Secret = Type.String({ minLength: 1, maxLength: 512 });

/** An account of a recovery phrase that the user chose at import. */
const ChosenAccountSchema = Type.Object(
  {
    index: Type.Integer({ minimum: 0, maximum: MAX_OFFERED - 1 }),
    path: WalletAccountSchema.properties.path,
    name: Name,
  },
  closed,
);
export type ChosenAccount = Type.Static<typeof ChosenAccountSchema>;

const ImportSchema = Type.Object(
  {
    name: Name,
    secret: Secret,
    accountNames: AccountNames,
    /** Absent: the first account of a phrase, or what a key or an address gives. */
    accounts: Type.Optional(Type.Array(ChosenAccountSchema, { minItems: 1, maxItems: 64 })),
  },
  closed,
);
const Decimal = Type.String({ pattern: '^[0-9]{1,78}$' });
const PositionSide = Type.Union([Type.Literal('buyer'), Type.Literal('seller')]);

/** Asks makers to buy a held side of an option, or to sell it back. */
const CloseRequestSchema = Type.Object(
  {
    account: AddressSchema,
    option: AddressSchema,
    side: PositionSide,
    /** For the whole option, in base units: least proceeds, or most cost. */
    limit: Decimal,
    /** The option's contracts that were shown with the limit. */
    contracts: Decimal,
    /** Seconds in which makers can answer. */
    window: Type.Integer({ minimum: 15, maximum: 3600 }),
  },
  closed,
);

/** Asks makers for an option that doesn't exist yet. */
const NewRequestSchema = Type.Object(
  {
    account: AddressSchema,
    asset: Type.String({ maxLength: 16 }),
    product: oneOf(PRODUCT_NAMES),
    /** 8 decimals, in any order. */
    strikes: Type.Array(Decimal, { minItems: 1, maxItems: 4 }),
    /** Scaled by the collateral's decimals. */
    contracts: Decimal,
    /** Unix seconds. */
    expiry: Type.Integer({ minimum: 0, maximum: 2 ** 40 }),
    side: PositionSide,
    /** For all contracts, in base units: most cost, or least proceeds. */
    limit: Decimal,
    /** Seconds in which makers can answer. */
    window: Type.Integer({ minimum: 15, maximum: 3600 }),
  },
  closed,
);

/** Filter of the activity. */
const ActivityKindSchema = Type.Union([
  Type.Literal('all'),
  Type.Literal('pending'),
  Type.Literal('transaction'),
  Type.Literal('signature'),
]);
export type ActivityKind = Type.Static<typeof ActivityKindSchema>;

/** Consent to a merge: for the vault that was shown, and for removed passkeys that were named. */
const MergeConsentSchema = Type.Object(
  {
    offeredDigest: OpaqueId,
    /** Credential ids of removed passkeys that may open the vault again. */
    readmitted: Type.Array(CredentialId, { maxItems: MAX_PASSKEYS }),
  },
  closed,
);

const services = {
  ordersUrls: Type.Array(Url, { minItems: 1, maxItems: 8 }),
  indexerUrl: Url,
  positionsUrl: Type.String({ maxLength: 512 }),
  rpcUrls: Type.Array(Url, { minItems: 1, maxItems: 8 }),
  referrer: AddressSchema,
};
const ServicesSchema = Type.Object({ vaultUrl: Url, ...services }, closed);
/** A vault of the device has no server. */
const AnyServicesSchema = Type.Object(
  { vaultUrl: Type.String({ maxLength: 512 }), ...services },
  closed,
);

/**
 * All requests that a wallet page may send: the topic and the schema of its payload. The worker
 * parses each payload with its schema and rejects unknown topics.
 */
export const WALLET_API = {
  'vault.checkServer': Type.Object({ vaultUrl: Url }, closed),
  /** Begin with a vault of this device, without a server. */
  'vault.beginNew': Type.Object({ name: Name, accountNames: AccountNames }, closed),
  'vault.beginImport': ImportSchema,
  'vault.beginKeystore': Type.Object(
    {
      name: Name,
      file: Type.String({ minLength: 1, maxLength: 16_384 }),
      password: Type.String({ maxLength: 1024 }),
      accountNames: AccountNames,
    },
    closed,
  ),
  'vault.beginRestore': Type.Object(
    { text: Type.String({ maxLength: 262_144 }), code: Type.String({ maxLength: 64 }) },
    closed,
  ),
  'vault.createAccount': Type.Object({ services: ServicesSchema }, closed),
  'vault.signIn': Type.Object({ services: ServicesSchema }, closed),
  'vault.unlock': Nothing,
  'vault.lock': Nothing,
  'vault.sync': Nothing,
  /** Consent to merge into the offered vault shown by the snapshot. */
  'vault.merge': MergeConsentSchema,
  'vault.registerAgain': Nothing,
  /** Moves the vault of this device to the server of the settings. */
  'vault.connect': Nothing,
  /** Signs in on the server of the settings and shows what a merge would do. */
  'vault.join': Nothing,
  'vault.confirmJoin': MergeConsentSchema,
  'vault.cancelJoin': Nothing,
  /** Moves the vault of a server to this device. */
  'vault.leave': Type.Object(
    { isServerLost: Type.Boolean(), deletesAccount: Type.Boolean() },
    closed,
  ),
  'vault.setAutoLock': Type.Object({ minutes: Type.Integer({ minimum: 1, maximum: 480 }) }, closed),
  'fills.setPriceTolerance': Type.Object(
    { bps: Type.Integer({ minimum: 0, maximum: MAX_TOLERANCE_BPS }) },
    closed,
  ),
  'vault.setMaxUnlocked': Type.Object(
    { minutes: Type.Integer({ minimum: 60, maximum: 1440 }) },
    closed,
  ),
  /** The user pressed a key or a button on a wallet page. */
  'vault.used': Nothing,
  'vault.setScreenLock': Type.Object({ isOn: Type.Boolean() }, closed),
  'vault.setHiddenWhileLocked': Type.Object({ isOn: Type.Boolean() }, closed),
  /** The word that the user typed as consent. */
  'vault.forget': Type.Object({ word: Type.Literal('forget') }, closed),
  'vault.seeConflicts': Nothing,
  'vault.seeForeignChanges': Nothing,
  /** Makes a vault that a move has retired the present one. */
  'otherVaults.return': Type.Object({ id: VaultSlotSchema }, closed),
  /** Opens a text that no record names, with a passkey of this extension. */
  'otherVaults.open': Type.Object({ id: VaultSlotSchema }, closed),
  /** The encrypted text of another vault, to save it as a file. */
  'otherVaults.text': Type.Object({ id: VaultSlotSchema }, closed),
  /** The word that the user typed as consent. */
  'otherVaults.delete': Type.Object({ id: VaultSlotSchema, word: Type.Literal('delete') }, closed),
  'wallets.draftSeed': Type.Object(
    { words: Type.Union([Type.Literal(12), Type.Literal(24)]) },
    closed,
  ),
  'wallets.saveDraft': Type.Object(
    { draftId: Type.String({ maxLength: 64 }), name: Name, accountNames: AccountNames },
    closed,
  ),
  /** Derives `count` accounts of each path from a typed phrase, and keeps nothing. */
  'wallets.preview': Type.Object(
    { secret: Secret, count: Type.Integer({ minimum: 1, maximum: MAX_OFFERED }) },
    closed,
  ),
  /** Looks accounts up on Base. Fails when the node doesn't respond. */
  'wallets.uses': Type.Object(
    { addresses: Type.Array(AddressSchema, { minItems: 1, maxItems: 3 * MAX_OFFERED }) },
    closed,
  ),
  'wallets.import': ImportSchema,
  'wallets.importKeystore': Type.Object(
    {
      name: Name,
      file: Type.String({ minLength: 1, maxLength: 16_384 }),
      password: Type.String({ maxLength: 1024 }),
      accountNames: AccountNames,
    },
    closed,
  ),
  'wallets.save': Type.Object({ edits: Type.Array(UserEditSchema, { maxItems: 512 }) }, closed),
  /** The user has typed words of the phrase that was shown. */
  'wallets.confirmPhrase': Type.Object({ walletId: Type.String({ maxLength: 64 }) }, closed),
  'wallets.reveal': Type.Object({ walletId: Type.String({ maxLength: 64 }) }, closed),
  'passkeys.add': Type.Object({ name: Name }, closed),
  'passkeys.remove': Type.Object({ credentialId: Type.String({ maxLength: 1366 }) }, closed),
  'recovery.make': Nothing,
  'recovery.saved': Type.Object({ madeAt: Type.Integer({ minimum: 0 }) }, closed),
  'recovery.restore': Type.Object(
    { text: Type.String({ maxLength: 262_144 }), code: Type.String({ maxLength: 64 }) },
    closed,
  ),
  'accounts.add': Type.Object(
    { walletId: Type.String({ maxLength: 64 }), accountNames: AccountNames },
    closed,
  ),
  'accounts.select': Type.Object({ address: AddressSchema }, closed),
  'approvals.view': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /** Opens the window of open requests if it isn't open. */
  'approvals.show': Nothing,
  /**
   * `mark` is the view's: only a request that was shown can be confirmed. A rejection doesn't need
   * it.
   */
  'approvals.decide': Type.Object(
    {
      id: Type.String({ maxLength: 64 }),
      mark: Type.String({ maxLength: 64 }),
      choice: ChoiceSchema,
    },
    closed,
  ),
  'approvals.rejectAll': Nothing,
  /** Rejects all requests of the request's site, and blocks the site for a while. */
  'approvals.blockSite': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /** Changes the amount of a requested allowance, in base units. */
  'approvals.setAllowance': Type.Object(
    { id: Type.String({ maxLength: 64 }), amount: Decimal },
    closed,
  ),
  'transactions.speedUp': Type.Object({ id: Type.String({ maxLength: 66 }) }, closed),
  'transactions.cancel': Type.Object({ id: Type.String({ maxLength: 66 }) }, closed),
  /** Amount in base units; without a token, of the chain's coin. */
  'transactions.send': Type.Object(
    {
      chainId: Type.Integer({ minimum: 1 }),
      to: AddressSchema,
      amount: Decimal,
      token: Type.Optional(AddressSchema),
    },
    closed,
  ),
  /** Returns the maximum amount of the chain's coin that can be sent, less the fee. */
  'transactions.most': Type.Object(
    { chainId: Type.Integer({ minimum: 1 }), to: AddressSchema },
    closed,
  ),
  'names.addressOf': Type.Object({ name: Type.String({ maxLength: 255 }) }, closed),
  'names.nameOf': Type.Object({ address: AddressSchema }, closed),
  'activity.page': Type.Object(
    { show: ActivityKindSchema, count: Type.Integer({ minimum: 1, maximum: 500 }) },
    closed,
  ),
  'activity.receivers': Nothing,
  'allowances.list': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  /** Reads the network's logs from the start, and keeps what was found. */
  'allowances.readAgain': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  'allowances.revoke': Type.Object(
    { refs: Type.Array(AllowanceRefSchema, { minItems: 1, maxItems: MOST_REVOKED }) },
    closed,
  ),
  /** Sends no more of the network's revocations. */
  'allowances.stop': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  /** The wallet's accounts with their code on Base. */
  'smartAccounts.list': Nothing,
  'smartAccounts.turn': Type.Object({ isOn: Type.Boolean() }, closed),
  'smartAccounts.set': Type.Object({ account: AddressSchema }, closed),
  /** `payer`: the account that sends the transaction. */
  'smartAccounts.remove': Type.Object({ account: AddressSchema, payer: AddressSchema }, closed),
  'networks.add': Type.Object({ network: NetworkSchema }, closed),
  'networks.use': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  'networks.remove': Type.Object({ chainId: Type.Integer({ minimum: 1 }) }, closed),
  /** Returns the contract at an address, to show it before it is added. */
  'tokens.look': Type.Object(
    { chainId: Type.Integer({ minimum: 1 }), address: AddressSchema },
    closed,
  ),
  'tokens.add': Type.Object(
    { chainId: Type.Integer({ minimum: 1 }), address: AddressSchema },
    closed,
  ),
  'tokens.remove': Type.Object(
    { chainId: Type.Integer({ minimum: 1 }), address: AddressSchema },
    closed,
  ),
  'collectibles.owned': Nothing,
  'collectibles.remove': Type.Object(
    {
      chainId: Type.Integer({ minimum: 1 }),
      address: AddressSchema,
      tokenId: Type.String({ maxLength: 78 }),
    },
    closed,
  ),
  /** `isWhole`: reads every network, not only what may have changed. */
  'portfolio.refresh': Type.Object({ isWhole: Type.Boolean() }, closed),
  /** `known` names a list that the page has: the worker sends its changes, if it has that list too. */
  'orders.list': Type.Object(
    { fresh: Type.Boolean(), known: Type.Optional(Type.String({ maxLength: 36 })) },
    closed,
  ),
  /** Returns the next rows of a long reading; none when the worker doesn't have it any more. */
  'orders.rows': Type.Object(
    { rest: Type.String({ maxLength: 36 }), from: Type.Integer({ minimum: 0 }) },
    closed,
  ),
  /** Returns cached rows without asking a server. */
  'orders.cached': Nothing,
  /** Waits for orders that differ from a list's; `at` is the time of that list. */
  'orders.changed': Type.Object({ at: Type.Number() }, closed),
  /** Waits for the slow checks; the list has their results then. */
  'orders.check': Nothing,
  'orders.saveFilters': Type.Object({ filters: SavedFiltersSchema }, closed),
  'market.statistics': Type.Object({ fresh: Type.Boolean() }, closed),
  /** Reads prices of the last week from rounds of the asset's price feed on the chain. */
  'market.spotHistory': Type.Object({ asset: Type.String({ maxLength: 16 }) }, closed),
  'maker.orders': Nothing,
  'maker.cancel': Type.Object(
    { digests: Type.Array(Type.String({ maxLength: 66 }), { minItems: 1, maxItems: 100 }) },
    closed,
  ),
  /** Cancels every quote of the account that ends before this time in Unix seconds. */
  'maker.cancelBefore': Type.Object({ cutoff: Type.Integer({ minimum: 1 }) }, closed),
  'referrer.fees': Nothing,
  'referrer.claim': Type.Object({ book: AddressSchema, token: AddressSchema }, closed),
  /**
   * Returns the input of a ticket's figures; the page computes them. Without the chain it answers
   * at once, from the feed as last read.
   */
  'orders.ticket': Type.Object(
    { digest: Type.String({ maxLength: 66 }), withChain: Type.Boolean() },
    closed,
  ),
  /** Plans a fill with everything that it needs before it, and asks for nothing. */
  'fills.plan': Type.Object(
    { digest: Type.String({ maxLength: 66 }), contracts: Decimal, account: AddressSchema },
    closed,
  ),
  /** Starts a fill; its progress is in the snapshot. */
  'fills.start': Type.Object(
    {
      digest: Type.String({ maxLength: 66 }),
      contracts: Decimal,
      /** Price per contract that the user agreed to, with 8 decimals. */
      agreedPrice: Decimal,
      /** Tolerance for a worse price in basis points, as shown in the review. */
      toleranceBps: Type.Integer({ minimum: 0, maximum: MAX_TOLERANCE_BPS }),
      /** The ticket's account; the selected account may have changed since. */
      account: AddressSchema,
    },
    closed,
  ),
  /** Accepts the newer quote that replaced the chosen one, at the shown price. */
  'fills.accept': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /** Searches again for the receipt of a mined fill without proof. */
  'fills.prove': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /** Asks to revoke the allowance that a fill without success has left behind. */
  'fills.revoke': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  'fills.dismiss': Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
  /**
   * Changes receipts back to their asset (ether for wrapped ether): all, or what a fill has converted,
   * with its interest.
   */
  'funds.back': Type.Object(
    {
      account: AddressSchema,
      token: AddressSchema,
      fill: Type.Optional(Type.String({ maxLength: 64 })),
    },
    closed,
  ),
  'positions.list': Type.Object({ account: AddressSchema }, closed),
  /** Reads another 35 days of the chain for the account's fills. */
  'positions.lookFurther': Nothing,
  /** Reads the last 35 days of the chain again. */
  'positions.readAgain': Nothing,
  /** Compares options of an account's last list with the chain. */
  'positions.verify': Type.Object(
    { account: AddressSchema, options: Type.Array(AddressSchema, { maxItems: 100 }) },
    closed,
  ),
  'positions.act': Type.Object(
    {
      option: AddressSchema,
      action: Type.Union([
        Type.Literal('payout'),
        Type.Literal('close'),
        Type.Literal('return-excess'),
        Type.Literal('allow-delivery'),
        Type.Literal('exercise'),
        Type.Literal('decline'),
      ]),
    },
    closed,
  ),
  'positions.transfer': Type.Object(
    { option: AddressSchema, isBuyer: Type.Boolean(), to: AddressSchema },
    closed,
  ),
  /** Moves collateral, in base units, and the contracts that it backs into a new option. */
  'positions.split': Type.Object(
    { option: AddressSchema, side: PositionSide, collateral: Decimal },
    closed,
  ),
  /** Estimates what the possible actions of a position cost. */
  'positions.costs': Type.Object(
    { account: AddressSchema, option: AddressSchema, side: PositionSide },
    closed,
  ),
  /** Sets the cost of a received position in base units; absent removes it. */
  'positions.setCost': Type.Object(
    {
      option: AddressSchema,
      side: PositionSide,
      units: Type.Optional(Type.String({ pattern: '^[0-9]{1,78}$' })),
    },
    closed,
  ),
  /** Requests for quotation of an account, with the offers that makers made. */
  'quotations.list': Type.Object({ account: AddressSchema }, closed),
  /** Resolves when makers could be asked; rejects with the reason why not. */
  'quotations.tryClose': CloseRequestSchema,
  'quotations.requestClose': CloseRequestSchema,
  /** Splits collateral, in base units, off an option, then asks about the new option alone. */
  'quotations.requestPart': Type.Object(
    { ...CloseRequestSchema.properties, collateral: Decimal },
    closed,
  ),
  /** Returns the money that a request needs; rejects with the reason why it isn't possible. */
  'quotations.tryNew': NewRequestSchema,
  'quotations.requestNew': NewRequestSchema,
  /** Accepts an offer with the amount that was shown, in base units. */
  'quotations.accept': Type.Object(
    { account: AddressSchema, id: Decimal, offeror: AddressSchema, amount: Decimal },
    closed,
  ),
  'quotations.cancel': Type.Object({ account: AddressSchema, id: Decimal }, closed),
  'quotations.settle': Type.Object({ account: AddressSchema, id: Decimal }, closed),
  'quotations.claim': Type.Object({ account: AddressSchema, token: AddressSchema }, closed),
  /** Begins a roll, or changes what it opens. */
  'rolls.set': RollInputSchema,
  /** Forgets a roll. */
  'rolls.end': RollEndSchema,
  /** Adds an alert, or replaces the one with this id. */
  'alerts.set': AlertInputSchema,
  'alerts.remove': AlertIdSchema,
  /** Arms a fired alert again. */
  'alerts.rearm': AlertIdSchema,
  /** The user has seen these fired alerts. */
  'alerts.see': AlertIdsSchema,
  'desk.save': Type.Object({ choices: DeskChoicesSchema }, closed),
  'sites.page': Type.Object(
    {
      /** Part of the origin; empty for all sites. */
      search: Type.String({ maxLength: 256 }),
      count: Type.Integer({ minimum: 1, maximum: 1_000 }),
    },
    closed,
  ),
  'sites.disconnect': Type.Object({ origin: Type.String({ maxLength: 512 }) }, closed),
  'sites.unblock': Type.Object({ origin: Type.String({ maxLength: 512 }) }, closed),
  'sites.allowAgain': Type.Object({ origin: Type.String({ maxLength: 512 }) }, closed),
  'phishing.refresh': Nothing,
  'phishing.setRefresh': Type.Object(
    { isWeekly: Type.Boolean(), source: Type.String({ maxLength: 512 }) },
    { additionalProperties: false },
  ),
  'sites.setAccounts': Type.Object(
    {
      origin: Type.String({ maxLength: 512 }),
      accounts: Type.Array(AddressSchema, { minItems: 1, maxItems: 512 }),
    },
    closed,
  ),
  'sites.setChain': Type.Object(
    { origin: Type.String({ maxLength: 512 }), chainId: Type.Integer({ minimum: 1 }) },
    closed,
  ),
  'settings.setLanguage': Type.Object(
    { language: Type.Union([Type.Literal('browser'), Type.Literal('en'), Type.Literal('de')]) },
    closed,
  ),
  /** Hides what the user owns on the wallet's pages, or shows it again. */
  'settings.hideAmounts': Type.Object({ areHidden: Type.Boolean() }, closed),
  'settings.setExpiryNotices': Type.Object(
    { kind: Type.Union([Type.Literal('off'), Type.Literal('plain'), Type.Literal('named')]) },
    closed,
  ),
  'settings.setDefaultWallet': Type.Object({ isOn: Type.Boolean() }, closed),
  /** The change to complete when the browser grants a permission; `null` for none. */
  'settings.awaitAccess': Type.Object(
    { change: Type.Union([AwaitedChangeSchema, Type.Null()]) },
    closed,
  ),
  'settings.setOpens': Type.Object({ opens: OpensSchema }, closed),
  'settings.checkServices': Type.Object({ services: AnyServicesSchema }, closed),
  'settings.setServices': Type.Object({ services: AnyServicesSchema }, closed),
  'stored.copy': Nothing,
  'stored.retry': Nothing,
  /** The word that the user typed as consent. */
  'stored.delete': Type.Object({ word: Type.Literal('delete') }, closed),
} as const;

export type WalletTopic = keyof typeof WALLET_API;
export type WalletPayload<Topic extends WalletTopic> = Type.Static<(typeof WALLET_API)[Topic]>;

/** Page → worker. */
export const UiRequestSchema = Type.Object(
  { id: Type.Integer(), topic: Type.String({ maxLength: 64 }), payload: Type.Unknown() },
  closed,
);

/** Worker → page: a response, the whole state at first, then changes. */
export type UiMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly snapshot: WalletSnapshot }
  | SnapshotChanges;
