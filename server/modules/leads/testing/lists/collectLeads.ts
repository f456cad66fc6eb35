import { isDeepStrictEqual } from 'node:util';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import type { ModelWork } from '#server/modules/leads/work/testing/workModel.ts';
import { exists, listOf } from '#server/modules/leads/testing/listModel.ts';
import type { Lead } from '#server/modules/leads/testing/listModel.ts';
import type { Model } from './Model.ts';
import { add, instant, setValues } from './Model.ts';

export const platforms = ['facebook', 'tiktok'] as const;
type Collect = { platform: (typeof platforms)[number]; numbers: number[]; variant: number };

/** The ids differ between platforms. */
const idOf = (platform: Collect['platform'], number: number): string => `${platform === 'facebook' ? 10 : 20}${number}`;
export const collected = (id: string | null): string | null => /^(?:l:|ag:)?(\d+)$/.exec(id ?? '')?.[1] ?? null;

/** An imported lead becomes the lead of a platform, with its shown status. */
const adopt = ({ activities }: Model, lead: Lead, given: Pick<Lead, 'key' | 'values' | 'createdAt'>): void => {
  const withStatus = (work: ModelWork): ModelWork =>
    lead.arrived === 'new' ? work : { ...work, status: work.status ?? lead.arrived };
  for (const activity of activities) {
    const before = activity.kind === 'work' ? activity.before.get(lead) : undefined;
    if (before) before.work = withStatus(before.work);
  }
  const [former, arrival] = [instant(lead.createdAt), instant(given.createdAt)];
  const { activeAt } = lead.work;
  const isUntouched = activeAt <= former || activeAt < arrival;
  lead.work = { ...withStatus(lead.work), activeAt: isUntouched ? arrival : activeAt };
  Object.assign(lead, given);
  setValues(lead, given.values);
};

/** Leads of both platforms have the same names, addresses and times. */
export const runCollect = async (model: Model, { platform, numbers, variant }: Collect): Promise<void> => {
  const { person, leads, at } = model;
  const given = numbers.map((number) => ({
    id: idOf(platform, number),
    createdAt: Date.UTC(2026, 10, 1, number % 3),
    values: {
      name: `Lead ${number} v${variant}`,
      email: `p${(number + variant) % 3}@example.test`,
      phone: `ext-${number}`,
      status: '',
      project: '',
      form: `Form ${number % 2}`,
      campaign: number % 2 === 0 ? '' : 'Spring',
    },
  }));
  await model.api.context.db.transaction((tx) =>
    upsertLeads(
      tx,
      person.workspaceId,
      platform,
      given.map(({ id, createdAt, values: { name, email, phone, form, campaign } }) =>
        newLead(id, {
          createdAt: new Date(createdAt),
          contact: { name, email, phone },
          formId: null,
          formName: form,
          campaignName: campaign || null,
        }),
      ),
      new Date(at),
    ),
  );
  for (const { id, createdAt, values } of given) {
    const known = leads.find(({ key }) => key.list === platform && key.leadId === id);
    const [imported] = listOf(leads, 'custom')
      .filter(({ key, identity }) => key.list === 'custom' && collected(identity) === id)
      .toReversed()
      .toSorted((one, other) => (one.importedAt ?? 0) - (other.importedAt ?? 0) || one.position - other.position);
    const lead = { key: { list: platform, leadId: id }, values, createdAt };
    const door = { row: null, identity: null, position: 0, importedAt: null, addedBy: null };
    if (!known && imported) adopt(model, imported, lead);
    else if (!known) add(model, { ...lead, ...door, updatedAt: at });
    else if (exists(known)) {
      if (!known.row && !isDeepStrictEqual(known.values, values)) known.updatedAt = at;
      setValues(known, values);
    }
  }
};
