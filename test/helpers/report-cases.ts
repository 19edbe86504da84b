import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
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

/** An input derived from a public bug report of another project, with its right answer. */
export interface ReportCase {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly right: unknown;
}

const FILE = new URL('../vectors/report-cases.json', import.meta.url);

const cases = () => parseAs(Cases, parseJson(readFileSync(FILE, 'utf8')))?.cases ?? [];

/** Returns the cases that one function runs. */
export function reportCases(run: string): readonly ReportCase[] {
  return cases()
    .filter((row) => row.run === run)
    .map((row) => ({ name: nameOf(row), input: row.input ?? {}, right: row.right }));
}

/** Returns the name of a case that describes what a person does, for the title of a browser test. */
export function caseByHand(id: string): string {
  const found = cases().find((row) => row.id === id && row.run === undefined);
  if (found === undefined) throw new Error(`There is no case ${id} that is done by hand.`);
  return nameOf(found);
}

/** Returns the call by which a test runs each case. */
export function reportCaseUses(): readonly { readonly id: string; readonly use: string }[] {
  return cases().map(({ id, run }) => ({
    id,
    use: run === undefined ? `caseByHand('${id}')` : `reportCases('${run}')`,
  }));
}

function nameOf(row: { id: string; kind: string; report: string }): string {
  return `${row.id} ${row.kind} (${row.report})`;
}

/** Returns whether an answer is right: `oneOf` lists several, a refusal `*` means any. */
export function isRight(answer: unknown, right: unknown): boolean {
  if (!isRecord(right)) return JSON.stringify(answer) === JSON.stringify(right);
  if (Array.isArray(right.oneOf)) return right.oneOf.some((one) => isRight(answer, one));
  if (right.refused === '*') return isRecord(answer) && answer.refused !== undefined;
  return (
    isRecord(answer) && Object.entries(right).every(([key, value]) => isRight(answer[key], value))
  );
}
