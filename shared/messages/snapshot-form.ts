import { type ContainsAmount, fromJson, toJson } from '../codec.ts';
import type { TSchema } from '../schema.ts';
import { PortfolioSchema } from './portfolio.ts';
import type { WalletSnapshot } from './snapshot.ts';

type WithAmounts = {
  [Part in keyof WalletSnapshot]-?: true extends ContainsAmount<WalletSnapshot[Part]>
    ? Part
    : never;
}[keyof WalletSnapshot];

/** Schemas of the parts with amounts, which ports carry as JSON. All must be here to compile. */
const FORMS = { portfolio: PortfolioSchema } satisfies Record<WithAmounts, TSchema>;

const PARTS: Readonly<Record<string, TSchema>> = FORMS;

/** A snapshot or some of its parts, in JSON form. */
export type SentSnapshot = { readonly [Part in keyof WalletSnapshot]?: unknown };

const withParts = (parts: object, convert: (schema: TSchema, value: unknown) => unknown) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      const schema = PARTS[name];
      return [name, schema === undefined || value === undefined ? value : convert(schema, value)];
    }),
  );

export const sentForm = (snapshot: WalletSnapshot): SentSnapshot => withParts(snapshot, toJson);

/** Returns parts in the form for pages. They aren't checked, because only the worker sends them. */
export const receivedForm = (parts: SentSnapshot): Partial<WalletSnapshot> =>
  withParts(parts, fromJson);
