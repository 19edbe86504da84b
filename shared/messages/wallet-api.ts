import {
  Unknown as Anything,
  Boolean as Bool,
  Integer,
  Array as List,
  Literal,
  Null,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Union,
} from 'typebox';
import { AddressSchema, ChoiceSchema, NetworkSchema } from '../approvals/types.ts';
import { TrustedBookSchema } from '../chain/trusted-book.ts';
import { MAX_TOLERANCE_BPS } from '../orders/price-tolerance.ts';
import { OpaqueId } from '../wire/vault.ts';
import { AwaitedChangeSchema } from './awaited-change.ts';
import type { Failure } from './failures.ts';
import { SavedFiltersSchema } from './order-filter.ts';
import { OpensSchema, type WalletSnapshot } from './snapshot.ts';
import type { SnapshotChanges } from './snapshot-changes.ts';
import { UserEditSchema } from './vault-edits.ts';

const closed = { additionalProperties: false };
const Nothing = Shape({}, closed);
const Url = Text({ minLength: 1, maxLength: 512 });
const Name = Text({ minLength: 1, maxLength: 60 });
/** Template for names of new accounts in the user's language; `#` is the account's number. */
const AccountNames = Text({ pattern: '^[^#]{0,40}#[^#]{0,10}$' });
const Decimal = Text({ pattern: '^[0-9]{1,78}$' });

/** Filter of the activity. */
const ActivityKindSchema = Union([
  Literal('all'),
  Literal('pending'),
  Literal('transaction'),
  Literal('signature'),
]);
export type ActivityKind = Static<typeof ActivityKindSchema>;

const services = {
  ordersUrls: List(Url, { minItems: 1, maxItems: 8 }),
  indexerUrl: Url,
  positionsUrl: Text({ maxLength: 512 }),
  rpcUrls: List(Url, { minItems: 1, maxItems: 8 }),
  referrer: AddressSchema,
};
export const ServicesSchema = Shape({ vaultUrl: Url, ...services }, closed);
/** A vault of the device has no server. */
const AnyServicesSchema = Shape({ vaultUrl: Text({ maxLength: 512 }), ...services }, closed);

/**
 * All requests that a wallet page may send: the topic and the schema of its payload. The worker
 * parses each payload with its schema and rejects unknown topics.
 */
