import type { MetaAd, MetaAdAccount, MetaNode } from '../metaData.ts';

/** A Page, and the ad account whose ads lead to its forms. */
export type MetaPage = MetaNode & { readonly account: MetaAdAccount };

/** A question of a form. Meta: `key` names the answer in a lead; that of a custom question is made from its label. */
export type LeadQuestion = { readonly key: string; readonly label: string; readonly type: string };

export type MetaForm = MetaNode & {
  readonly page: MetaPage;
  readonly questions: readonly LeadQuestion[];
  /** Unix seconds. */
  readonly createdAt: number;
};

export type LeadAnswer = { readonly name: string; readonly values: readonly string[] };

/** The ad that a lead came from, and whose it is: only somebody with access to that account sees it on the lead. */
export type LeadOrigin = { readonly ad: MetaAd; readonly accountId: string };

export type MetaLead = {
  readonly id: string;
  readonly form: MetaForm;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly answers: readonly LeadAnswer[];
  /** Undefined for organic leads and for test leads. */
  readonly origin: LeadOrigin | undefined;
  readonly platform: 'fb' | 'ig';
  readonly isTest: boolean;
};
