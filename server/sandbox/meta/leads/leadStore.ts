import type { FullMetaData } from '../plantedAccount.ts';
import { createLeadData, createPlantedLeads, draftLead, leadId, leadObjectId } from './leadData.ts';
import type { DataContext } from './leadData.ts';
import type { LeadAnswer, MetaForm, MetaLead, MetaPage } from './leadTypes.ts';
import { carQuestions, testAnswers } from './sampleAnswers.ts';

export type LeadStore = ReturnType<typeof createLeadStore>;

const mergeAnswers = (
  answers: readonly LeadAnswer[],
  given: Readonly<Record<string, string | string[]>>,
): readonly LeadAnswer[] => {
  const values = new Map<string, readonly string[]>(answers.map((answer) => [answer.name, answer.values]));
  for (const [name, value] of Object.entries(given)) values.set(name, Array.isArray(value) ? value : [value]);
  return [...values].map(([name, each]) => ({ name, values: each }));
};

/** Pages, forms, leads and subscriptions of a sandbox run. */
export const createLeadStore = (context: DataContext, data: FullMetaData) => {
  const { pages, forms: firstForms, leads: firstLeads } = createLeadData(context, data);
  const planted = createPlantedLeads(context.seed, data.planted);
  const allPages = [...pages, planted.page];
  const forms = [...firstForms, planted.form];
  /** Newest first, as Meta lists them. */
  const leadsOfForm = new Map<string, MetaLead[]>(forms.map(({ id }) => [id, []]));
  const leadsById = new Map<string, MetaLead>();
  let callbackUrl: string | undefined;
  const subscribedPages = new Set<string>();
  const deletedForms = new Set<MetaForm>();
  let nextForm = firstForms.length;
  let nextNumber = firstLeads.length;

  const keep = (lead: MetaLead): MetaLead => {
    leadsById.set(lead.id, lead);
    leadsOfForm.get(lead.form.id)?.unshift(lead);
    return lead;
  };
  for (const lead of [...firstLeads, ...planted.leads]) keep(lead);

  const nowSeconds = (): number => Math.floor(context.clock.now() / 1000);

  const add = (form: MetaForm, more: (draft: Omit<MetaLead, 'id'>) => Partial<MetaLead>): MetaLead => {
    const number = nextNumber;
    nextNumber += 1;
    const draft = draftLead(context.seed, form, number, nowSeconds());
    return keep({ ...draft, ...more(draft), id: leadId(context.seed, number) });
  };

  return {
    /** The Pages that every consent page offers. */
    pages,
    plantedPage: planted.page,
    allPages,
    findPage: (id: string): MetaPage | undefined => allPages.find((page) => page.id === id),
    formsOf: (page: MetaPage): MetaForm[] => forms.filter((form) => form.page === page),
    /** The form with this id, or the first form by default. */
    findForm: (id?: string): MetaForm | undefined =>
      id === undefined ? forms[0] : forms.find((form) => form.id === id),
    /** Meta: lists include a deleted form with its status, but the form itself is unknown. */
    deleteForm: (form: MetaForm): Set<MetaForm> => deletedForms.add(form),
    isDeleted: (form: MetaForm): boolean => deletedForms.has(form),
    leadsOf: (form: MetaForm): readonly MetaLead[] => leadsOfForm.get(form.id) ?? [],
    findLead: (id: string): MetaLead | undefined => leadsById.get(id),

    /** Adds a form without leads to the first Page. */
    addForm(name: string): MetaForm | undefined {
      const [page] = pages;
      if (!page) return undefined;
      const id = leadObjectId('6000', context.seed, nextForm);
      nextForm += 1;
      const form = { id, name, page, questions: carQuestions, createdAt: nowSeconds() };
      forms.push(form);
      leadsOfForm.set(id, []);
      return form;
    },

    /** Submits a form now. @param given answers by question; missing answers come from a sample person */
    addLead(form: MetaForm, given: Readonly<Record<string, string | string[]>>, raw?: MetaLead['raw']): MetaLead {
      return add(form, (draft) => ({ answers: mergeAnswers(draft.answers, given), raw }));
    },

    addTestLead: (form: MetaForm, answers?: readonly LeadAnswer[]): MetaLead =>
      add(form, () => ({
        answers: answers ?? testAnswers(form.questions),
        origin: undefined,
        platform: 'fb',
        isTest: true,
      })),

    removeLead(lead: MetaLead): void {
      leadsById.delete(lead.id);
      leadsOfForm.set(
        lead.form.id,
        (leadsOfForm.get(lead.form.id) ?? []).filter((each) => each !== lead),
      );
    },

    /** The app's callback for all Pages. */
    setCallback(url: string): void {
      callbackUrl = url;
    },
    callback: (): string | undefined => callbackUrl,
    subscribe: (page: MetaPage): Set<string> => subscribedPages.add(page.id),
    unsubscribe: (page: MetaPage): boolean => subscribedPages.delete(page.id),
    isSubscribed: (page: MetaPage): boolean => subscribedPages.has(page.id),
    /** Subscribed Pages. Meta: without a subscription of the Page, no events arrive. */
    callbackOf: (page: MetaPage): string | undefined => (subscribedPages.has(page.id) ? callbackUrl : undefined),
  };
};
