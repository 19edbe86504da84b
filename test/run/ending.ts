/** Ends all started parts once, in reverse order. */
export function createEnding() {
  const stops: (() => Promise<void>)[] = [];
  let ending: Promise<void> | undefined;
  return {
    add: (stop: () => Promise<void>) => stops.push(stop),
    isEnding: () => ending !== undefined,
    /** Prints a last line, if any, and exits with this code. */
    end: (code: number, line?: string): Promise<void> => {
      ending ??= (async () => {
        for (const stop of stops.reverse())
          await stop().catch((error: unknown) => console.error(`condor: ${String(error)}`));
        if (line !== undefined) console.log(line);
        process.exit(code);
      })();
      return ending;
    },
  };
}

export type Ending = ReturnType<typeof createEnding>;
