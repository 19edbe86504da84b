import { CondorError } from '../shared/errors.ts';

/** A setting that cannot be used. The message is one line: the variable, what it holds, what is allowed. */
export class ConfigError extends CondorError<'CONFIG_INVALID'> {
  constructor(variable: string, held: string, allowed: string) {
    super('CONFIG_INVALID', `${variable} is ${JSON.stringify(held)}; allowed: ${allowed}`);
  }
}
