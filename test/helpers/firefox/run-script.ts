import type { Marionette } from './marionette.ts';

/**
 * Runs the body of an async function in the current window, with `values` as its arguments. Throws
 * the script's error. With the sandbox `null`, the script shares the objects of the page's scripts.
 */
export async function runScript<Result>(
  marionette: Marionette,
  script: { body: string; values: readonly unknown[]; sandbox?: null },
): Promise<Result> {
  const { body, values, ...sandbox } = script;
  const { value } = await marionette.send<{ value: { result: Result; error?: string } }>(
    'WebDriver:ExecuteAsyncScript',
    {
      script: `const done = arguments[arguments.length - 1];
        (async (...values) => { ${body} })(...arguments).then(
          (result) => done({ result }),
          (error) => done({ error: String(error?.message ?? error) }));`,
      args: values,
      ...sandbox,
    },
  );
  if (value.error !== undefined) throw new Error(value.error);
  return value.result;
}
