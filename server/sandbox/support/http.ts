import express from 'express';
import type { Request, RequestHandler } from 'express';

/**
 * Parsers for JSON and form bodies, mounted once before all services. The limit is high, because an export writes megabytes
 * of cells in one call.
 */
export const bodyParsers: readonly RequestHandler[] = [
  express.json({ limit: '64mb', strict: false }),
  express.urlencoded({ extended: false, limit: '1mb' }),
];

const firstText = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

/** A query parameter as text; undefined if missing. The first of repeated values counts. */
export const queryText = (request: Request, name: string): string | undefined => firstText(request.query[name]);

/** All values of a query parameter that may be repeated (`ranges=A&ranges=B`). */
export const queryTexts = (request: Request, name: string): string[] => {
  const value = request.query[name];
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parsed body as a record; empty unless it is an object. */
export const bodyRecord = (request: Request): Record<string, unknown> => {
  const body: unknown = request.body;
  return isRecord(body) ? body : {};
};

/** A field of a form or JSON body; undefined unless it is text. */
export const bodyText = (request: Request, name: string): string | undefined => firstText(bodyRecord(request)[name]);

/** All values of a form field that may be repeated (checkboxes). */
export const bodyTexts = (request: Request, name: string): string[] => {
  const value = bodyRecord(request)[name];
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
};

/** The token of `Authorization: Bearer …`. */
export const bearerToken = (request: Request): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];

/** User and password of `Authorization: Basic …`, form-decoded as RFC 6749 (2.3.1) requires. */
export const basicCredentials = (request: Request): { user: string; password: string } | undefined => {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(request.get('authorization') ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const [user, password] = new URLSearchParams(`u=${text.slice(0, colon)}&p=${text.slice(colon + 1)}`).values();
  return { user: user ?? '', password: password ?? '' };
};
