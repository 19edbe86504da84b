import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

/** Prints each failure as soon as it happens, and prints nothing else. */
export default class FailureReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'failed') print(test.module, test.fullName, result.errors ?? []);
  }

  /** Prints the errors of hooks. */
  onTestSuiteResult(suite: TestSuite): void {
    print(suite.module, suite.fullName, suite.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    print(module, 'the file itself', module.errors());
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) console.log(`FAILED outside of tests\n${textOf(error)}`);
  }
}

function print(module: TestModule, title: string, errors: readonly SerializedError[]): void {
  if (errors.length === 0) return;
  const file = relative(process.cwd(), module.moduleId);
  console.log(`FAILED ${file} > ${title}\n${errors.map(textOf).join('\n')}`);
}

/** Returns the message with the difference, and the position in the code. */
function textOf({ message, diff, stack, stacks }: SerializedError): string {
  const [place] = stacks ?? [];
  const at = place === undefined ? stack : `at ${place.file}:${place.line}`;
  return [message, diff, at].filter((part) => part !== undefined && part !== '').join('\n');
}
