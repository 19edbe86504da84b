import { type ContainsAmount, fromJson, toJson } from '../codec.ts';
import {
  ActionCostsSchema,
  PositionRowSchema,
  PositionsSchema,
} from '../positions/position-view.ts';
import { NewRequestNeedsSchema, QuotationsSchema } from '../quotations/view.ts';
import * as Type from '../schema.ts';
import { RowForm } from './row-amounts.ts';
import { FillPlanSchema, TicketSchema } from './ticket.ts';
import type { WalletAnswers } from './wallet-answers.ts';
import type { WalletCommand } from './wallet-api.ts';

type WithAmounts = {
  [Name in keyof WalletAnswers]: true extends ContainsAmount<WalletAnswers[Name]> ? Name : never;
}[keyof WalletAnswers];

/** Schemas of the answers with amounts, for JSON on ports. A missing schema doesn't compile. */
const ANSWER_FORMS = {
  'orders.ticket': TicketSchema,
  'fills.plan': FillPlanSchema,
  'maker.quotes': Type.Object({ rows: Type.Array(RowForm) }),
  'positions.list': PositionsSchema,
  'positions.verify': Type.Array(PositionRowSchema),
  'positions.costs': ActionCostsSchema,
  'quotations.follow': QuotationsSchema,
  'quotations.tryNew': NewRequestNeedsSchema,
} satisfies Record<WithAmounts, Type.TSchema>;

const FORMS: { readonly [Name in WalletCommand]?: Type.TSchema } = ANSWER_FORMS;

/** Returns an answer in its JSON form for ports. */
export function sentAnswer(command: WalletCommand, answer: unknown): unknown {
  const form = FORMS[command];
  return form === undefined ? answer : toJson(form, answer);
}

/**
 * Returns an answer in the form for pages. The JSON isn't checked, because only the worker answers.
 */
export function receivedAnswer(command: WalletCommand, json: unknown): unknown {
  const form = FORMS[command];
  return form === undefined ? json : fromJson(form, json);
}
