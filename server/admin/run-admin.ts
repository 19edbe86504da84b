import { hasCode } from '../../shared/errors.ts';
import type { Clock } from '../../shared/ports.ts';
import type { Config } from '../config.ts';
import { databaseUnusable } from '../database/unusable.ts';
import { openAdmin } from '../vault/admin/open-admin.ts';
import { ACCOUNT_COMMANDS } from './accounts.ts';
import { AdminError } from './admin-error.ts';
import { type Arguments, parseArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { ENROLMENT_COMMANDS } from './enrolment.ts';
import { HELP } from './help.ts';

const GROUPS: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  accounts: ACCOUNT_COMMANDS,
  enrolment: ENROLMENT_COMMANDS,
  enrollment: ENROLMENT_COMMANDS,
};

export interface AdminDeps {
  config(): Config;
  readonly clock: Clock;
  newId(): string;
  ask(question: string): Promise<string | undefined>;
}

/**
 * Runs one of the host's commands and returns its output.
 * @throws AdminError for a wrong command line, CondorError of the settings and the database. All
 * messages are one line.
 */
export async function runAdmin(args: readonly string[], deps: AdminDeps): Promise<string> {
  const { words, options } = parseArguments(args);
  if (options.help || words.length === 0) return HELP;
  const { command, rest } = commandOf(words, options);
  const config = deps.config();
  const database = await openAdmin(config.databases.vault);
  try {
    return await command.run({
      database,
      config,
      words: rest,
      options,
      now: deps.clock.now(),
      newId: deps.newId,
      ask: deps.ask,
    });
  } catch (error) {
    if (hasCode(error, 'STORAGE_BUSY'))
      throw new AdminError('the database is busy or unreachable; try again');
    if (hasCode(error, 'STORAGE_CONFLICT'))
      throw new AdminError('another change of this account came first; try again');
    throw error instanceof AdminError ? error : databaseUnusable(error);
  } finally {
    await database.close();
  }
}

/** @throws AdminError */
function commandOf(
  [group = '', name = '', ...rest]: readonly string[],
  options: Arguments['options'],
) {
  const commands = Object.hasOwn(GROUPS, group) ? GROUPS[group] : undefined;
  if (commands === undefined)
    throw new AdminError('the commands are accounts and enrolment; see --help');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new AdminError(`${group} has ${Object.keys(commands).join(', ')}; see --help`);
  const known: readonly string[] = command.options;
  const foreign = Object.keys(options).find((option) => !known.includes(option));
  if (foreign !== undefined)
    throw new AdminError(`${group} ${name} has no option --${foreign}; see --help`);
  if (rest.length !== command.words)
    throw new AdminError(
      command.words === 0
        ? `${group} ${name} takes no further word; see --help`
        : `${group} ${name} needs one account; see --help`,
    );
  return { command, rest };
}