export const WALLET_API = {
  'vault.checkServer': Shape({ vaultUrl: Url }, closed),
  /** Begin with a vault of this device, without a server. */
  'vault.beginNew': Shape({ name: Name, accountNames: AccountNames }, closed),
  'vault.beginImport': Shape(
    { name: Name, secret: Text({ minLength: 1, maxLength: 512 }), accountNames: AccountNames },
    closed,
  ),
  'vault.beginKeystore': Shape(
    {
      name: Name,
      file: Text({ minLength: 1, maxLength: 16_384 }),
      password: Text({ maxLength: 1024 }),
      accountNames: AccountNames,
    },
    closed,
  ),
  'vault.beginRestore': Shape(
    { text: Text({ maxLength: 262_144 }), code: Text({ maxLength: 64 }) },
    closed,
  ),
  'vault.createAccount': Shape({ services: ServicesSchema }, closed),
  'vault.signIn': Shape({ services: ServicesSchema }, closed),
  'vault.unlock': Nothing,
  'vault.lock': Nothing,
  'vault.sync': Nothing,
  /** Consent to merge into the offered vault shown by the snapshot. */
  'vault.merge': Shape({ offeredDigest: OpaqueId }, closed),
  'vault.registerAgain': Nothing,
  'vault.setAutoLock': Shape({ minutes: Integer({ minimum: 1, maximum: 480 }) }, closed),
  'fills.setPriceTolerance': Shape(
    { bps: Integer({ minimum: 0, maximum: MAX_TOLERANCE_BPS }) },
    closed,
  ),
  'vault.setMaxUnlocked': Shape({ minutes: Integer({ minimum: 60, maximum: 1440 }) }, closed),
  /** The user pressed a key or a button on a wallet page. */
  'vault.used': Nothing,
  'vault.setScreenLock': Shape({ isOn: Bool() }, closed),
  /** The word that the user typed as consent. */
  'vault.forget': Shape({ word: Literal('forget') }, closed),
  'vault.seeConflicts': Nothing,
  'wallets.draftSeed': Shape({ words: Union([Literal(12), Literal(24)]) }, closed),
  'wallets.saveDraft': Shape(
    { draftId: Text({ maxLength: 64 }), name: Name, accountNames: AccountNames },
    closed,
  ),
  'wallets.import': Shape(
    { name: Name, secret: Text({ minLength: 1, maxLength: 512 }), accountNames: AccountNames },
    closed,
  ),
  'wallets.importKeystore': Shape(
    {
      name: Name,
      file: Text({ minLength: 1, maxLength: 16_384 }),
      password: Text({ maxLength: 1024 }),
      accountNames: AccountNames,
    },
    closed,
  ),
  'wallets.save': Shape({ edits: List(UserEditSchema, { maxItems: 512 }) }, closed),
  /** The user has typed words of the phrase that was shown. */
  'wallets.confirmPhrase': Shape({ walletId: Text({ maxLength: 64 }) }, closed),
  'wallets.reveal': Shape({ walletId: Text({ maxLength: 64 }) }, closed),
  'passkeys.add': Shape({ name: Name }, closed),
  'passkeys.remove': Shape({ credentialId: Text({ maxLength: 1366 }) }, closed),
  'recovery.make': Nothing,
  'recovery.saved': Shape({ madeAt: Integer({ minimum: 0 }) }, closed),
  'recovery.restore': Shape(
    { text: Text({ maxLength: 262_144 }), code: Text({ maxLength: 64 }) },
    closed,
  ),
  'accounts.add': Shape({ walletId: Text({ maxLength: 64 }), accountNames: AccountNames }, closed),
  'accounts.select': Shape({ address: AddressSchema }, closed),
  'approvals.view': Shape({ id: Text({ maxLength: 64 }) }, closed),
  /**
   * `mark` is the view's: only a request that was shown can be confirmed. A rejection doesn't need
   * it.
   */
  'approvals.decide': Shape(
    { id: Text({ maxLength: 64 }), mark: Text({ maxLength: 64 }), choice: ChoiceSchema },
    closed,
  ),
  'approvals.rejectAll': Nothing,
  /** Rejects all requests of the request's site, and blocks the site for a while. */
  'approvals.blockSite': Shape({ id: Text({ maxLength: 64 }) }, closed),
  /** Changes the amount of a requested allowance, in base units. */
  'approvals.setAllowance': Shape({ id: Text({ maxLength: 64 }), amount: Decimal }, closed),
  'transactions.speedUp': Shape({ id: Text({ maxLength: 66 }) }, closed),
  'transactions.cancel': Shape({ id: Text({ maxLength: 66 }) }, closed),
  /** Amount in base units; without a token, of the chain's coin. */
  'transactions.send': Shape(
    {
      chainId: Integer({ minimum: 1 }),
      to: AddressSchema,
      amount: Decimal,
      token: Optional(AddressSchema),
    },
    closed,
  ),
  /** Returns the maximum amount of the chain's coin that can be sent, less the fee. */
  'transactions.most': Shape({ chainId: Integer({ minimum: 1 }), to: AddressSchema }, closed),
  'names.addressOf': Shape({ name: Text({ maxLength: 255 }) }, closed),
  'names.nameOf': Shape({ address: AddressSchema }, closed),
  'activity.page': Shape(
    { show: ActivityKindSchema, count: Integer({ minimum: 1, maximum: 500 }) },
    closed,
  ),
  'activity.receivers': Nothing,
  'allowances.list': Nothing,
  'allowances.revoke': Shape({ token: AddressSchema, spender: AddressSchema }, closed),
  'networks.add': Shape({ network: NetworkSchema }, closed),
  'networks.use': Shape({ chainId: Integer({ minimum: 1 }) }, closed),
  'networks.remove': Shape({ chainId: Integer({ minimum: 1 }) }, closed),
  /** Returns the contract at an address, to show it before it is added. */
  'tokens.look': Shape({ chainId: Integer({ minimum: 1 }), address: AddressSchema }, closed),
  'tokens.add': Shape({ chainId: Integer({ minimum: 1 }), address: AddressSchema }, closed),
  'tokens.remove': Shape({ chainId: Integer({ minimum: 1 }), address: AddressSchema }, closed),
  'collectibles.owned': Nothing,
  'collectibles.remove': Shape(
    {
      chainId: Integer({ minimum: 1 }),
      address: AddressSchema,
      tokenId: Text({ maxLength: 78 }),
    },
    closed,
  ),
  'portfolio.refresh': Nothing,
  'orders.list': Shape({ fresh: Bool() }, closed),
  /** Returns cached rows without asking a server. */
  'orders.cached': Nothing,
  /** Waits for the slow checks. */
  'orders.check': Nothing,
  'orders.saveFilters': Shape({ filters: SavedFiltersSchema }, closed),
  'market.statistics': Shape({ fresh: Bool() }, closed),
  'maker.orders': Nothing,
  'maker.cancel': Shape(
    { digests: List(Text({ maxLength: 66 }), { minItems: 1, maxItems: 100 }) },
    closed,
  ),
  /** Cancels every quote of the account that ends before this time in Unix seconds. */
  'maker.cancelBefore': Shape({ cutoff: Integer({ minimum: 1 }) }, closed),
  'referrer.fees': Nothing,
  'referrer.claim': Shape({ book: AddressSchema, token: AddressSchema }, closed),
  /** Returns the input of a ticket's figures; the page computes them. */
  'orders.ticket': Shape({ digest: Text({ maxLength: 66 }) }, closed),
  /** Starts a fill; its progress is in the snapshot. */
  'fills.start': Shape(
    {
      digest: Text({ maxLength: 66 }),
      contracts: Decimal,
      /** Price per contract that the user agreed to, with 8 decimals. */
      agreedPrice: Decimal,
      /** Tolerance for a worse price in basis points, as shown in the review. */
      toleranceBps: Integer({ minimum: 0, maximum: MAX_TOLERANCE_BPS }),
      /** The ticket's account; the selected account may have changed since. */
      account: AddressSchema,
    },
    closed,
  ),
  /** Accepts the newer quote that replaced the chosen one, at the shown price. */
  'fills.accept': Shape({ id: Text({ maxLength: 64 }) }, closed),
  /** Searches again for the receipt of a mined fill without proof. */
  'fills.prove': Shape({ id: Text({ maxLength: 64 }) }, closed),
  /** Asks to revoke the allowance that a fill without success has left behind. */
  /** Checks an order book on the chain and trusts it if all checks pass. */
  'books.trust': Shape({ book: TrustedBookSchema }, closed),
  'books.forget': Shape({ address: AddressSchema }, closed),
  'fills.revoke': Shape({ id: Text({ maxLength: 64 }) }, closed),
  'fills.dismiss': Shape({ id: Text({ maxLength: 64 }) }, closed),
  'positions.list': Nothing,
  /** Reads another 35 days of the chain for the account's fills. */
  'positions.lookFurther': Nothing,
  /** Reads the last 35 days of the chain again. */
  'positions.readAgain': Nothing,
  /** Compares options of the last list with the chain. */
  'positions.verify': Shape({ options: List(AddressSchema, { maxItems: 100 }) }, closed),
  'positions.act': Shape(
    {
      option: AddressSchema,
      action: Union([
        Literal('payout'),
        Literal('close'),
        Literal('return-excess'),
        Literal('allow-delivery'),
        Literal('exercise'),
        Literal('decline'),
      ]),
    },
    closed,
  ),
  'positions.transfer': Shape(
    { option: AddressSchema, isBuyer: Bool(), to: AddressSchema },
    closed,
  ),
  /** Sets the cost of a received position in base units; absent removes it. */
  'positions.setCost': Shape(
    {
      option: AddressSchema,
      side: Union([Literal('buyer'), Literal('seller')]),
      units: Optional(Text({ pattern: '^[0-9]{1,78}$' })),
    },
    closed,
  ),
  'sites.page': Shape(
    {
      /** Part of the origin; empty for all sites. */
      search: Text({ maxLength: 256 }),
      count: Integer({ minimum: 1, maximum: 1_000 }),
    },
    closed,
  ),
  'sites.disconnect': Shape({ origin: Text({ maxLength: 512 }) }, closed),
  'sites.unblock': Shape({ origin: Text({ maxLength: 512 }) }, closed),
  'sites.allowAgain': Shape({ origin: Text({ maxLength: 512 }) }, closed),
  'phishing.refresh': Nothing,
  'phishing.setRefresh': Shape(
    { isWeekly: Bool(), source: Text({ maxLength: 512 }) },
    { additionalProperties: false },
  ),
  'sites.setAccounts': Shape(
    {
      origin: Text({ maxLength: 512 }),
      accounts: List(AddressSchema, { minItems: 1, maxItems: 512 }),
    },
    closed,
  ),
  'sites.setChain': Shape(
    { origin: Text({ maxLength: 512 }), chainId: Integer({ minimum: 1 }) },
    closed,
  ),
  'settings.setLanguage': Shape(
    { language: Union([Literal('browser'), Literal('en'), Literal('de')]) },
    closed,
  ),
  'settings.setExpiryNotices': Shape(
    { kind: Union([Literal('off'), Literal('plain'), Literal('named')]) },
    closed,
  ),
  'settings.setDefaultWallet': Shape({ isOn: Bool() }, closed),
  /** The change to complete when the browser grants a permission; `null` for none. */
  'settings.awaitAccess': Shape({ change: Union([AwaitedChangeSchema, Null()]) }, closed),
  'settings.setOpens': Shape({ opens: OpensSchema }, closed),
  'settings.checkServices': Shape({ services: AnyServicesSchema }, closed),
  'settings.setServices': Shape({ services: AnyServicesSchema }, closed),
  'stored.copy': Nothing,
  'stored.retry': Nothing,
  /** The word that the user typed as consent. */
  'stored.delete': Shape({ word: Literal('delete') }, closed),
} as const;

export type WalletTopic = keyof typeof WALLET_API;
export type WalletPayload<Topic extends WalletTopic> = Static<(typeof WALLET_API)[Topic]>;

/** Page → worker. */
export const UiRequestSchema = Shape(
  { id: Integer(), topic: Text({ maxLength: 64 }), payload: Anything() },
  closed,
);

/** Worker → page: a response, the whole state at first, then changes. */
export type UiMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly snapshot: WalletSnapshot }
  | SnapshotChanges;
