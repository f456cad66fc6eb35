import type { Logger } from '#server/lib/logging/logger.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { ProviderError } from '../ProviderError.ts';

export type QueryFields = {
  /** Without these fields a row has no meaning, or would show a wrong number. */
  required: readonly string[];
  /** Rows are also read without these fields. An entry with commas is read completely or not at all. */
  optional: readonly string[];
};

type Options = {
  platform: PlatformId;
  isUnknownField: (error: ProviderError) => boolean;
  logger?: Logger | undefined;
};

/** Maximum number of calls per query to search for refused fields that the platform does not name. */
const maxAttempts = 12;

/**
 * Reads queries whose optional fields the platform may no longer know. One unknown field makes it refuse the whole query.
 * Refused fields stay left out until the process ends.
 */
export const createOptionalFields = ({ platform, isUnknownField, logger }: Options) => {
  const refusedOf = new Map<string, Set<string>>();

  const leaveOut = (query: string, fields: readonly string[]): void => {
    const refused = refusedOf.get(query) ?? new Set();
    refusedOf.set(query, refused);
    const news = fields.filter((field) => !refused.has(field));
    if (news.length === 0) return;
    for (const field of news) refused.add(field);
    logger?.warn(
      { area: 'providers', platform, query, fields: news },
      'the platform refuses fields, which are left out',
    );
  };

  /** @param read reads the rows with these fields, one name each */
  return async <T>(
    query: string,
    { required, optional }: QueryFields,
    read: (fields: readonly string[]) => Promise<T>,
  ): Promise<T> => {
    let attempts = 0;
    /** The refusal, when the platform refuses one of the fields. */
    const attempt = async (fields: readonly string[]): Promise<{ rows: T } | ProviderError> => {
      attempts += 1;
      try {
        return { rows: await read([...required, ...fields].flatMap((entry) => entry.split(', '))) };
      } catch (error) {
        if (error instanceof ProviderError && isUnknownField(error)) return error;
        throw error;
      }
    };

    const known = optional.filter((field) => refusedOf.get(query)?.has(field) !== true);
    const first = await attempt(known);
    if ('rows' in first) return first.rows;

    const named = known.filter((field) => field.split(', ').some((name) => first.refusedNames.includes(name)));
    if (named.length > 0) {
      const rest = known.filter((field) => !named.includes(field));
      const second = await attempt(rest);
      if ('rows' in second) {
        leaveOut(query, named);
        return second.rows;
      }
    }

    // The names do not help: halves of the fields are added for as long as the platform accepts them.
    const bare = await attempt([]);
    if (!('rows' in bare)) throw first;
    let { rows } = bare;
    let accepted: readonly string[] = [];
    const refused: string[] = [];
    const waiting: (readonly string[])[] = known.length > 1 ? halvesOf(known) : [];
    if (known.length === 1) refused.push(...known);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const tried = attempts < maxAttempts ? await attempt([...accepted, ...next]) : null;
      if (tried !== null && 'rows' in tried) {
        ({ rows } = tried);
        accepted = [...accepted, ...next];
      } else if (tried !== null && next.length > 1) waiting.unshift(...halvesOf(next));
      else refused.push(...next);
    }
    leaveOut(query, refused);
    return rows;
  };
};

const halvesOf = <T>(items: readonly T[]): T[][] => {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
};
