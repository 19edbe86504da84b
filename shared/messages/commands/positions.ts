import { AddressSchema } from '../../approvals/types.ts';
import { units } from '../../codec.ts';
import { oneOf } from '../../one-of.ts';
import { PRODUCT_NAMES } from '../../orders/products.ts';
import * as Type from '../../schema.ts';
import type { Contracts, Price8, TokenAmount } from '../../units.ts';
import { AlertIdSchema, AlertIdsSchema, AlertInputSchema } from '../alerts.ts';
import { DeskChoicesSchema } from '../desk-choices.ts';
import { closed, Nothing } from './parts.ts';

const PositionSide = Type.Union([Type.Literal('buyer'), Type.Literal('seller')]);

/** Asks makers to buy a held side of an option or to sell it back. */
const CloseRequestSchema = Type.Object(
  {
    account: AddressSchema,
    option: AddressSchema,
    side: PositionSide,
    /** Minimum proceeds or maximum cost for the whole option, in base units. */
    limit: units<TokenAmount>(),
    /** Number of the option's contracts that the page showed with the limit. */
    contracts: units<Contracts>(),
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
    strikes: Type.Array(units<Price8>(), { minItems: 1, maxItems: 4 }),
    /** Scaled by the collateral's decimals. */
    contracts: units<Contracts>(),
    /** Unix seconds. */
    expiry: Type.Integer({ minimum: 0, maximum: 2 ** 40 }),
    side: PositionSide,
    /** Maximum cost or minimum proceeds for all contracts, in base units. */
    limit: units<TokenAmount>(),
    /** Seconds in which makers can answer. */
    window: Type.Integer({ minimum: 15, maximum: 3600 }),
  },
  closed,
);

export const POSITIONS_COMMANDS = {
  'positions.list': Type.Object({ account: AddressSchema }, closed),
  /** Searches 35 more days of the chain for the account's fills. */
  'positions.lookFurther': Nothing,
  /** Searches the last 35 days of the chain again. */
  'positions.readAgain': Nothing,
  /** Compares some options of an account's last list with the chain. */
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
        Type.Literal('returnExcess'),
        Type.Literal('allowDelivery'),
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
  /** Moves collateral (in base units) and the contracts backed by it into a new option. */
  'positions.split': Type.Object(
    { option: AddressSchema, side: PositionSide, collateral: units<TokenAmount>() },
    closed,
  ),
  'positions.costs': Type.Object(
    { account: AddressSchema, option: AddressSchema, side: PositionSide },
    closed,
  ),
  /**
   * Sets the cost of a received position in base units. Without a cost, removes the stored cost.
   */
  'positions.setCost': Type.Object(
    {
      option: AddressSchema,
      side: PositionSide,
      units: Type.Optional(units<TokenAmount>()),
    },
    closed,
  ),
  /** Returns an account's requests to makers with their offers. */
  'quotations.follow': Type.Object({ account: AddressSchema }, closed),
  /** Resolves if makers can be asked; otherwise rejects with the reason. */
  'quotations.tryClose': CloseRequestSchema,
  'quotations.requestClose': CloseRequestSchema,
  /** Splits collateral (base units) off an option, and asks makers only about the new option. */
  'quotations.requestPart': Type.Object(
    { ...CloseRequestSchema.properties, collateral: units<TokenAmount>() },
    closed,
  ),
  /**
   * Returns the money that a request needs. Rejects with the reason if the request isn't possible.
   */
  'quotations.tryNew': NewRequestSchema,
  'quotations.requestNew': NewRequestSchema,
  /** Accepts an offer at the shown amount, in base units. */
  'quotations.accept': Type.Object(
    {
      account: AddressSchema,
      id: units(),
      offeror: AddressSchema,
      amount: units<TokenAmount>(),
    },
    closed,
  ),
  'quotations.cancel': Type.Object({ account: AddressSchema, id: units() }, closed),
  'quotations.settle': Type.Object({ account: AddressSchema, id: units() }, closed),
  'quotations.claim': Type.Object({ account: AddressSchema, token: AddressSchema }, closed),
  /** Adds an alert, or replaces the alert with this id. */
  'alerts.set': AlertInputSchema,
  'alerts.remove': AlertIdSchema,
  'alerts.rearm': AlertIdSchema,
  'alerts.see': AlertIdsSchema,
  'desk.save': Type.Object({ choices: DeskChoicesSchema }, closed),
} as const;
