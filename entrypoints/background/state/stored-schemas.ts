import {
  Unknown as Anything,
  Boolean as Bool,
  Integer,
  Array as List,
  Literal,
  Number as Num,
  Optional,
  Object as Shape,
  String as Text,
  Union,
} from 'typebox';
import {
  AddressSchema,
  CollectibleSchema,
  FeeChoiceSchema,
  NetworkSchema,
  TransactionDraftSchema,
  WatchedTokenSchema,
} from '../../../shared/approvals/types.ts';
import { BUILT_IN_NETWORKS } from '../../../shared/chain/built-in-networks.ts';
import { DEFAULT_RPC_URLS } from '../../../shared/chain/deployments.ts';
import { AwaitedChangeSchema } from '../../../shared/messages/awaited-change.ts';
import { OpensSchema } from '../../../shared/messages/snapshot.ts';
import { recordOf } from '../../../shared/wire/record-of.ts';
import { CredentialId, MAX_BODY_BYTES, OpaqueId, Tenant } from '../../../shared/wire/vault.ts';

const closed = { additionalProperties: false };

/** The vault on this device: where it lives, its newest ciphertext, and the anti-rollback memory. */
export const DeviceVaultSchema = Shape(
  {
    tenant: Tenant,
    accountId: OpaqueId,
    /** The passkey last used here, asked for first when unlocking offline. */
    credentialId: CredentialId,
    /** Exact text: the browser's storage does not keep the order of an object's members. */
    envelopeText: Text({ maxLength: MAX_BODY_BYTES }),
    digest: OpaqueId,
    revision: Integer({ minimum: 1 }),
    syncedAt: Integer(),
  },
  closed,
);

export const UnlockSchema = Shape(
  {
    /** The passkey's secret key, base64url; memory-backed, gone with the browser. */
    unlockKey: OpaqueId,
    credentialId: CredentialId,
    deadline: Integer(),
    /** Epoch milliseconds. */
    unlockedAt: Optional(Integer()),
  },
  closed,
);

/** The address for which the Origin rule was seen to work since the browser started. */
export const OriginProbeSchema = Shape({ vaultUrl: Text() }, closed);

/** An added passkey that the server knows and no vault has confirmed: public facts only. */
export const ProvisionalPasskeySchema = Shape(
  {
    accountId: OpaqueId,
    credentialId: CredentialId,
    aaguid: Text({ maxLength: 36 }),
    /** Public key of the value that `create` gave, if it gave one. */
    pk: Optional(OpaqueId),
    at: Integer(),
  },
  closed,
);

/** A commit on its way: what it would make the newest revision. */
export const PendingSaveSchema = Shape({ revision: Integer({ minimum: 1 }) }, closed);

export const SitesSchema = recordOf(
  Shape({ accounts: List(AddressSchema), connectedAt: Integer() }, closed),
);

export const ActivitySchema = List(
  Shape(
    {
      id: Text(),
      kind: Union([Literal('transaction'), Literal('signature'), Literal('connection')]),
      at: Integer(),
      origin: Text(),
      account: Text(),
      words: Text(),
      hash: Optional(Text()),
      status: Optional(
        Union([
          Literal('signed'),
          Literal('sent'),
          Literal('confirmed'),
          Literal('failed'),
          Literal('dropped'),
          Literal('replaced'),
        ]),
      ),
      /** Absent on rows of before other networks: Base. */
      chainId: Optional(Integer()),
      /** The request that it answers: one that comes again after worker death finds this hash. */
      requestKey: Optional(Text()),
      /** Number of the block that holds it; it may leave it again by a reorg. */
      block: Optional(Text()),
      /** Id of the own transaction that took its nonce. */
      replacedBy: Optional(Text()),
      /** It only took another one's nonce, and does nothing itself. */
      isCancel: Optional(Bool()),
      /** An allowance that it granted, to be listed and revoked. */
      allowance: Optional(Shape({ token: Text(), spender: Text(), amount: Text() }, closed)),
      /** Whoever got the coin or the tokens that it sent. */
      receiver: Optional(Text()),
      reason: Optional(Text()),
      /** Signed bytes, kept until the transaction is final so that the same ones can be sent again. */
      raw: Optional(Text()),
      nonce: Optional(Integer()),
    },
    closed,
  ),
);

/** Addresses are empty until the user has named a server. */
export const StoredServicesSchema = Shape(
  {
    vaultUrl: Text({ maxLength: 512 }),
    ordersUrls: List(Text({ maxLength: 512 }), { maxItems: 8 }),
    indexerUrl: Text({ maxLength: 512 }),
    positionsUrl: Text({ maxLength: 512 }),
    /** Empty: the extension's own, which an update may change. */
    rpcUrls: List(Text({ maxLength: 512 }), { maxItems: 8 }),
    referrer: AddressSchema,
  },
  closed,
);

