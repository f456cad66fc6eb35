import type { Router } from 'express';
import type { PlatformId } from '#shared/platforms.ts';
import type { SandboxClock } from './support/clock.ts';
import type { Corrections, CorrectionOrder } from './corrections.ts';
import type { Faults } from './faults.ts';
import type { CallLog } from './callLog.ts';
import type { Redirects } from './redirects.ts';

/** State that all simulated services share. */
export type SandboxContext = {
  /** Determines every generated name and number. The same seed produces the same data, byte for byte. */
  readonly seed: number;
  /** Multiplies ad accounts, rows and leads. The journeys use 1. */
  readonly scale: number;
  /** Origin under which browsers and the product reach the sandbox, e.g. `http://localhost:4100`. */
  readonly url: string;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly calls: CallLog;
  readonly redirects: Redirects;
  readonly corrections: Corrections;
};

/** A person sends a lead form: `POST /control/leads`. */
export type LeadOrder = {
  /** The first form by default. */
  formId?: string | undefined;
  /** Answers by question. Missing ones get sample answers; a list holds several values. */
  fields?: Record<string, string | string[]> | undefined;
  /** Facebook: parts of the lead in the Graph API's form, in place of the documented ones. */
  raw?: Record<string, unknown> | undefined;
};

/** The result of a submitted form. */
export type SubmittedLead = {
  leadId: string;
  formId: string;
  /** Signed deliveries to all subscribers. Sending a delivery twice sends the same bytes. */
  deliveries: WebhookDelivery[];
};

/** A signed webhook call. */
export type WebhookDelivery = { url: string; headers: Record<string, string>; body: string };

/**
 * A simulated service. It keeps all state (grants, codes, spreadsheets, subscriptions) in memory, because
 * `POST /control/reset` discards it and builds a new one.
 */
export type SandboxService = {
  readonly provider: PlatformId;
  /** The provider's routes, mounted at the root of the sandbox. */
  readonly router: Router;
  /** Control routes, mounted under `/control`. */
  readonly control?: Router;
  /** Stores a lead; undefined if the form is unknown. Missing for services without lead forms. */
  readonly submitLead?: (order: LeadOrder) => SubmittedLead | undefined;
  /** Whether the account has the ad or campaign. Missing for services whose past days cannot be corrected. */
  readonly hasAdObject?: (object: Pick<CorrectionOrder, 'accountId' | 'adId' | 'campaignId'>) => boolean;
};
