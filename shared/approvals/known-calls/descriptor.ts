import type { Abi, AbiFunction, AbiParameter, Address } from 'viem';
import type { ChainContext } from '../../chain/chain-context.ts';
import { oneOf } from '../../one-of.ts';
import * as Type from '../../schema.ts';
import type { Wei } from '../../units.ts';
import type { CheckFact } from '../facts/checks.ts';
import type { RowFact, RowLabel } from '../facts/rows.ts';
import type { CallMembers, Path, Role, RoleValue } from './role.ts';

export interface CallContext {
  readonly to: Address;
  readonly value: Wei;
}

/** A function, with a path for each member whose name differs from its argument's name. */
export interface DescribedFunction {
  readonly abi: AbiFunction;
  readonly paths: Readonly<Record<string, Path>>;
}

/** An asset in base units, or the chain's coin in wei if there is no token. */
export interface Moved {
  readonly token?: string;
  readonly amount: bigint;
}

type Roles = Readonly<Record<string, Role>>;
type FoundOf<Kind extends string, Of extends Roles> = Kind extends Kind
  ? { readonly [Name in 'kind' | keyof Of]: Name extends keyof Of ? RoleValue<Of[Name]> : Kind }
  : never;

/** One kind of call, or several kinds that differ only in their sentences. */
export interface CallDescriptor<
  Kind extends string = string,
  Of extends Roles = Roles,
  Stored extends string = string,
  Also extends Type.TProperties = Type.TProperties,
  Check extends CheckFact | string = CheckFact | string,
> {
  readonly functions: Readonly<Record<Kind, readonly DescribedFunction[]>>;
  /** The only contract whose functions are known; any contract by default. */
  readonly at?: Address;
  /** The call is unreadable if this returns false. */
  where?(context: CallContext): boolean;
  /** True for a standard call, known on every chain. Other calls are known on Base only. */
  readonly isEverywhere?: boolean;
  readonly roles: Of;
  /** Names of the members that the facts contain. Their roles define the form. */
  readonly stored?: readonly Stored[];
  /** Schemas of the members that the facts contain in another form than their role's. */
  readonly also?: Also;
  alsoOf?(
    call: FoundOf<Kind, Of>,
    context: ChainContext,
    account: string,
  ): Type.TProperties extends Also ? object : Type.Static<Type.TObject<Also>>;
  /** The shown members, by the label of their row. */
  readonly rows?: Readonly<Partial<Record<RowLabel, keyof Of & string>>>;
  moves?(call: FoundOf<Kind, Of>): {
    readonly leaves: readonly Moved[];
    readonly arrives: readonly Moved[];
  };
  /**
   * Findings that always apply, and names of the worker's functions that look for more findings.
   */
  readonly checks?: readonly Check[];
}

/** The union of the calls that a descriptor describes. */
export type Described<Of> =
  Of extends CallDescriptor<infer Kind, infer RolesOf> ? FoundOf<Kind, RolesOf> : never;

export type FactsSchemaOf<Of> =
  Of extends CallDescriptor<infer Kind, infer RolesOf, infer Stored, infer Also>
    ? Type.TObject<
        { kind: Type.TUnsafe<Kind> } & { [Name in Stored]: RolesOf[Name]['schema'] } & Also
      >
    : never;

/** Declares a descriptor. The compiler checks its members and keeps their types. */
export function describedCall<
  const Kind extends string,
  const Of extends Roles,
  const Stored extends keyof Of & string = never,
  Also extends Type.TProperties = Record<never, never>,
  const Check extends CheckFact | string = never,
>(
  descriptor: CallDescriptor<Kind, Of, Stored, Also, Check>,
): CallDescriptor<Kind, Of, Stored, Also, Check> {
  return descriptor;
}

/**
 * Declares a function for a kind of call. `paths` maps members to arguments that have another name.
 */
export function on<const Inputs extends readonly AbiParameter[]>(
  abi: AbiFunction & { readonly inputs: Inputs },
  paths: Readonly<
    Record<string, NonNullable<Inputs[number]['name']> | '@.to' | '@.value' | bigint>
  > = {},
): readonly [DescribedFunction] {
  return [{ abi, paths }];
}

export function factsSchemaOf<Of extends CallDescriptor>(descriptor: Of): FactsSchemaOf<Of> {
  const { stored = [], roles, also } = descriptor;
  const [first = '', ...others] = Object.keys(descriptor.functions);
  const members = stored.map((name) => [name, roles[name]?.schema ?? Type.Unknown()]);
  const kind = others.length === 0 ? Type.Literal(first) : oneOf([first, ...others]);
  return Type.Object(
    { kind, ...Object.fromEntries(members), ...also },
    { additionalProperties: false },
  ) as unknown as FactsSchemaOf<Of>;
}

export type DescribedCall = CallMembers & { readonly kind: string };

/** Returns a call's facts in a form that can be sent and stored. */
export function describedFacts(
  { roles, stored = [], alsoOf }: CallDescriptor,
  call: DescribedCall,
  context: ChainContext,
  account: string,
): object {
  const members = stored.map((name) => [name, roles[name]?.fact(call[name], call, context)]);
  return {
    kind: call.kind,
    ...Object.fromEntries(members),
    ...alsoOf?.(call as never, context, account),
  };
}

export function describedRows(
  { roles, rows = {} }: CallDescriptor,
  call: DescribedCall,
  context: ChainContext,
): RowFact[] {
  return Object.entries(rows).flatMap(([label, name]) =>
    [roles[name]?.row?.(call[name], call, context) ?? []]
      .flat()
      .map((value) => ({ label: label as RowLabel, value })),
  );
}

/** Returns the tokens whose amounts or names a call shows. */
export function describedTokens({ roles }: CallDescriptor, call: DescribedCall): readonly string[] {
  return Object.entries(roles).flatMap(([name, role]) => role.token?.(call[name], call) ?? []);
}

/** Reads a call's members from its arguments. Returns `undefined` if an argument is unexpected. */
export function readMembers(
  { roles, where }: CallDescriptor,
  { paths }: DescribedFunction,
  args: CallMembers,
  context: CallContext,
): CallMembers | undefined {
  if (where?.(context) === false) return undefined;
  const members = Object.entries(roles).map(
    ([name, role]) =>
      [name, role.read(argumentAt(paths[name] ?? role.path ?? name, args, context))] as const,
  );
  return members.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(members);
}

function argumentAt(path: Path, args: CallMembers, { to, value }: CallContext): unknown {
  if (typeof path === 'bigint') return path;
  return path === '@.to' ? to : path === '@.value' ? value : args[path];
}

type FunctionOf<Of extends Abi, Name> = Extract<Of[number], { type: 'function'; name: Name }>;

/** Returns an ABI's only function with this name. */
export function functionOf<
  const Of extends Abi,
  Name extends Extract<Of[number], AbiFunction>['name'],
>(abi: Of, name: Name): FunctionOf<Of, Name> {
  const found = abi.find((entry) => entry.type === 'function' && entry.name === name);
  if (found === undefined) throw new TypeError('the ABI lacks a function');
  return found as FunctionOf<Of, Name>;
}
