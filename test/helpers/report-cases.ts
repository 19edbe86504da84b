import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { codeKey } from '../../components/texts/code-key.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseAs, parseJson } from '../../shared/parse.ts';

const Cases = Type.Object({
  cases: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.String(),
      report: Type.String(),
      run: Type.Optional(Type.String()),
      input: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      right: Type.Unknown(),
    }),
  ),
});

const OwnCases = Type.Object({
  kinds: Type.Array(
    Type.Object({
      kind: Type.String(),
      run: Type.String(),
      cases: Type.Array(
        Type.Object({ input: Type.Record(Type.String(), Type.Unknown()), right: Type.Unknown() }),
      ),
    }),
  ),
});

/**
 * A test case from a public bug report of another project or from Condor: an input and its right
 * answer.
 */
export interface ReportCase {
  readonly name: string;
  readonly kind: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly right: unknown;
}

const read = (name: string) =>
  parseJson(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'));

const cases = () => parseAs(Cases, read('report-cases.json'))?.cases ?? [];

/** Returns Condor's own cases, grouped by kind and by the function that runs them. */
export const ownCases = () => parseAs(OwnCases, read('own-report-cases.json'))?.kinds ?? [];

/** Returns the cases that one function runs: those from reports first, then Condor's own. */
export function reportCases(run: string): readonly ReportCase[] {
  const reported = cases()
    .filter((row) => row.run === run)
    .map((row) => ({ ...row, name: nameOf(row), input: row.input ?? {} }));
  const own = ownCases()
    .filter((row) => row.run === run)
    .flatMap(({ kind, cases: inputs }) =>
      inputs.map((row) => ({ ...row, kind, name: `${kind} ${JSON.stringify(row.input)}` })),
    );
  return [...reported, ...own];
}

export const reportedKinds = () => new Set(cases().map(({ kind }) => kind));

/** Returns the title for a browser test that repeats a reported user's actions. */
export function caseByHand(id: string): string {
  const found = cases().find((row) => row.id === id && row.run === undefined);
  if (found === undefined) throw new Error(`There is no case ${id} that is done by hand.`);
  return nameOf(found);
}

/** Returns the call that the test of each case must contain. */
export function reportCaseUses(): readonly { readonly id: string; readonly use: string }[] {
  return [
    ...cases().map(({ id, run }) => ({
      id,
      use: run === undefined ? `caseByHand('${id}')` : `reportCases('${run}')`,
    })),
    ...ownCases().map(({ kind, run }) => ({ id: kind, use: `reportCases('${run}')` })),
  ];
}

function nameOf(row: { id: string; kind: string; report: string }): string {
  return `${row.id} ${row.kind} (${row.report})`;
}

/**
 * Returns true if an answer is right. `oneOf` lists several right answers. The refusal `*` matches
 * any refusal. `null` requires no answer.
 */
export function isRight(answer: unknown, right: unknown): boolean {
  if (right === null) return answer === undefined;
  if (!isRecord(right)) return JSON.stringify(answer) === JSON.stringify(right);
  if (Array.isArray(right.oneOf)) return right.oneOf.some((one) => isRight(answer, one));
  if (right.refused === '*') return isRecord(answer) && answer.refused !== undefined;
  // Reports use hyphens in codes.
  if (typeof right.refused === 'string')
    return isRecord(answer) && codeKey(String(answer.refused)) === codeKey(right.refused);
  return (
    isRecord(answer) && Object.entries(right).every(([key, value]) => isRight(answer[key], value))
  );
}
