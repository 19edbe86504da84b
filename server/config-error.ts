import { CondorError } from '../shared/errors.ts';

/** An invalid setting. The message is one line: the variable, its value, the allowed values. */
export class ConfigError extends CondorError<'CONFIG_INVALID'> {
  readonly allowed: string;

  constructor(variable: string, value: string, allowed: string) {
    super('CONFIG_INVALID', `${variable} is ${JSON.stringify(value)}; allowed: ${allowed}`);
    this.allowed = allowed;
  }
}
