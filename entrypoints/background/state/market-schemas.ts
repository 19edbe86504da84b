import {
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
import { AddressSchema } from '../../../shared/approvals/types.ts';
import { isRecord } from '../../../shared/messages/page.ts';

const closed = { additionalProperties: false };

/** Own mined transactions that an indexer may not have yet. */
export const RecentTradesSchema = List(Shape({ hash: Text(), at: Integer() }, closed));

/** Costs of received positions that the user entered, in base units. */
export const EnteredCostsSchema = List(
  Shape({ account: Text(), key: Text(), units: Text({ pattern: '^[0-9]{1,78}$' }) }, closed),
);

/** Sides of options that own accounts transferred; the position is an indexer's row as JSON. */
export const GivenPositionsSchema = List(
  Shape(
    {
      account: Text(),
      side: Union([Literal('buyer'), Literal('seller')]),
      at: Integer(),
      txHash: Text(),
      address: Text(),
      position: Text(),
    },
    closed,
  ),
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

/** Expiry of accounts' options (Unix seconds), with their names if the user chose that. */
export const ExpiryNoticesSchema = List(
  Shape(
    {
      account: Text(),
      at: Integer(),
      name: Optional(
        Shape(
          {
            asset: Optional(Text()),
            product: Optional(ProductNameSchema),
            /** With 8 decimals. */
            strikes: List(Text({ pattern: '^[0-9]{1,78}$' })),
          },
          closed,
        ),
      ),
      /** End of the window in which the buyer of a physical option must decide. */
      until: Optional(Integer()),
    },
    closed,
  ),
);

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

/** Base units as decimal text. */
const Units = Text({ pattern: '^-?[0-9]{1,78}$' });
const RowAmountSchema = Shape({ amount: Units, symbol: Text(), decimals: Integer() }, closed);

/** Rows of the order list as last shown: the first paint waits for no server. */
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
          collateralDecimals: Integer(),
          price: Units,
          priceUsd: Optional(Units),
          maxPayout: Units,
          delivery: Optional(Shape({ given: RowAmountSchema, received: RowAmountSchema }, closed)),
          maxLoss: Optional(Units),
          edge: Optional(Num()),
          isByFeed: Optional(Bool()),
          available: Units,
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

/** Layout of each indexer's paths, by base URL. */
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

/** Reminders of version 1 have names as sentences of one language; they stay, without the name. */
export function withoutNames(notices: unknown): unknown {
  return Array.isArray(notices)
    ? notices.map((notice: unknown) => {
        if (!isRecord(notice)) return notice;
        const { name: _, ...plain } = notice;
        return plain;
      })
    : notices;
}
