import { readCommandLine } from './command-line.ts';

export interface CommandOptions<Input> {
  /** Command line that follows `usage: `. */
  readonly usage: string;
  /** @throws UsageError */
  parse(args: readonly string[]): Input;
  run(input: Input): string | Promise<string>;
}

/** Runs a command: prints the result, or an error in one line with exit code 1. */
export async function runCommand<Input>(options: CommandOptions<Input>): Promise<void> {
  const input = readCommandLine(options.usage, options.parse);
  try {
    process.stdout.write(`condor: ${await options.run(input)}\n`);
  } catch (error) {
    process.stderr.write(`condor: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
