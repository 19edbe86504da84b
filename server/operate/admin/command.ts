import type { Config } from '../../config.ts';
import type { AdminDatabase } from '../../vault/admin/open-admin.ts';
import type { Arguments } from './arguments.ts';

export interface CommandContext {
  readonly database: AdminDatabase;
  readonly config: Config;
  /** Words after the command's name. */
  readonly words: readonly string[];
  readonly options: Arguments['options'];
  /** Unix milliseconds. */
  readonly now: number;
  /** Shows a question and returns the typed line. */
  ask(question: string): Promise<string | undefined>;
}

export interface Command {
  readonly options: readonly (keyof Arguments['options'])[];
  /** Number of words after the command's name. */
  readonly words: number;
  run(context: CommandContext): Promise<string>;
}
