import type * as z from 'zod/mini';
import { facebook } from './insights/facebook.ts';
import { google } from './insights/google.ts';
import type { InsightFacts } from './insights/InsightFacts.ts';
import { tiktok } from './insights/tiktok.ts';
import type { PlatformId } from './platforms.ts';

export type { Column, ColumnKind } from './insights/InsightFacts.ts';

/** What both sides know of each platform's insights. */
export const insightFacts = { google, facebook, tiktok } as const satisfies Record<PlatformId, InsightFacts>;

type Facts = typeof insightFacts;
export type InsightRowOf = { [P in PlatformId]: z.infer<Facts[P]['row']> };
/** What is stored of a day. */
export type InsightDayRowOf = { [P in PlatformId]: z.infer<Facts[P]['dayRow']> };
export type InsightDayRow = InsightDayRowOf[PlatformId];
