import type { Router } from 'express';
import type { PlatformId } from '#shared/platforms.ts';
import type { SandboxClock } from './support/clock.ts';
import type { Corrections, CorrectionOrder } from './corrections.ts';
import type { Faults } from './faults.ts';
import type { CallLog } from './callLog.ts';
import type { Redirects } from './redirects.ts';

/** What all simulated services share: seed and scale, the clock, the ordered faults, the log of calls. */
export type SandboxContext = {
  /** Changes every generated name and number; the same seed gives the same data, byte for byte. */
  readonly seed: number;
  /** Multiplies ad accounts, rows and leads; 1 is the data of the journeys. */
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
  /** The first form when it is left out. */
  formId?: string | undefined;
  /** Answers by question; sample answers where they are left out. A list gives several values. */
  fields?: Record<string, string | string[]> | undefined;
};

/** A service's answer to a sent form. */
export type SubmittedLead = {
  leadId: string;
  formId: string;
  /** The signed deliveries to all subscribers, ready to be sent; sending one twice sends the same bytes. */
  deliveries: WebhookDelivery[];
};

/** A signed webhook call. */
export type WebhookDelivery = { url: string; headers: Record<string, string>; body: string };

/**
 * One simulated service. It is built from a context and discarded on `POST /control/reset`, so it keeps all its state
 * (grants, codes, spreadsheets, subscriptions) in its own memory.
 */
export type SandboxService = {
  readonly provider: PlatformId;
  /** Routes of the provider's own paths, mounted at the root of the sandbox. */
  readonly router: Router;
  /** Additional routes of the control side, mounted under `/control`. */
  readonly control?: Router;
  /** Stores a lead of one of its forms; undefined when there is no such form. Absent where there are no lead forms. */
  readonly submitLead?: (order: LeadOrder) => SubmittedLead | undefined;
  /** Whether the account has the ad or the campaign. Absent where days cannot be corrected. */
  readonly hasAdObject?: (object: Pick<CorrectionOrder, 'accountId' | 'adId' | 'campaignId'>) => boolean;
};
