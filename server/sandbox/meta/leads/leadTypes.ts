import type { MetaAd, MetaAdAccount, MetaNode } from '../metaData.ts';

/** A Page and the ad account that advertises its forms. */
export type MetaPage = MetaNode & { readonly account: MetaAdAccount };

/** A question of a form. Meta: `key` names the answer in a lead. Custom questions derive it from the label. */
export type LeadQuestion = { readonly key: string; readonly label: string; readonly type: string };

export type MetaForm = MetaNode & {
  readonly page: MetaPage;
  readonly questions: readonly LeadQuestion[];
  /** Unix seconds. */
  readonly createdAt: number;
};

export type LeadAnswer = { readonly name: string; readonly values: readonly string[] };

/** The ad of a lead and its account. Only people with access to the account see the ad. */
export type LeadOrigin = { readonly ad: MetaAd; readonly accountId: string };

export type MetaLead = {
  readonly id: string;
  readonly form: MetaForm;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly answers: readonly LeadAnswer[];
  /** Undefined for organic and test leads. */
  readonly origin: LeadOrigin | undefined;
  readonly platform: 'fb' | 'ig';
  readonly isTest: boolean;
  /** Parts in place of those that the Graph API documents. */
  readonly raw?: Readonly<Record<string, unknown>> | undefined;
};
