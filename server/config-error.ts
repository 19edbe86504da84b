import { CondorError } from '../shared/errors.ts';

/** Thrown for an invalid setting. The message is one line: variable, value, allowed values. */
export class ConfigError extends CondorError<'config-invalid'> {
  readonly allowed: string;

  constructor(variable: string, value: string, allowed: string) {
    super('config-invalid', `${variable} is ${JSON.stringify(value)}; allowed: ${allowed}`);
    this.allowed = allowed;
  }
}
