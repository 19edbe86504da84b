/** Ends everything that was started, once, in reverse order. */
export function createEnding() {
  const stops: (() => Promise<void>)[] = [];
  let ending: Promise<void> | undefined;
  return {
    add: (stop: () => Promise<void>) => stops.push(stop),
    isEnding: () => ending !== undefined,
    end: (code: number): Promise<void> => {
      ending ??= (async () => {
        for (const stop of stops.reverse())
          await stop().catch((error: unknown) => console.error(`condor: ${String(error)}`));
        process.exit(code);
      })();
      return ending;
    },
  };
}

export type Ending = ReturnType<typeof createEnding>;
