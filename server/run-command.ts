/** Runs a command: prints its result, or its error in one line with exit code 1. */
export async function runCommand(
  main: (args: readonly string[]) => string | Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`condor: ${await main(process.argv.slice(2))}\n`);
  } catch (error) {
    process.stderr.write(`condor: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
