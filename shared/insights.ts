import type * as z from 'zod/mini';
import { facebook } from './insights/facebook.ts';
import { google } from './insights/google.ts';
import { tiktok } from './insights/tiktok.ts';
import type { PlatformId } from './platforms.ts';

export type { Column, ColumnKind } from './insights/InsightFacts.ts';

const facts = { google, facebook, tiktok };
/** Mapped over the ids, so that the compiler reports a missing platform only here. */
type Facts = { readonly [P in PlatformId]: (typeof facts)[P & keyof typeof facts] };

/** Facts about each platform's insights that client and server share. */
export const insightFacts: Facts = facts;

export type InsightRowOf = { [P in PlatformId]: z.infer<Facts[P]['row']> };