export const SettingsSchema = Shape(
  {
    services: StoredServicesSchema,
    autoLockMinutes: Integer({ minimum: 1, maximum: 480 }),
    /** Locks so long after the unlock, whatever is used. Absent: 8 hours. */
    maxUnlockedMinutes: Optional(Integer({ minimum: 60, maximum: 1440 })),
    /** By how much a newer quote may be worse without asking, in basis points. Absent: 50. */
    priceToleranceBps: Optional(Integer({ minimum: 0, maximum: 500 })),
    selected: Optional(AddressSchema),
    recoveryFileAt: Optional(Integer()),
    /** Locks when the screen is locked. */
    locksWithScreen: Optional(Bool()),
    phishingRefresh: Optional(
      Shape({ isWeekly: Bool(), source: Text({ maxLength: 512 }) }, closed),
    ),
    /** Absent: the browser's. */
    language: Optional(Union([Literal('browser'), Literal('en'), Literal('de')])),
    /** What the browser may say when an option expires. */
    expiryNotices: Optional(Union([Literal('off'), Literal('plain'), Literal('named')])),
    /** Our provider stands in place of another wallet's. */
    isDefaultWallet: Optional(Bool()),
    /** Where a click on the icon opens the wallet; a popup when absent. */
    opens: Optional(OpensSchema),
    /** The newest conflict of two devices that the user has seen; see `conflictMark`. */
    conflictsSeen: Optional(Text()),
  },
  closed,
);

/** Version 1 knew one order feed, and no address of its own for positions. */
export function withFeeds(settings: unknown): unknown {
  const services: unknown = Reflect.get(Object(settings), 'services');
  const { ordersUrl, ...rest } = Object(services);
  return {
    ...Object(settings),
    services: { ...rest, ordersUrls: ordersUrl === '' ? [] : [ordersUrl], positionsUrl: '' },
  };
}

/** Version 2 stored Base's endpoints even where the user had kept the extension's own. */
export function withoutDefaultNodes(settings: unknown): unknown {
  const services = Object(Reflect.get(Object(settings), 'services'));
  if (!isSameJson(services.rpcUrls, DEFAULT_RPC_URLS)) return settings;
  return { ...Object(settings), services: { ...services, rpcUrls: [] } };
}

/** Version 1 stored built-in networks in full. */
export function withoutBuiltIn(networks: unknown): unknown {
  if (!Array.isArray(networks)) return networks;
  return networks.map((network: unknown) => {
    const chainId: unknown = Reflect.get(Object(network), 'chainId');
    const known = BUILT_IN_NETWORKS.find((one) => one.chainId === chainId);
    const rpcUrls: unknown = Reflect.get(Object(network), 'rpcUrls');
    return isSameJson(rpcUrls, known?.rpcUrls) ? { chainId } : network;
  });
}

const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The answer to a page's request, by the request's key. */
export const LedgerRowSchema = Shape(
  {
    key: Text(),
    origin: Text(),
    at: Integer(),
    answer: Optional(Anything()),
    /** The error that the page got instead of an answer. */
    error: Optional(
      Shape({ code: Integer(), message: Text(), data: Optional(Anything()) }, closed),
    ),
  },
  closed,
);

/** Own mined transactions that an indexer may not know yet. */
export const RecentTradesSchema = List(Shape({ hash: Text(), at: Integer() }, closed));

/** When options of accounts expire (Unix seconds), and by the user's choice their names. */
export const ExpiryNoticesSchema = List(
  Shape({ account: Text(), at: Integer(), name: Optional(Text()) }, closed),
);

/**
 * Networks in use besides Base. A built-in one is stored by its id alone, so an update of the
 * extension also updates its endpoints; what the user changed is stored in full.
 */
export const NetworksSchema = List(
  Union([NetworkSchema, Shape({ chainId: Integer({ minimum: 1 }) }, closed)]),
);

export const WatchedTokensSchema = List(WatchedTokenSchema);
export const CollectiblesSchema = List(CollectibleSchema);

/** The chain that each site is on, where that is not Base. */
export const SiteChainsSchema = recordOf(Integer({ minimum: 1 }));

/** An account's gains and losses in a simulation, in base units. */
const MovementsSchema = List(
  Shape(
    {
      token: Text(),
      amount: Text({ pattern: '^-?[0-9]{1,80}$' }),
      isCollectible: Bool(),
      item: Optional(Text({ pattern: '^[0-9]{1,78}$' })),
    },
    closed,
  ),
);

