import { eventually } from '../eventually.ts';
import { findElements, type Query } from './find-elements.ts';
import type { Marionette } from './marionette.ts';
import { runScript } from './run-script.ts';

export type Text = string | RegExp;

/**
 * Runs steps in one tab or window. Steps for different windows run one after another, because
 * Marionette has only one current window.
 */
export type InWindow = <Result>(handle: string, run: () => Promise<Result>) => Promise<Result>;

/** WebDriver's reference to an element: an object with one fixed property. */
type ElementReference = Readonly<Record<string, string>>;

/** A tab or a window of Firefox. Every action waits until its element is visible. */
export class FirefoxPage {
  readonly handle: string;
  readonly #marionette: Marionette;
  readonly #inWindow: InWindow;

  constructor(handle: string, marionette: Marionette, inWindow: InWindow) {
    this.handle = handle;
    this.#marionette = marionette;
    this.#inWindow = inWindow;
  }

  async goto(url: string): Promise<void> {
    await this.#send('WebDriver:Navigate', { url });
  }

  async reload(): Promise<void> {
    await this.#send('WebDriver:Refresh');
  }

  async close(): Promise<void> {
    await this.#send('WebDriver:CloseWindow');
  }

  /** Runs the body of an async function in the page, with `values` as its arguments. */
  evaluate<Result>(body: string, ...values: readonly unknown[]): Promise<Result> {
    return this.#inWindow(this.handle, () =>
      runScript<Result>(this.#marionette, { body, values, sandbox: null }),
    );
  }

  press(name: Text): Promise<void> {
    return this.#click(button(name, ':enabled'));
  }

  /** Clicks the innermost element with a text. */
  pressText(text: Text): Promise<void> {
    return this.#click(content(text));
  }

  /** Clicks the first element that a CSS selector finds, and that has a text. */
  pressElement(selector: string, text: Text): Promise<void> {
    return this.#click({ selector, text: wireText(text), by: 'content' });
  }

  check(label: Text): Promise<void> {
    return this.#click(field(label));
  }

  /** Replaces the content of a field by typing. */
  fill(label: Text, text: string): Promise<void> {
    return this.#withElement(field(label), async (id) => {
      await this.#marionette.send('WebDriver:ElementClear', { id });
      await this.#marionette.send('WebDriver:ElementSendKeys', { id, text });
    });
  }

  waitForButton(name: Text): Promise<void> {
    return this.#waitFor(button(name));
  }

  waitForField(label: Text): Promise<void> {
    return this.#waitFor(field(label));
  }

  waitForText(text: Text): Promise<void> {
    return this.#waitFor(content(text));
  }

  waitForElement(selector: string): Promise<void> {
    return this.#waitFor({ selector, by: 'name' });
  }

  async countOfText(text: Text): Promise<number> {
    return (await this.#find(content(text))).length;
  }

  async screenshot(): Promise<Buffer> {
    const { value } = await this.#send<{ value: string }>('WebDriver:TakeScreenshot', {
      full: false,
    });
    return Buffer.from(value, 'base64');
  }

  #click(query: Query): Promise<void> {
    return this.#withElement(query, async (id) => {
      await this.#marionette.send('WebDriver:ElementClick', { id });
    });
  }

  async #waitFor(query: Query): Promise<void> {
    await this.#eventually(() => this.#first(query));
  }

  /** Uses an element. Tries again if the page replaces or covers the element meanwhile. */
  async #withElement(query: Query, use: (id: string) => Promise<void>): Promise<void> {
    await this.#eventually(async () => {
      const id = await this.#first(query);
      await this.#inWindow(this.handle, () => use(id));
    });
  }

  /** Repeats a check. If the time limit is reached, adds the page's content to the error. */
  async #eventually<Result>(check: () => Promise<Result>): Promise<Result> {
    try {
      return await eventually(check);
    } catch (cause) {
      const shown = await this.evaluate<string>('return document.body.innerText').catch(String);
      throw new Error(`${String(cause)} It shows:\n${shown}`, { cause });
    }
  }

  async #first(query: Query): Promise<string> {
    const [id] = await this.#find(query);
    if (id === undefined) throw new Error(`The page doesn't show ${JSON.stringify(query)}.`);
    return id;
  }

  async #find(query: Query): Promise<string[]> {
    const { value } = await this.#send<{ value: ElementReference[] }>('WebDriver:ExecuteScript', {
      script: `return (${findElements})(arguments[0])`,
      args: [query],
    });
    return value.flatMap((reference) => Object.values(reference));
  }

  #send<Result>(name: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<Result> {
    return this.#inWindow(this.handle, () => this.#marionette.send<Result>(name, parameters));
  }
}

const wireText = (text: Text) =>
  typeof text === 'string' ? text : { source: text.source, flags: text.flags };

const button = (name: Text, state = ''): Query => ({
  selector: `button${state}, [role=button], [role=tab]`,
  text: wireText(name),
  by: 'name',
});

const field = (label: Text): Query => ({
  selector: 'input, select, textarea',
  text: wireText(label),
  by: 'name',
});

const content = (text: Text): Query => ({
  selector: 'body *',
  text: wireText(text),
  by: 'content',
});
