/** Reads values of a configuration, with messages that name their place. */
import { UsageError } from '../exit-codes.ts';

/** A name of the process's environment that holds a value, so that the value is never in the file. */
export interface FromEnvironment {
  env: string;
}

export type Fields = Record<string, unknown>;

/** Unknown keys are refused: a mistyped one would do nothing. */
export class ValueReader {
  private readonly path: string;

  /** @param path the file, for messages */
  constructor(path: string) {
    this.path = path;
  }

  fromEnvironment(value: unknown, at: string): FromEnvironment {
    if (typeof value === 'string')
      this.refuse(
        at,
        'must not be in the file. Name an environment variable that holds it: { env: NAME }.',
      );
    const { env } = this.fields(value, at, ['env']);
    return { env: this.text(env, `${at}.env`) };
  }

  fields(value: unknown, at: string, known: string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      this.refuse(at, 'must be keys with values.');
    const unknown = Object.keys(value as Fields).find((key) => !known.includes(key));
    if (unknown !== undefined)
      this.refuse(at, `has no key "${unknown}"; known are ${known.join(', ')}.`);
    return value as Fields;
  }

  list<T>(value: unknown, at: string, read: (one: unknown, at: string) => T): T[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) return this.refuse(at, 'must be a list.');
    return value.map((one, index) => read(one, `${at}[${index}]`));
  }

  mapping<T>(value: unknown, at: string, read: (one: unknown, at: string) => T): Record<string, T> {
    if (value === undefined || value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value))
      return this.refuse(at, 'must be names with values.');
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, read(one, `${at}.${name}`)]),
    );
  }

  text(value: unknown, at: string, mayBeEmpty = false): string {
    if (typeof value === 'string' && (mayBeEmpty || value.trim() !== '')) return value;
    return this.refuse(at, 'must be text.');
  }

  unique(keys: string[], of: { name: string }[], at: string): void {
    const seen = new Set<string>();
    for (const [index, key] of keys.entries()) {
      // The server compares names without case.
      const folded = key.toLowerCase();
      if (seen.has(folded)) this.refuse(at, `names "${of[index]?.name}" twice.`);
      seen.add(folded);
    }
  }

  boolean(value: unknown, at: string): boolean {
    return typeof value === 'boolean' ? value : this.refuse(at, 'must be true or false.');
  }

  number(value: unknown, at: string): number {
    return typeof value === 'number' ? value : this.refuse(at, 'must be a number.');
  }

  oneOf(value: unknown, at: string, known: readonly string[]): string {
    if (typeof value === 'string' && known.includes(value)) return value;
    return this.refuse(at, `is ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`);
  }

  refuse(at: string, problem: string): never {
    throw new UsageError(`${this.path}: ${at} ${problem}`);
  }
}
