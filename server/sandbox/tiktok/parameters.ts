import type { Request } from 'express';
import * as z from 'zod';
import { bodyText, isRecord, queryText } from '../support/http.ts';
import { sandboxCredentials } from '../credentials.ts';
import { TikTokError, invalidParameter } from './TikTokError.ts';
import type { TikTokGrant, TikTokGrants } from './grants.ts';

/** The grant of the `Access-Token` header. TikTok: ignores `Authorization`. */
export const requireGrant = (request: Request, grants: TikTokGrants): TikTokGrant => {
  const accessToken = request.get('access-token');
  if (!accessToken) {
    throw new TikTokError(40104, 'Access token is null, you should set it in http header with key Access-Token.');
  }
  return grants.require(accessToken);
};

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Checks app id and secret, which may be in the query or the body. */
export const requireApp = (appId: unknown, secret: unknown): void => {
  if (!isFilled(appId)) throw invalidParameter('app_id: Missing data for required field.');
  if (!isFilled(secret)) throw invalidParameter('secret: Missing data for required field.');
  const app = sandboxCredentials.tiktok;
  if (appId !== app.appId || secret !== app.appSecret) {
    throw new TikTokError(40113, 'App id and secret do not match.');
  }
};

/** A required query parameter. */
export const requiredText = (request: Request, name: string): string => {
  const text = queryText(request, name);
  if (!text) throw invalidParameter(`${name}: Missing data for required field.`);
  return text;
};

/** A required field of a JSON body. */
export const requiredBodyText = (request: Request, name: string): string => {
  const text = bodyText(request, name);
  if (!text) throw invalidParameter(`${name}: Missing data for required field.`);
  return text;
};

/** A parameter for which the sandbox supports only the default value. */
export const onlyValue = (request: Request, name: string, value: string): void => {
  const text = queryText(request, name) ?? value;
  if (text !== value) throw invalidParameter(`${name}: The sandbox supports only ${value}.`);
};

export const requireTextList = (value: unknown, name: string): string[] => {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw invalidParameter(`${name}: Not a valid list.`);
};

export const parseJsonText = (text: string, name: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw invalidParameter(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** A parameter with JSON text; undefined if missing. */
export const jsonParameter = (request: Request, name: string): unknown => {
  const text = queryText(request, name);
  return text ? parseJsonText(text, name) : undefined;
};

/** A JSON list of texts. TikTok: `fields=["campaign_id","campaign_name"]`. */
export const textList = (request: Request, name: string): string[] | undefined => {
  const value = jsonParameter(request, name);
  if (value === undefined) return undefined;
  return requireTextList(value, name);
};

/** A JSON object. */
const jsonRecord = (request: Request, name: string): Record<string, unknown> => {
  const value = jsonParameter(request, name) ?? {};
  if (!isRecord(value)) throw invalidParameter(`${name}: Not a valid object.`);
  return value;
};

/** UTC time in a format that sorts chronologically as text. */
export const utcTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

/** The filters of a list. */
export const parseFilter = <Filter>(request: Request, schema: z.ZodType<Filter>): Filter => {
  const result = schema.safeParse(jsonRecord(request, 'filtering'));
  if (result.success) return result.data;
  throw invalidParameter(`filtering: ${z.prettifyError(result.error)}`);
};

export type TikTokPage<Item> = {
  list: Item[];
  page_info: { page: number; page_size: number; total_number: number; total_page: number };
};

const wholeNumber = (request: Request, name: string, fallback: number, max: number): number => {
  const text = queryText(request, name);
  if (text === undefined) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw invalidParameter(`${name}: Must be an integer from 1 to ${max}.`);
  return value;
};

/** A page of a list. TikTok: `page` counts from 1; `page_size` is 10 by default and at most 1000 in most lists. */
export const pageOf = <Item>(request: Request, items: readonly Item[], maxPageSize = 1000): TikTokPage<Item> => {
  const page = wholeNumber(request, 'page', 1, Number.MAX_SAFE_INTEGER);
  const pageSize = wholeNumber(request, 'page_size', 10, maxPageSize);
  const start = (page - 1) * pageSize;
  return {
    list: items.slice(start, start + pageSize),
    page_info: {
      page,
      page_size: pageSize,
      total_number: items.length,
      total_page: Math.ceil(items.length / pageSize),
    },
  };
};
