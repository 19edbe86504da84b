import { fromBase64url, fromUtf8 } from '../bytes.ts';
import { isRecord } from '../is-record.ts';
import { parseJson } from '../parse.ts';
import { type Budget, createBudget } from './budget.ts';

const PREFIX = 'urn:recap:';
const ABILITY = /^([A-Za-z0-9.*_+-]+)\/([A-Za-z0-9.*_+-]+)$/;

/** A sign-in's rights on one resource (ERC-5573). */
export interface RecapRight {
  readonly resource: string;
  /** For example `crud/delete`. */
  readonly abilities: readonly string[];
  /** True when at least one ability has conditions, which can only narrow the ability. */
  readonly isRestricted: boolean;
}

export interface Recap {
  readonly rights: readonly RecapRight[];
  /** Text with which the message's statement must end to state the same rights. */
  readonly statement: string;
}

export function isRecap(resource: string): boolean {
  return resource.startsWith(PREFIX);
}

/** Decodes a ReCap URI. Returns `undefined` unless it has the form of ERC-5573; throws BudgetError. */
export function readRecap(uri: string, budget: Budget = createBudget()): Recap | undefined {
  budget.spend(uri.length);
  const bytes = fromBase64url(uri.slice(PREFIX.length));
  const details = bytes === undefined ? undefined : parseJson(textOf(bytes));
  const att = isRecord(details) ? details.att : undefined;
  if (!isRecord(att) || Array.isArray(att)) return undefined;
  const rights = Object.entries(att).map(([resource, actions]) =>
    readRight(resource, actions, budget),
  );
  const known = rights.filter((right) => right !== undefined);
  return known.length === 0 || known.length < rights.length
    ? undefined
    : { rights: known, statement: statementOf(known) };
}

function readRight(resource: string, actions: unknown, budget: Budget): RecapRight | undefined {
  budget.spend(resource.length);
  if (!isRecord(actions) || Array.isArray(actions)) return undefined;
  const entries = Object.entries(actions);
  budget.spend(0, entries.length);
  const isWhole = entries.every(([ability, limits]) => ABILITY.test(ability) && isLimits(limits));
  if (!isWhole || entries.length === 0) return undefined;
  return {
    resource,
    abilities: entries.map(([ability]) => ability).sort(),
    isRestricted: entries.some(([, limits]) => JSON.stringify(limits) !== '[{}]'),
  };
}

/** Returns true if the value can restrict an ability: a list of objects that isn't empty. */
function isLimits(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** Returns the sentence that ERC-5573 derives from the rights, in order of their names. */
function statementOf(rights: readonly RecapRight[]): string {
  const ordered = rights.toSorted((a, b) => (a.resource < b.resource ? -1 : 1));
  const items = ordered.flatMap(({ resource, abilities }) => {
    const spaces = Map.groupBy(abilities, (ability) => ability.split('/')[0] ?? '');
    return [...spaces].map(([space, own]) => {
      const names = own.map((ability) => `'${ability.slice(space.length + 1)}'`);
      return `'${space}': ${names.join(', ')} for '${resource}'.`;
    });
  });
  const list = items.map((item, index) => `(${index + 1}) ${item}`).join(' ');
  return `I further authorize the stated URI to perform the following actions on my behalf: ${list}`;
}

function textOf(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    return '';
  }
}
