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
/** Name of new accounts in the user's language; `#` stands for the account's number. */
const AccountNames = Text({ pattern: '^[^#]{0,40}#[^#]{0,10}$' });
const Decimal = Text({ pattern: '^[0-9]{1,78}$' });

/** Rows of the activity to show. */
const ActivityKindSchema = Union([
  Literal('all'),
  Literal('pending'),
  Literal('transaction'),
  Literal('signature'),
]);
export type ActivityKind = Static<typeof ActivityKindSchema>;

export const ServicesSchema = Shape(
  {
    vaultUrl: Url,
    ordersUrls: List(Url, { minItems: 1, maxItems: 8 }),
    indexerUrl: Url,
    positionsUrl: Text({ maxLength: 512 }),
    rpcUrls: List(Url, { minItems: 1, maxItems: 8 }),
    referrer: AddressSchema,
  },
  closed,
);

/**
 * Everything that a page of the wallet may ask of the worker: the topic and the schema of its
 * payload. The worker parses each payload with it and refuses unknown topics.
 */
export const WALLET_API = {
  'vault.checkServer': Shape({ vaultUrl: Url }, closed),
  'vault.createAccount': Shape({ services: ServicesSchema }, closed),
  'vault.signIn': Shape({ services: ServicesSchema }, closed),
  'vault.unlock': Nothing,
  'vault.lock': Nothing,
  'vault.sync': Nothing,
  /** Consent to a merge into the offered vault that the snapshot shows. */
  'vault.merge': Shape({ offeredDigest: OpaqueId }, closed),
  'vault.registerAgain': Nothing,
  'vault.setAutoLock': Shape({ minutes: Integer({ minimum: 1, maximum: 480 }) }, closed),
  'fills.setPriceTolerance': Shape(
    { bps: Integer({ minimum: 0, maximum: MAX_TOLERANCE_BPS }) },
    closed,
  ),
  'vault.setMaxUnlocked': Shape({ minutes: Integer({ minimum: 60, maximum: 1440 }) }, closed),
  /** The user pressed a key or a button on a page of the wallet. */
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
  /** `mark` is the view's: what was not shown so cannot be confirmed. A rejection needs none. */
  'approvals.decide': Shape(
    { id: Text({ maxLength: 64 }), mark: Text({ maxLength: 64 }), choice: ChoiceSchema },
    closed,
  ),
  'approvals.rejectAll': Nothing,
  /** Rejects everything that the request's site asks, and lets it ask nothing for a while. */
  'approvals.blockSite': Shape({ id: Text({ maxLength: 64 }) }, closed),
  /** Makes an allowance that is asked for another amount, in base units. */
  'approvals.setAllowance': Shape({ id: Text({ maxLength: 64 }), amount: Decimal }, closed),
  'transactions.speedUp': Shape({ id: Text({ maxLength: 66 }) }, closed),
  'transactions.cancel': Shape({ id: Text({ maxLength: 66 }) }, closed),
  /** Amount in base units; without a token it is the chain's coin. */
  'transactions.send': Shape(
    {
      chainId: Integer({ minimum: 1 }),
      to: AddressSchema,
      amount: Decimal,
      token: Optional(AddressSchema),
    },
    closed,
  ),
  /** The most of the chain's coin that can be sent, its fee kept back. */
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
  /** What is at an address, to be shown before it is added. */
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
  /** What is known without asking a server. */
  'orders.cached': Nothing,
  /** Waits for the checks that take time. */
  'orders.check': Nothing,
  'orders.saveFilters': Shape({ filters: SavedFiltersSchema }, closed),
  'market.statistics': Shape({ fresh: Bool() }, closed),
  'maker.orders': Nothing,
  'maker.cancel': Shape(
    { digests: List(Text({ maxLength: 66 }), { minItems: 1, maxItems: 100 }) },
    closed,
  ),
  /** Ends every quote of the account that ends before a time in Unix seconds. */
  'maker.cancelBefore': Shape({ cutoff: Integer({ minimum: 1 }) }, closed),
  'referrer.fees': Nothing,
  'referrer.claim': Shape({ book: AddressSchema, token: AddressSchema }, closed),
  /** What a ticket's figures are computed from; they are computed in the page. */
  'orders.ticket': Shape({ digest: Text({ maxLength: 66 }) }, closed),
  /** Begins a fill; how far it is stands in the snapshot. */
  'fills.start': Shape(
    {
      digest: Text({ maxLength: 66 }),
      contracts: Decimal,
      /** Price per contract that the user saw and agreed to, with 8 decimals. */
      agreedPrice: Decimal,
      /** Basis points by which the price may be worse, as the review showed them. */
      toleranceBps: Integer({ minimum: 0, maximum: MAX_TOLERANCE_BPS }),
      /** Whose ticket it was: another account may have been chosen since. */
      account: AddressSchema,
    },
    closed,
  ),
  /** Takes the newer quote that has replaced the chosen one, at the price that was shown. */
  'fills.accept': Shape({ id: Text({ maxLength: 64 }) }, closed),
  /** Looks again for the receipt of a fill that is mined and could not be proved. */
  'fills.prove': Shape({ id: Text({ maxLength: 64 }) }, closed),
  /** Asks to revoke the allowance that a fill without success has left behind. */
  /** Checks an order book on the chain and trusts it when nothing speaks against it. */
  'books.trust': Shape({ book: TrustedBookSchema }, closed),
  'books.forget': Shape({ address: AddressSchema }, closed),
  'fills.revoke': Shape({ id: Text({ maxLength: 64 }) }, closed),
  'fills.dismiss': Shape({ id: Text({ maxLength: 64 }) }, closed),
  'positions.list': Nothing,
  /** Reads 35 more days of the chain for the account's fills. */
  'positions.lookFurther': Nothing,
  /** Reads the last 35 days of the chain once more. */
  'positions.readAgain': Nothing,
  /** Holds options of the last list against the chain. */
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
  /** Sets the cost of a received position, in base units; absent removes it. */
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
      /** A part of the origin; empty for every site. */
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
  /** The change that the next grant of the browser completes; `null` when none is open. */
  'settings.awaitAccess': Shape({ change: Union([AwaitedChangeSchema, Null()]) }, closed),
  'settings.setOpens': Shape({ opens: OpensSchema }, closed),
  'settings.checkServices': Shape({ services: ServicesSchema }, closed),
  'settings.setServices': Shape({ services: ServicesSchema }, closed),
  'stored.copy': Nothing,
  'stored.retry': Nothing,
  /** The word that the user typed stands for the consent. */
  'stored.delete': Shape({ word: Literal('delete') }, closed),
} as const;

export type WalletTopic = keyof typeof WALLET_API;
export type WalletPayload<Topic extends WalletTopic> = Static<(typeof WALLET_API)[Topic]>;

/** Page → worker. */
export const UiRequestSchema = Shape(
  { id: Integer(), topic: Text({ maxLength: 64 }), payload: Anything() },
  closed,
);

/** Worker → page: an answer to a request, the whole state at first, then what changed. */
export type UiMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly snapshot: WalletSnapshot }
  | SnapshotChanges;