/** Bundles of calls (EIP-5792) with what the user agreed to, so that a new worker goes on. */
export const BundlesSchema = List(
  Shape(
    {
      id: Text(),
      origin: Text(),
      chainId: Integer(),
      account: AddressSchema,
      at: Integer(),
      calls: List(TransactionDraftSchema),
      fee: FeeChoiceSchema,
      requestKey: Text(),
      /** Hashes of what was sent, in the calls' order. */
      hashes: List(Text()),
      /** A call failed or was refused: the rest is never sent. */
      stopped: Bool(),
      /** Its site has opened a tab for its status. */
      hasTab: Optional(Bool()),
      /** What the review showed of each call; absent when its node couldn't simulate them. */
      shown: Optional(List(MovementsSchema)),
    },
    closed,
  ),
);

/** The user's own refresh of the list of phishing sites: names of hosts, one a line. */
export const PhishingListSchema = Shape({ blocked: Text(), allowed: Text() }, closed);
/** When that was (epoch milliseconds): shown without the list being read. */
export const PhishingListAtSchema = Shape({ at: Integer() }, closed);

/** What pages listen to, so that a new worker goes on telling them. */
export const SubscriptionsSchema = List(
  Shape(
    {
      id: Text(),
      requestKey: Text(),
      site: Text(),
      documentKey: Text(),
      chainId: Integer(),
      kind: Union([Literal('newHeads'), Literal('logs')]),
      filter: recordOf(Anything()),
      head: Text(),
    },
    closed,
  ),
);

/** What approval windows have shown of open requests: simulations, for the look at the click. */
export const LastLooksSchema = List(
  Shape(
    {
      id: Text(),
      mark: Text(),
      at: Integer(),
      outcome: Union([Literal('succeeds'), Literal('fails'), Literal('unknown')]),
      movements: Optional(MovementsSchema),
      /** The same for each call of the request. */
      byCall: Optional(List(MovementsSchema)),
    },
    closed,
  ),
);

/** Sites that may not ask until a time (epoch milliseconds). */
/** A change that waits for a permission, until a time (Unix milliseconds). */
export const AwaitedAccessSchema = Shape({ change: AwaitedChangeSchema, until: Integer() }, closed);

export const BlockedSitesSchema = recordOf(Integer());

export const PortfolioSchema = Shape(
  {
    account: AddressSchema,
    balances: List(
      Shape(
        {
          chainId: Integer(),
          network: Text(),
          token: Optional(AddressSchema),
          symbol: Text(),
          name: Text(),
          decimals: Integer(),
          amount: Text(),
          usdCents: Optional(Text()),
        },
        closed,
      ),
    ),
    totalUsdCents: Optional(Text()),
    at: Integer(),
    block: Text(),
    delegatedTo: Optional(AddressSchema),
  },
  closed,
);

export const ProductNameSchema = Union([
  Literal('PUT'),
  Literal('INVERSE_CALL'),
  Literal('LINEAR_CALL'),
  Literal('CALL_SPREAD'),
  Literal('PUT_SPREAD'),
  Literal('INVERSE_CALL_SPREAD'),
  Literal('CALL_FLY'),
  Literal('PUT_FLY'),
  Literal('CALL_CONDOR'),
  Literal('PUT_CONDOR'),
  Literal('IRON_CONDOR'),
  Literal('RANGER'),
  Literal('PHYSICAL_CALL'),
  Literal('PHYSICAL_PUT'),
  Literal('CALL_LOAN'),
]);

/** Rows of the list of orders as last shown: the first paint waits for no server. */
export const OrdersCacheSchema = Shape(
  {
    at: Integer(),
    rows: List(
      Shape(
        {
          digest: Text(),
          asset: Text(),
          product: ProductNameSchema,
          structure: Text(),
          side: Union([Literal('buy'), Literal('sell')]),
          physical: Bool(),
          strikes: List(Num()),
          expiry: Integer(),
          quoteEnds: Integer(),
          collateralSymbol: Text(),
          price: Text(),
          priceExact: Text(),
          priceUsd: Optional(Num()),
          priceUsdText: Optional(Text()),
          maxPayout: Text(),
          delivery: Optional(Shape({ given: Text(), received: Text() }, closed)),
          maxLoss: Optional(Text()),
          edge: Num(),
          edgeText: Text(),
          isByFeed: Optional(Bool()),
          available: Text(),
          budgetUsd: Optional(Num()),
          impliedVolatility: Optional(Num()),
          delta: Optional(Num()),
          thumbnail: Shape({ gain: Text(), loss: Text(), zero: Num() }, closed),
          isChecked: Bool(),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** Which layout of its paths each indexer serves, by base URL. */
export const IndexerLayoutsSchema = List(
  Shape(
    {
      base: Text({ maxLength: 512 }),
      layout: Union([Literal('book'), Literal('plain')]),
    },
    closed,
  ),
  { maxItems: 8 },
);
